import { describe, expect, test } from 'vitest'
import { formatHttpDate, parseHttpDate, RETRY_AFTER_FLOOR, readRetryAfter } from './retry-after.ts'

/** Saturday, 21 November 2026, 10:00:00 GMT. */
const NOW = Date.UTC(2026, 10, 21, 10)
const SECOND = 1000

/** What is sent, with the wait that it states; and the service's own time, where it sends that. */
const TABLE: readonly (readonly [value: string | undefined, wait: number | 'unreadable' | undefined, date?: string])[] = [
  [undefined, undefined],
  ['0', 0],
  ['1', SECOND],
  ['007', 7 * SECOND],
  ['  5  ', 5 * SECOND],
  ['5\t', 5 * SECOND],
  ['4294967296', 4294967296 * SECOND],
  ['99999999999999999999999', 8.64e15 - NOW],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30 * SECOND],
  [' Sat, 21 Nov 2026 10:00:30 GMT \t', 30 * SECOND],
  ['Saturday, 21-Nov-26 10:00:30 GMT', 30 * SECOND],
  ['Sat Nov 21 10:00:30 2026', 30 * SECOND],
  ['Tue Dec  1 10:00:00 2026', 10 * 86_400 * SECOND],
  ['Sat, 21 Nov 2026 09:59:59 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sun Nov  6 08:49:37 1994', 0],
  ['Sat, 21 Nov 2026 10:00:60 GMT', 60 * SECOND],
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
  ['0, soon', RETRY_AFTER_FLOOR],
  ...[
    ...['', ',', '-1', '+5', '1.5', '1e3', '0x10', '5s', '5 6', '5\u00a0', 'NaN', 'Infinity', 'soon', '2026-11-21T10:00:30Z'],
    ...['Sat, 21 Nov 2026 10:00:30 UTC', 'Sat, 21 Nov 2026 10:00:30 +0000', 'Sat, 21 Nov 2026 10:00:30'],
    ...['sat, 21 nov 2026 10:00:30 gmt', 'Sat, 31 Feb 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 24:00:30 GMT'],
    ...['Sat, 21 Nov 2026 10:60:30 GMT', 'Sat, 1 Nov 2026 10:00:30 GMT', '21 Nov 2026 10:00:30 GMT'],
  ].map((value): [string, 'unreadable'] => [value, 'unreadable']),
]

describe('readRetryAfter()', () => {
  test.each(TABLE.map(([value, wait, date]) => ({ value, wait, date })))('$value means $wait', ({ date, value, wait }) => {
    // As some implementations of fetch give them: with the white space of the line.
    const moment = readRetryAfter({ get: (name) => (name === 'date' ? date : value) ?? null }, NOW)
    expect(typeof moment === 'number' ? moment - NOW : moment).toBe(wait)
  })
})

describe('parseHttpDate()', () => {
  test('agrees with Date on a thousand moments in each form', () => {
    for (let step = 0; step < 1000; step += 1) {
      const moment = Math.floor((Date.UTC(1980, 0, 1) + step * 3.7e9 + step * 12_345) / 1000) * 1000
      const fixdate = formatHttpDate(moment + 999)
      const [day = '', date = '', month = '', year = '', time = ''] = fixdate.replace(',', '').split(' ')
      expect(parseHttpDate(fixdate, NOW)).toBe(moment)
      expect(parseHttpDate(`${day} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`, NOW)).toBe(moment)
      const long = new Date(moment).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
      if (Number(year) > 2076) continue
      expect(parseHttpDate(`${long}, ${date}-${month}-${year.slice(2)} ${time} GMT`, NOW)).toBe(moment)
    }
  })

  test('takes two digits for a year that is at most 50 years ahead', () => {
    expect(parseHttpDate('Sunday, 01-Nov-76 00:00:00 GMT', NOW)).toBe(Date.UTC(2076, 10, 1))
    expect(parseHttpDate('Monday, 01-Nov-77 00:00:00 GMT', NOW)).toBe(Date.UTC(1977, 10, 1))
  })

  test('knows leap years', () => {
    expect(parseHttpDate('Tue, 29 Feb 2028 00:00:00 GMT', NOW)).toBe(Date.UTC(2028, 1, 29))
    expect(parseHttpDate('Mon, 29 Feb 2027 00:00:00 GMT', NOW)).toBeNaN()
  })
})
