import type { Exchange } from '../exchange.ts'

/** The target answers a request by sending it to HTTPS, with nothing else changed. The address of the target is wrong. */
export class MovedToHttps extends Error {
  override readonly name = 'MovedToHttps'
}

/**
 * Keeps a check from judging an answer of whatever turns HTTP into HTTPS.
 *
 * @throws {MovedToHttps} with the address to use.
 */
export function refuseMoved({ call, headers, status }: Exchange): void {
  const location = headers.get('location')
  if (status < 301 || status > 308 || location === null || !URL.canParse(location, call.url)) return
  const [asked, moved] = [new URL(call.url), new URL(location, call.url)]
  if (asked.protocol !== 'http:' || moved.protocol !== 'https:') return
  if (asked.hostname !== moved.hostname || asked.pathname !== moved.pathname) return
  throw new MovedToHttps(`the target moves ${asked.origin} to ${moved.origin}: use that as its address`)
}
