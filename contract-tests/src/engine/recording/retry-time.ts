import { parseHttpDate, RETRY_AFTER_FLOOR_MS, readRetryAfter } from '@wfhost/internal/retry-after'
import type { Exchange } from '../../target/exchange.ts'

/** Returns the time to send a request again, in milliseconds since the epoch, or undefined if no 429 states it. */
export function readRetryTime({ headers, status }: Exchange): number | undefined {
  if (status !== 429) return undefined

  // Retry-After is read by the clock of the server. A server with a wrong clock could otherwise cause a very long wait.
  const nowMs = Date.now()
  const serverNowMs = parseHttpDate(headers.get('date') ?? '', nowMs) || nowMs

  const retryTimeMs = readRetryAfter(headers, serverNowMs)
  if (retryTimeMs === undefined) return undefined
  return nowMs + (retryTimeMs === 'unreadable' ? RETRY_AFTER_FLOOR_MS : retryTimeMs - serverNowMs)
}
