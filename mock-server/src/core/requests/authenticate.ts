import { type PlainRequest, Refusal } from './plain-exchange.ts'

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

export function keyRejected(): Refusal {
  return new Refusal({
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    body: { message: 'The API key is missing or invalid' },
  })
}

/**
 * Keys with their holders. A Map finds a key by a hash of all its letters, so time does not tell how much of a key is
 * right.
 */
export class KeyRing<T> extends Map<string, T> {
  /** How often it changed: who has made something of its keys learns so that it is out of date. */
  changes = 0

  override set(key: string, holder: T): this {
    this.changes += 1
    return super.set(key, holder)
  }

  override delete(key: string): boolean {
    this.changes += 1
    return super.delete(key)
  }

  override clear(): void {
    this.changes += 1
    super.clear()
  }
}

/**
 * Whether what a client presented is a secret. How long that takes depends on the length of what was presented, which
 * the client knows, and not on how much of it is right. The core has no module of Node, so no `timingSafeEqual`.
 */
export function equalsSecret(presented: string, secret: string): boolean {
  let difference = presented.length ^ secret.length
  for (let index = 0; index < presented.length; index += 1) {
    // Past its end the secret is NaN, which is 0 to this operator; the lengths differ then.
    difference |= presented.charCodeAt(index) ^ secret.charCodeAt(index)
  }
  return difference === 0
}
