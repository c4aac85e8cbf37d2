import { parseHttpDate } from './http-date.ts'

/** The last moment that a Date can hold. */
const END_OF_TIME = 8.64e15

/**
 * Reads `Retry-After` as the moment, in milliseconds since the epoch, before which the service wants no attempt.
 *
 * Seconds count from the response. A date is the service's own: where the two clocks differ, as its `Date` header
 * shows, the later reading holds. Zero and a past date mean at once. Several values mean the latest, if each of them
 * is valid. Everything else (a sign, a fraction, an exponent, another date format, nothing) is no answer: undefined.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const members = headers.get('retry-after')?.split(/[ \t]*,[ \t]*(?=\d+[ \t]*(?:,|$)|[FMSTW])/) ?? []
  const date = parseHttpDate(headers.get('date') ?? '', now) ?? now
  const moments = members.map((member) => {
    if (/^\d+$/.test(member)) return Math.min(now + Number(member) * 1000, END_OF_TIME)
    const moment = parseHttpDate(member, now)
    return moment === undefined ? Number.NaN : Math.max(moment, moment - date + now)
  })
  const latest = Math.max(...moments)
  return Number.isFinite(latest) ? Math.max(latest, now) : undefined
}
