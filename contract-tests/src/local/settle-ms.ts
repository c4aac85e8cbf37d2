/**
 * How late the servers of this machine do what comes late, and how long the checks wait for it. Both are the same, so
 * that timers end in the order in which they began, however busy the machine is.
 */
export const localSettleMs = 10
