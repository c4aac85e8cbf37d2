import { parseHttpDate } from './http-date.ts'

/** The default of `maxRetryAfter` for calls and batches. */
export const MAX_RETRY_AFTER = 120_000

/**
 * Reads `Retry-After` as the moment, in milliseconds since the epoch, before which the service wants no attempt.
 *
 * Seconds count from the response. A date is the service's own: where the two clocks differ, as its `Date` header
 * shows, the later reading holds. Zero and a past date mean at once. Several values mean the latest, if each of them
 * is valid. Everything else (a sign, a fraction, an exponent, another date format, nothing) is no answer: undefined.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  // Not after a weekday: a date has a comma of its own.
  const members = headers.get('retry-after')?.split(/(?<=\d|GMT)\s*,\s*/) ?? []
  const date = parseHttpDate(headers.get('date') ?? '', now) || now
  const moments = members.map((member) => {
    // A Date can hold no later time than 8.64e15.
    if (/^\d+$/.test(member)) return Math.min(now + Number(member) * 1000, 8.64e15)
    const moment = parseHttpDate(member, now)
    return Math.max(moment, moment - date + now)
  })
  const latest = Math.max(...moments)
  return Number.isFinite(latest) ? Math.max(latest, now) : undefined
}
