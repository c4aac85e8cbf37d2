const RFC_850 = /^(\w{3})(?:s|nes|rs|ur)?day, (\d\d)-(\w{3})-(\d\d)/
const ASCTIME = /^(\w{3}) (\w{3}) ([ \d]\d) (\S{8}) (\d{4})$/
const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (.+:)(\d\d) GMT$/

/**
 * Reads an HTTP-date in one of its three forms (RFC 9110, section 5.6.7: IMF-fixdate, RFC 850, asctime) and nothing
 * else that a Date might make something of. Returns milliseconds since the epoch, or NaN, like `Date.parse`.
 */
export function parseHttpDate(text: string, now: number): number {
  // A year of two digits is the latest one that is not more than 50 years ahead.
  const latest = new Date(now).getUTCFullYear() + 50
  const fixdate = text
    .replace(RFC_850, (_, ...[weekday, day, month, year]) => `${weekday}, ${day} ${month} ${latest - ((latest - year) % 100)}`)
    .replace(ASCTIME, '$1, $3 $2 $5 $4 GMT')
    .replace(',  ', ', 0')
  const [, minutes, seconds] = IMF_FIXDATE.exec(fixdate) ?? []
  // A Date knows no leap seconds, and makes something of the 31st of February.
  const leap = seconds === '60'
  const plain = `${minutes}${leap ? '59' : seconds} GMT`
  const date = new Date(plain)
  return date.toUTCString().slice(5) === plain ? date.getTime() + (leap ? 1000 : 0) : NaN
}
