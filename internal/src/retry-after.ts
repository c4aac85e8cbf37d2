/** The shortest wait after a `Retry-After` that cannot be read, in milliseconds. */
export const RETRY_AFTER_FLOOR = 1000

/** The latest time that a Date can hold. */
const LATEST = 8.64e15

const MEMBER = /[ \t]*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,)?[^,]+/g

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3) as the moment, in milliseconds since the epoch, before which the service
 * allows no attempt. It is never before `now`.
 *
 * Seconds count from now. A date is by the clock of the service; if its `Date` header shows that the clocks differ, the later
 * reading counts. Zero and a past date mean now. Several values mean the latest.
 *
 * @returns undefined without such a header. `'unreadable'` if it is neither seconds nor an HTTP-date: then wait as
 *   without the header, but at least `RETRY_AFTER_FLOOR`. If only some values of a list can be read, the latest of them
 *   counts, and at least the floor.
 */
export function readRetryAfter(
  headers: { get(name: string): string | null },
  now: number,
  { allowFractions = false }: RetryAfterOptions = {},
): number | 'unreadable' | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined

  const serverDate = parseHttpDate(headers.get('date') ?? '', now) || now
  const seconds = allowFractions ? /^\d+(\.\d+)?$/ : /^\d+$/
  const members = (value.match(MEMBER) ?? []).map(trim).filter((member) => member !== '')

  const moments = members.map((member) => {
    if (seconds.test(member)) return Math.min(now + Number(member) * 1000, LATEST)
    const date = parseHttpDate(member, now)
    const dateByOurClock = date - serverDate + now
    return Math.max(date, dateByOurClock)
  })

  const readable = moments.filter(Number.isFinite)
  if (readable.length === 0) return 'unreadable'
  const earliest = readable.length < moments.length ? now + RETRY_AFTER_FLOOR : now
  return Math.max(...readable, earliest)
}

interface RetryAfterOptions {
  /** Whether `30.5` is read as 30.5 seconds. @default false: the RFC has whole seconds only */
  readonly allowFractions?: boolean
}

const RFC_850 = /^(\w{3})(?:s|nes|rs|ur)?day, (\d\d)-(\w{3})-(\d\d)/
const ASCTIME = /^(\w{3}) (\w{3}) ([ \d]\d) (\S{8}) (\d{4})$/
const IMF_FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (.+:)(\d\d) GMT$/

/**
 * Reads an HTTP-date (RFC 9110, section 5.6.7). The forms are IMF-fixdate, RFC 850 and asctime, with white space around them.
 * Other formats that `Date` accepts are refused.
 *
 * @returns milliseconds since the epoch, or NaN, like `Date.parse`
 */
export function parseHttpDate(text: string, now: number): number {
  // A year of two digits is the latest one that is not more than 50 years ahead.
  const latest = new Date(now).getUTCFullYear() + 50
  const fixdate = trim(text)
    .replace(RFC_850, (_, ...[weekday, day, month, year]) => `${weekday}, ${day} ${month} ${latest - ((latest - year) % 100)}`)
    .replace(ASCTIME, '$1, $3 $2 $5 $4 GMT')
    .replace(',  ', ', 0')
  const [, minutes, seconds] = IMF_FIXDATE.exec(fixdate) ?? []
  // A Date has no leap seconds, and turns the 31st of February into a day of March.
  const leap = seconds === '60'
  const plain = `${minutes}${leap ? '59' : seconds} GMT`
  const date = new Date(plain)
  return date.toUTCString().slice(5) === plain ? date.getTime() + (leap ? 1000 : 0) : NaN
}

/** Formats a moment as an HTTP-date, rounded down to seconds. */
export function formatHttpDate(moment: number): string {
  return new Date(moment).toUTCString()
}

/** Removes the optional white space of RFC 9110, section 5.6.3. `String.trim` would remove more. */
function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}
