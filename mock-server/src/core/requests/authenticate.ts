import { Refusal } from './answer.ts'
import type { KeyRing } from './key-ring.ts'
import type { PlainRequest } from './plain-exchange.ts'

/** The part of a request that identifies the caller. */
type Signed = Pick<PlainRequest, 'header'>

/** The key that a request carries as a Bearer token; the scheme's name may be in any case (RUN-AUTH). */
export function readBearer(request: Signed): string | undefined {
  const header = request.header('authorization')
  return header === undefined ? undefined : /^bearer +(\S+)$/i.exec(header)?.[1]
}

/** The token of the console session that a request carries in a cookie (ORG-SESSION). */
export function readConsoleSession(request: Signed, cookieName: string): string | undefined {
  for (const cookie of (request.header('cookie') ?? '').split(';')) {
    // The value may contain further equals signs, as at the end of base64.
    const [name, ...value] = cookie.trim().split('=')
    if (name === cookieName) return value.join('=')
  }
  return undefined
}

/** The holder of the key that a request carries; 401 without a valid one (KEY-INVALID, HOST-401). */
export function authenticate<T>(request: Signed, keys: KeyRing<T>): T {
  const key = readBearer(request)
  const holder = key === undefined ? undefined : keys.get(key)
  if (holder === undefined) throw keyRejected()
  return holder
}

/** The refusal of a missing or invalid key. */
export function keyRejected(): Refusal {
  return new Refusal({
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    body: { message: 'The API key is missing or invalid' },
  })
}
