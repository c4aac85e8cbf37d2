/** The least wait, in milliseconds, after a `Retry-After` that cannot be read: the service asked for some time. */
export const RETRY_AFTER_FLOOR = 1000

/** The latest time that a Date can hold. */
const LATEST = 8.64e15

const MEMBER = /[ \t]*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,)?[^,]+/g

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3) as the moment, in milliseconds since the epoch, before which the service
 * wants no attempt: never before `now`.
 *
 * Seconds count from now. A date is the service's own: where the two clocks differ, as its `Date` header shows, the later
 * reading holds. Zero and a past date mean now. Several values mean the latest.
 *
 * @returns undefined if there is no such header, and `'unreadable'` if it is neither seconds nor an HTTP-date (a sign, a
 *   fraction, an exponent, another date format, nothing): wait as without the header, but at least `RETRY_AFTER_FLOOR`. A
 *   list in which one value cannot be read means the latest of the others, and at least the floor.
 */
export function readRetryAfter(
  headers: { get(name: string): string | null },
  now: number,
  { allowFractions = false }: RetryAfterOptions = {},
): number | 'unreadable' | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const date = parseHttpDate(headers.get('date') ?? '', now) || now
  const seconds = allowFractions ? /^\d+(\.\d+)?$/ : /^\d+$/
  const members = (value.match(MEMBER) ?? []).filter((member) => member.trim() !== '')
  const moments = members.map((member) => {
    const text = trim(member)
    if (seconds.test(text)) return Math.min(now + Number(text) * 1000, LATEST)
    const moment = parseHttpDate(text, now)
    return Math.max(moment, moment - date + now)
  })
  const readable = moments.filter(Number.isFinite)
  if (readable.length === 0) return 'unreadable'
  return Math.max(...readable, readable.length < moments.length ? now + RETRY_AFTER_FLOOR : now)
}

interface RetryAfterOptions {
  /** Whether `30.5` is read as 30.5 seconds. @default false: the RFC has whole seconds only */
  readonly allowFractions?: boolean
}

const RFC_850 = /^(\w{3})(?:s|nes|rs|ur)?day, (\d\d)-(\w{3})-(\d\d)/
const ASCTIME = /^(\w{3}) (\w{3}) ([ \d]\d) (\S{8}) (\d{4})$/
const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (.+:)(\d\d) GMT$/

/**
 * Reads an HTTP-date in one of its three forms (RFC 9110, section 5.6.7: IMF-fixdate, RFC 850, asctime), with or without
 * white space around it, and nothing else that a Date might make something of. Returns milliseconds since the epoch, or
 * NaN, like `Date.parse`.
 */
export function parseHttpDate(text: string, now: number): number {
  // A year of two digits is the latest one that is not more than 50 years ahead.
  const latest = new Date(now).getUTCFullYear() + 50
  const fixdate = trim(text)
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

/** Formats a moment as an HTTP-date, rounded down to seconds. */
export function formatHttpDate(moment: number): string {
  return new Date(moment).toUTCString()
}

/** Without the optional white space of RFC 9110, section 5.6.3, which `trim` would take too much for. */
function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}
