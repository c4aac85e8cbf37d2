import { type PlainRequest, Refusal } from './plain-exchange.ts'

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

/** A key with its holder, and the next one with the same fingerprint. */
interface Held<T> {
  readonly key: string
  readonly holder: T
  readonly next: Held<T> | undefined
}

/**
 * Keys with their holders. A `Map` would compare what a client presents with what is kept letter by letter; here a key
 * is found by a fingerprint of all its letters, and then compared in constant time. Time may tell that some key has the
 * fingerprint, which is 32 bits of far more, and nothing of how much else is right.
 */
export class KeyRing<T> implements Iterable<readonly [key: string, holder: T]> {
  readonly #byFingerprint = new Map<number, Held<T>>()
  #changes = 0

  /** How often it changed: who has made something of its keys learns so that it is out of date. */
  get changes(): number {
    return this.#changes
  }

  /** The holder of a key. */
  get(key: string): T | undefined {
    let holder: T | undefined
    // To the end, whatever is found on the way.
    for (let held = this.#byFingerprint.get(fingerprint(key)); held !== undefined; held = held.next) {
      if (equalsSecret(key, held.key)) holder = held.holder
    }
    return holder
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  set(key: string, holder: T): void {
    this.delete(key)
    const hash = fingerprint(key)
    this.#byFingerprint.set(hash, { key, holder, next: this.#byFingerprint.get(hash) })
  }

  delete(key: string): void {
    this.#changes += 1
    const hash = fingerprint(key)
    let others: Held<T> | undefined
    for (let held = this.#byFingerprint.get(hash); held !== undefined; held = held.next) {
      if (!equalsSecret(key, held.key)) others = { ...held, next: others }
    }
    if (others === undefined) this.#byFingerprint.delete(hash)
    else this.#byFingerprint.set(hash, others)
  }

  clear(): void {
    this.#changes += 1
    this.#byFingerprint.clear()
  }

  *[Symbol.iterator](): Iterator<readonly [key: string, holder: T]> {
    for (const first of this.#byFingerprint.values()) {
      for (let held: Held<T> | undefined = first; held !== undefined; held = held.next) yield [held.key, held.holder]
    }
  }
}

/** FNV-1a over the code units, 32 bits. */
function fingerprint(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash
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
