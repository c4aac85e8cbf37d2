/** The shortest wait after a `Retry-After` that cannot be read, in milliseconds. */
export const RETRY_AFTER_FLOOR_MS = 1000

/** The latest time that a Date can hold, in milliseconds since the epoch. */
const LATEST_TIME = 8.64e15

/** Matches a member of a list that is separated by commas. A comma after a weekday belongs to a date. */
const LIST_MEMBER_PATTERN = /[ \t]*(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,)?[^,]+/g

/**
 * Returns the earliest time for the next attempt, from `Retry-After` (RFC 9110, section 10.2.3), in epoch milliseconds. It is
 * never before `now`.
 *
 * | header | result |
 * |---|---|
 * | `30` | 30 seconds after now |
 * | `0`, or a date in the past | now |
 * | `Fri, 31 Dec 1999 23:59:59 GMT` | that date, or the corrected date if it is later |
 * | `30, 60` | the latest moment |
 * | `0, soon` | `RETRY_AFTER_FLOOR_MS` after now, since one of the values is unreadable |
 * | `soon` | `'unreadable'`: wait as without the header, but at least `RETRY_AFTER_FLOOR_MS` |
 * | none | undefined |
 *
 * If the header `Date` shows another time than `now`, the two clocks differ. The corrected date is shifted by the difference.
 *
 * @param now the time by our clock, in milliseconds since the epoch
 * @param options `allowFractions` reads seconds such as `30.5`, which some services send although the RFC has whole seconds only
 */
export function parseRetryAfter(
  headers: { get(name: string): string | null },
  now: number,
  options: RetryAfterOptions = {},
): number | 'unreadable' | undefined {
  const { allowFractions = false } = options
  const header = headers.get('retry-after')
  if (header === null) return undefined

  const serverTime = readServerTime(headers, now)
  // The values are separated by commas. `LIST_MEMBER_PATTERN` keeps the comma within a date.
  const values = (header.match(LIST_MEMBER_PATTERN) ?? []).map(trim).filter((text) => text !== '')

  const moments = values.map((text) => parseMoment(text, { now, serverTime, allowFractions }))
  const readableMoments = moments.filter((moment) => moment !== undefined)
  if (readableMoments.length === 0) return 'unreadable'

  // An unreadable value may have meant a longer wait.
  const hasUnreadableValue = readableMoments.length < moments.length
  const floor = hasUnreadableValue ? now + RETRY_AFTER_FLOOR_MS : now
  return Math.max(...readableMoments, floor)
}

/** Reads the time by the clock of the service from `Date`. Without a valid date, the clocks are assumed to be equal. */
function readServerTime(headers: { get(name: string): string | null }, now: number): number {
  const serverTime = parseHttpDate(headers.get('date') ?? '', now)
  return Number.isNaN(serverTime) ? now : serverTime
}

interface MomentContext {
  readonly now: number
  /** The time by the clock of the service. */
  readonly serverTime: number
  readonly allowFractions: boolean
}

/** Reads one value as a moment by our clock. Returns undefined if it is neither a number of seconds nor an HTTP-date. */
function parseMoment(text: string, { allowFractions, now, serverTime }: MomentContext): number | undefined {
  const secondsPattern = allowFractions ? /^\d+(\.\d+)?$/ : /^\d+$/
  if (secondsPattern.test(text)) return Math.min(now + Number(text) * 1000, LATEST_TIME)

  const date = parseHttpDate(text, now)
  if (Number.isNaN(date)) return undefined

  // The clock of the service may differ from ours, so the date is shifted by the difference.
  const correctedDate = date - serverTime + now
  return Math.max(date, correctedDate)
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
