import { parseHttpDate, parseRetryAfter, RETRY_AFTER_FLOOR_MS } from '@wfhost/internal/retry-after'
import type { Exchange } from '../../target/exchange.ts'

/** Returns the time to send a request again, in milliseconds since the epoch, or undefined if no 429 states it. */
export function readRetryTime({ headers, status }: Exchange): number | undefined {
  if (status !== 429) return undefined

  // Retry-After is read by the clock of the server. A server with a wrong clock could otherwise cause a very long wait.
  const nowMs = Date.now()
  const serverNowMs = parseHttpDate(headers.get('date') ?? '', nowMs) || nowMs

  const retryAtMs = parseRetryAfter(headers, serverNowMs)
  if (retryAtMs === undefined) return undefined
  return nowMs + (retryAtMs === 'unreadable' ? RETRY_AFTER_FLOOR_MS : retryAtMs - serverNowMs)
}
