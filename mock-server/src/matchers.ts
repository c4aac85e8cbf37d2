import { countForgotten } from './core/journal/journal-operations.ts'
import { differencesFrom, forgottenNote, inWords, nameOf, nearestMisses } from './core/journal/request-pattern.ts'
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

function toHaveReceived(subject: JournalReader, pattern: RequestPattern, times?: number): MatcherResult {
  const differences = differencesFrom(pattern)
  const { entries, forgotten } = received(subject)
  const matching = entries.filter((entry) => differences(entry).length === 0)
  // What was forgotten may have matched, too.
  if (forgotten > 0 && (times !== undefined || matching.length === 0))
    throw new MockStateError(`Cannot tell what was received: ${forgottenNote(forgotten)}`)
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  const wanted = times === undefined ? 'a request' : `${times} requests`
  return {
    pass,
    message: () =>
      [
        `expected the service ${pass ? 'not ' : ''}to have received ${wanted} like ${inWords(pattern)}, found ${matching.length} of ${entries.length}`,
        ...(matching.length === 0 ? [] : ['Found:', ...matching.map((entry) => `  ${nameOf(entry)}`)]),
        ...(pass ? [] : nearestMisses(entries, differences)),
      ].join('\n'),
  }
}

/** What is remembered, and how much is not. */
function received(subject: JournalReader): { readonly entries: readonly JournalEntry[]; readonly forgotten: number } {
  if (typeof subject?.journal === 'function') {
    const entries: unknown = subject.journal()
    // A client of a server has such a function, too, and promises what it returns.
    if (Array.isArray(entries)) return { entries, forgotten: countForgotten(subject.journal) }
  }
  throw new MockStateError(
    'Cannot look for requests: expected a service or the world of a test. For a host or a control client, await `journal(pattern)` of the world',
  )
}
