import { type PlainRequest, Refusal } from './plain-exchange.ts'

type RequestHeaders = Pick<PlainRequest, 'header'>

/** Reads the key that a request carries as a Bearer token. The name of the scheme is case-insensitive (RFC 9110, RUN-AUTH). */
export function readBearerKey(request: RequestHeaders): string | undefined {
  const header = request.header('authorization')
  return header === undefined ? undefined : /^bearer +(\S+)$/i.exec(header)?.[1]
}

/** Reads the token of the console session that a request carries in a cookie (ORG-SESSION). */
export function readConsoleSession(request: RequestHeaders, cookieName: string): string | undefined {
  for (const cookie of (request.header('cookie') ?? '').split(';')) {
    // The value may contain further equals signs, such as the padding of base64.
    const [name, ...value] = cookie.trim().split('=')
    if (name === cookieName) return value.join('=')
  }
  return undefined
}

/**
 * Returns the holder of the key that a request carries.
 *
 * @throws {Refusal} 401 without a valid key (KEY-INVALID, HOST-401).
 */
export function authenticate<T>(request: RequestHeaders, keys: KeyRing<T>): T {
  const key = readBearerKey(request)
  const holder = key === undefined ? undefined : keys.get(key)
  if (holder === undefined) throw createKeyRefusal()
  return holder
}

/** Creates the response to a request without a valid key. */
export function createKeyRefusal(): Refusal {
  return new Refusal({
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    body: { message: 'The API key is missing or invalid' },
  })
}

/**
 * Keys with their holders. A Map finds a key by a hash of the whole text. The response time therefore does not reveal how
 * many characters of a wrong key are correct.
 */
export class KeyRing<T> extends Map<string, T> {
  /** Counts the changes. A value that was derived from the keys is outdated if the count differs. */
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
 * Compares a text with a secret in a time that depends only on the length of the text, which its sender knows. The core
 * cannot use `timingSafeEqual`, because it imports no modules of Node.
 */
export function equalsSecret(text: string, secret: string): boolean {
  let difference = text.length ^ secret.length
  for (let index = 0; index < text.length; index += 1) {
    // Beyond the end of the secret, charCodeAt returns NaN, which this operator treats as 0. The lengths differ then.
    difference |= text.charCodeAt(index) ^ secret.charCodeAt(index)
  }
  return difference === 0
}
