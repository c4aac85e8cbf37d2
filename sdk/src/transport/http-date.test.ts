import { describe, expect, test } from 'vitest'
import { parseHttpDate } from './http-date.ts'

const NOW = Date.UTC(2026, 10, 21)

describe('parseHttpDate()', () => {
  test('agrees with Date on a thousand moments in each form', () => {
    for (let step = 0; step < 1000; step += 1) {
      const moment = new Date(Math.floor((Date.UTC(1980, 0, 1) + step * 3.7e9 + step * 12_345) / 1000) * 1000)
      const [day = '', date = '', month = '', year = '', time = ''] = moment.toUTCString().replace(',', '').split(' ')
      const padded = String(Number(date)).padStart(2)
      expect(parseHttpDate(moment.toUTCString(), NOW)).toBe(moment.getTime())
      expect(parseHttpDate(`${day} ${month} ${padded} ${time} ${year}`, NOW)).toBe(moment.getTime())
      const long = moment.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
      if (moment.getUTCFullYear() <= 2076) {
        expect(parseHttpDate(`${long}, ${date}-${month}-${year.slice(2)} ${time} GMT`, NOW)).toBe(moment.getTime())
      }
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
