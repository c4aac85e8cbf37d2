/** Saturday, 21 November 2026, 10:00:00 GMT. */
export const RETRY_AFTER_NOW = Date.UTC(2026, 10, 21, 10)
const SECOND = 1000

/** Values of `Retry-After` with the stated wait at that time, and the service's own time if it sends it. */
export const RETRY_AFTER_VALUES: readonly (readonly [
  value: string | undefined,
  wait: number | 'unreadable' | undefined,
  date?: string,
])[] = [
  [undefined, undefined],
  ['0', 0],
  ['1', SECOND],
  ['007', 7 * SECOND],
  ['  5  ', 5 * SECOND],
  ['5\t', 5 * SECOND],
  ['4294967296', 4294967296 * SECOND],
  ['99999999999999999999999', 8.64e15 - RETRY_AFTER_NOW],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30 * SECOND],
  [' Sat, 21 Nov 2026 10:00:30 GMT \t', 30 * SECOND],
  ['Saturday, 21-Nov-26 10:00:30 GMT', 30 * SECOND],
  ['Sat Nov 21 10:00:30 2026', 30 * SECOND],
  ['Tue Dec  1 10:00:00 2026', 10 * 86_400 * SECOND],
  ['Sat, 21 Nov 2026 09:59:59 GMT', 0],
  ['Sat, 21 Nov 2026 10:00:00 GMT', 0],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sun Nov  6 08:49:37 1994', 0],
  ['Sat, 21 Nov 2026 10:00:60 GMT', 60 * SECOND],
  ['Fri, 31 Dec 9999 23:59:59 GMT', Date.UTC(9999, 11, 31, 23, 59, 59) - RETRY_AFTER_NOW],
  ['Sat, 21 Nov 2026 10:00:10 GMT', 20 * SECOND, 'Sat, 21 Nov 2026 09:59:50 GMT'],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30 * SECOND, 'Sat, 21 Nov 2026 10:00:20 GMT'],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30 * SECOND, 'yesterday'],
  ['5, 10', 10 * SECOND],
  ['10,5', 10 * SECOND],
  ['5,', 5 * SECOND],
  ['5, Sat, 21 Nov 2026 10:00:30 GMT', 30 * SECOND],
  ['Sat, 21 Nov 2026 10:00:30 GMT, Sat, 21 Nov 2026 10:00:20 GMT', 30 * SECOND],
  ['Saturday, 21-Nov-26 10:00:30 GMT,Sat Nov 21 10:00:40 2026, 5', 40 * SECOND],
  ['5, soon', 5 * SECOND],
  ['soon, 5', 5 * SECOND],
  ['0, soon', SECOND],
  ...[
    ...['', ',', '-1', '+5', '1.5', '1e3', '0x10', '5s', '5 6', '5\u00a0', 'NaN', 'Infinity', 'soon', '2026-11-21T10:00:30Z'],
    ...['Sat, 21 Nov 2026 10:00:30 UTC', 'Sat, 21 Nov 2026 10:00:30 +0000', 'Sat, 21 Nov 2026 10:00:30'],
    ...['sat, 21 nov 2026 10:00:30 gmt', 'Sat, 31 Feb 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 24:00:30 GMT'],
    ...['Sat, 21 Nov 2026 10:60:30 GMT', 'Sat, 1 Nov 2026 10:00:30 GMT', '21 Nov 2026 10:00:30 GMT'],
  ].map((value): [string, 'unreadable'] => [value, 'unreadable']),
]
