/** A number from 0 up to, and without, 1. */
export type Random = () => number

/** A random source that can be saved and continued. */
export type SeededRandom = ReturnType<typeof createSeededRandom>

/**
 * Creates a random source that returns the same numbers for the same seed (the mulberry32 generator). It is for tests:
 * anyone who knows the seed knows the keys.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createSeededRandom } from '@wfhost/mock-server'
 *
 * assert.equal(createSeededRandom(7)(), createSeededRandom(7)())
 * ```
 */
// An inline type, because TypeScript could not write a type that is not exported into the declarations of users.
export function createSeededRandom(seed: number): (() => number) & {
  /** Returns the seed that continues the sequence from here. */
  readonly seed: () => number
  /** Starts the sequence again from the first number. */
  readonly reset: () => void
} {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  function reset(): void {
    state = seed >>> 0
  }
  return Object.assign(next, { seed: () => state, reset })
}

/** Creates a key in the format that an assumption chooses. */
export function randomKey(random: Random, format: 'prefixed' | 'uuid' | 'hex', prefix: 'wfk_' | 'thk_'): string {
  if (format === 'prefixed') return prefix + randomText(random, 32)
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return format === 'hex' ? hex : hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

export function randomText(random: Random, length: number): string {
  const codes: number[] = []
  for (let index = 0; index < length; index += 1) codes.push(alphabet.charCodeAt(Math.floor(random() * alphabet.length)))
  // Joined in one step: a string that grows letter by letter takes much more memory.
  return String.fromCharCode(...codes)
}
