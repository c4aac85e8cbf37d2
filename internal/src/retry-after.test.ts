import { describe, expect, test } from 'vitest'
import { RETRY_AFTER_NOW as NOW, RETRY_AFTER_VALUES } from '../../tools/scripts/retry-after-values.ts'
import { formatHttpDate, parseHttpDate, parseRetryAfter } from './retry-after.ts'

describe('parseRetryAfter()', () => {
  test.each(RETRY_AFTER_VALUES.map(([value, wait, date]) => ({ value, wait, date })))(
    '$value means $wait',
    ({ date, value, wait }) => {
      // Some implementations of fetch keep the white space of the line.
      const moment = parseRetryAfter({ get: (name) => (name === 'date' ? date : value) ?? null }, NOW)
      expect(typeof moment === 'number' ? moment - NOW : moment).toBe(wait)
    },
  )
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

  test('reads a year with two digits as at most 50 years ahead', () => {
    expect(parseHttpDate('Sunday, 01-Nov-76 00:00:00 GMT', NOW)).toBe(Date.UTC(2076, 10, 1))
    expect(parseHttpDate('Monday, 01-Nov-77 00:00:00 GMT', NOW)).toBe(Date.UTC(1977, 10, 1))
  })

  test('handles leap years', () => {
    expect(parseHttpDate('Tue, 29 Feb 2028 00:00:00 GMT', NOW)).toBe(Date.UTC(2028, 1, 29))
    expect(parseHttpDate('Mon, 29 Feb 2027 00:00:00 GMT', NOW)).toBeNaN()
  })
})
