const DAYS = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun'
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const TIME = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)'

/**
 * Reads an HTTP-date in one of its three forms (RFC 9110, section 5.6.7: IMF-fixdate, RFC 850, asctime) and nothing
 * else that a Date might make something of. Returns milliseconds since the epoch, or undefined.
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const forms = [
    `(?:${DAYS}), (?<day>\\d\\d) (?<month>${MONTHS}) (?<year>\\d{4}) ${TIME} GMT`,
    `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d\\d)-(?<month>${MONTHS})-(?<year>\\d\\d) ${TIME} GMT`,
    `(?:${DAYS}) (?<month>${MONTHS}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
  ]
  for (const form of forms) {
    const parts = new RegExp(`^${form}$`).exec(text)?.groups
    if (parts !== undefined) return toTime(parts, now)
  }
  return undefined
}

function toTime(parts: Readonly<Record<string, string>>, now: number): number | undefined {
  const { day, month = '', hour, minute, second } = parts
  const date = new Date(Date.UTC(fullYear(parts['year'] ?? '', now), MONTHS.indexOf(month) / 4, Number(day)))
  if (date.getUTCDate() === Number(day)) return date.setUTCHours(Number(hour), Number(minute), Number(second))
  return undefined
}

/** A year of two digits is of this century, unless that is more than 50 years ahead. */
function fullYear(year: string, now: number): number {
  if (year.length > 2) return Number(year)
  const thisYear = new Date(now).getUTCFullYear()
  const guess = thisYear - (thisYear % 100) + Number(year)
  return guess > thisYear + 50 ? guess - 100 : guess
}
