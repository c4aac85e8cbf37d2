import type { RedactPattern } from './redact-pattern.ts'

/** The members for the test matcher `toHaveReceived`, which receives only the function `journal` of a service. */
interface JournalMembers {
  /** Returns how many exchanges the limits of the journal have removed. */
  readonly countForgotten: () => number
  readonly redactPattern: RedactPattern
}

// Registered symbols: this module exists twice if the package is loaded both as ESM and as CommonJS.
const forgottenKey = Symbol.for('@wfhost/mock-server: how many requests the journal has forgotten')
const redactKey = Symbol.for('@wfhost/mock-server: how the journal hides the keys of a pattern')

/** Adds the members for `toHaveReceived` to the function `journal`. */
export function addJournalMembers<ReadJournal extends object>(
  read: ReadJournal,
  { countForgotten: count, redactPattern: redact }: JournalMembers,
): ReadJournal {
  return Object.assign(read, { [forgottenKey]: count, [redactKey]: redact })
}

/** Returns how many exchanges a journal has forgotten; 0 for the journal of another object. */
export function countForgotten(read: object): number {
  const count: unknown = Reflect.get(read, forgottenKey)
  return typeof count === 'function' ? count() : 0
}

/** Returns how a journal hides the keys of a pattern. The journal of another object hides none. */
export function getPatternRedaction(read: object): RedactPattern {
  const redact: unknown = Reflect.get(read, redactKey)
  return typeof redact === 'function' ? (pattern) => redact(pattern) : (pattern) => pattern
}
