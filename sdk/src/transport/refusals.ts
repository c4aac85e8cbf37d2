/** Statuses after which nothing was done: documented refusals, and redirects that ask to send elsewhere. */
export const REFUSALS: readonly number[] = [307, 308, 400, 401, 402, 403, 404, 429]
