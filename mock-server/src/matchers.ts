import { countForgotten, getPatternRedaction } from './core/journal/journal-function.ts'
import {
  createDifferenceFinder,
  createMatcher,
  explainForgotten,
  formatPattern,
  nameOf,
  nearestMisses,
} from './core/journal/request-pattern.ts'
import { MockStateError } from './core/mock-state-error.ts'
import type { JournalEntry, RequestPattern } from './schema/journal.ts'

/**
 * The types of the matchers, to extend those of vitest or jest.
 *
 * @example
 * ```ts ignore vitest compiles this declaration once for all tests; journal.test.ts has it
 * import type { MockMatchers } from '@wfhost/mock-server/matchers'
 *
 * declare module 'vitest' {
 *   interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends MockMatchers<R> {}
 * }
 * ```
 */
export interface MockMatchers<Result> {
  /** Passes if the service received a request that matches, or exactly `times` of them. */
  toHaveReceived(pattern: RequestPattern, times?: number): Result
}

// Aliases, since no entry exports them: the declarations of users have their members instead of their names.
type MatcherResult = {
  readonly pass: boolean
  readonly message: () => string
}

/** A service, or the world of a test. */
type JournalReader = {
  readonly journal: () => readonly JournalEntry[]
}

/**
 * Matchers for `expect.extend` of vitest and jest. A failure lists the nearest requests, and in what they differ.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { matchers } from '@wfhost/mock-server/matchers'
 *
 * const service = createMockService()
 * await service.fetch(new Request('http://localhost/v1/public/wfhost/manifest'))
 * assert.equal(matchers.toHaveReceived(service, { operation: 'getPublicManifest', status: 401 }).pass, true)
 * ```
 */
export const matchers = { toHaveReceived }

/**
 * Compares the requests that a service received with a pattern, for `expect(service).toHaveReceived(…)`. Without `times`, one
 * matching request is enough.
 *
 * @throws {MockStateError} if the journal of the service is no longer complete enough to decide, and for another subject.
 */
function toHaveReceived(subject: JournalReader, pattern: RequestPattern, times?: number): MatcherResult {
  const { entries, forgottenCount } = readEntries(subject)
  // The journal shows keys by name, and so do the messages.
  const visiblePattern = getPatternRedaction(subject.journal)(pattern)
  const matching = entries.filter(createMatcher(visiblePattern))

  // The journal forgets its oldest requests when it is full, and each of them may have matched.
  const isJournalComplete = forgottenCount === 0
  const isOneMatchEnough = times === undefined && matching.length > 0
  if (!isJournalComplete && !isOneMatchEnough) {
    throw new MockStateError(`Cannot determine which requests were received: ${explainForgotten(forgottenCount)}`)
  }

  const comparison = { pattern: visiblePattern, times, entries, matching }
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  return { pass, message: () => (pass ? describeUnexpectedMatches(comparison) : describeMissingMatches(comparison)) }
}

/** Writes the message of a matcher that passes. A test runner shows it after `.not`, where a match fails the test. */
function describeUnexpectedMatches(comparison: Comparison): string {
  return describeMatches(comparison, 'not to have received')
}

/** Writes the message of a matcher that fails, with the requests that come nearest to the pattern. */
function describeMissingMatches(comparison: Comparison): string {
  const { entries, pattern } = comparison
  const description = describeMatches(comparison, 'to have received')
  return [description, ...nearestMisses(entries, createDifferenceFinder(pattern))].join('\n')
}

interface Comparison {
  readonly pattern: RequestPattern
  readonly times: number | undefined
  readonly entries: readonly JournalEntry[]
  readonly matching: readonly JournalEntry[]
}

function describeMatches(
  { entries, matching, pattern, times }: Comparison,
  expectation: 'to have received' | 'not to have received',
): string {
  const requests = times === undefined ? 'a request' : `${times} requests`
  const counts = `${matching.length} of ${entries.length}`

  const lines = [`expected the service ${expectation} ${requests} like ${formatPattern(pattern)}, found ${counts}`]
  if (matching.length > 0) lines.push('Found:', ...matching.map((entry) => `  ${nameOf(entry)}`))
  return lines.join('\n')
}

interface ReceivedEntries {
  readonly entries: readonly JournalEntry[]
  /** How many requests the journal has forgotten. */
  readonly forgottenCount: number
}

function readEntries(subject: JournalReader): ReceivedEntries {
  const entries: unknown = typeof subject?.journal === 'function' ? subject.journal() : undefined
  // The journal of a control client returns a promise, so it is not a list.
  if (Array.isArray(entries)) return { entries, forgottenCount: countForgotten(subject.journal) }

  const remedy = 'For a host or a control client, await `journal(pattern)` of the world'
  throw new MockStateError(`Cannot look for requests: expected a service or the world of a test. ${remedy}`)
}
