import { countForgotten } from './core/journal/journal-operations.ts'
import {
  createDifferenceFinder,
  createMatcher,
  forgottenNote,
  inWords,
  nameOf,
  nearestMisses,
} from './core/journal/request-pattern.ts'
import { MockStateError } from './core/mock-state-error.ts'
import type { JournalEntry, RequestPattern } from './schema/journal.ts'

/** The types of the matchers, to extend those of vitest or jest. */
export interface MockMatchers<Result> {
  /** Passes if the service received a request that matches, or exactly `times` of them. */
  toHaveReceived(pattern: RequestPattern, times?: number): Result
}

interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/** A service, or the world of a test. */
interface JournalReader {
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

/** Compares the requests that a service received with a pattern. Without a number, one matching request is enough. */
function toHaveReceived(subject: JournalReader, pattern: RequestPattern, times?: number): MatcherResult {
  const { entries, forgottenCount } = readEntries(subject)
  const matching = entries.filter(createMatcher(pattern))

  // A forgotten request may have matched. That does not matter if one match is enough and was found.
  const isUncertain = forgottenCount > 0 && (times !== undefined || matching.length === 0)
  if (isUncertain) throw new MockStateError(`Cannot determine which requests were received: ${forgottenNote(forgottenCount)}`)

  const comparison = { pattern, times, entries, matching }
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  // A test runner shows the message of a matcher that passes only after `.not`.
  if (pass) return { pass, message: () => describeMatches({ ...comparison, isNegated: true }) }

  return {
    pass,
    message: () => {
      const description = describeMatches({ ...comparison, isNegated: false })
      return [description, ...nearestMisses(entries, createDifferenceFinder(pattern))].join('\n')
    },
  }
}

interface Comparison {
  readonly pattern: RequestPattern
  readonly times: number | undefined
  readonly entries: readonly JournalEntry[]
  readonly matching: readonly JournalEntry[]
  /** Whether the message is for a test that expects no such requests. */
  readonly isNegated: boolean
}

function describeMatches({ entries, isNegated, matching, pattern, times }: Comparison): string {
  const expected = times === undefined ? 'a request' : `${times} requests`
  const found = `${matching.length} of ${entries.length}`
  const verb = isNegated ? 'not to have received' : 'to have received'

  const lines = [`expected the service ${verb} ${expected} like ${inWords(pattern)}, found ${found}`]
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
