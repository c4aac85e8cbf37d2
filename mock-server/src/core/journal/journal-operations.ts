import { withoutSecrets } from '@wfhost/internal/redacted-text'
import type { OperationId } from '@wfhost/openapi'
import * as z from 'zod'
import { redactFaults } from '../../faults/redact-faults.ts'
import { expected, validate } from '../../schema/check.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { type RequestPattern, type VerifyOptions, verifyOptionsSchema } from '../../schema/journal.ts'
import type { FaultState } from '../../schema/state.ts'
import { cancelRealTimeout, setRealTimeout } from '../clock/clock.ts'
import { MockStateError } from '../mock-state-error.ts'
import { findBodyProblem, takesBody } from '../requests/read-body.ts'
import type { World } from '../world/world.ts'
import type { Journal, RecordedExchange } from './journal.ts'
import { addJournalMembers } from './journal-function.ts'
import { createPatternRedaction, type RedactPattern, redactVerifyOptions } from './redact-pattern.ts'
import {
  createCandidateFilter,
  createDifferenceFinder,
  createMatcher,
  explainForgotten,
  type FindDifferences,
  formatPattern,
  nameOf,
  nearestMisses,
} from './request-pattern.ts'
import { getRedact, keyNames, toJournalEntry } from './show-exchange.ts'

/** The requests that a service received, and its responses. */
export interface JournalOperations {
  /**
   * Returns the remembered exchanges that match a pattern, in the order of arrival. Requests in progress are among them;
   * they have no response yet.
   *
   * @param pattern - The members that a request must have; without it, all exchanges are returned.
   */
  journal(pattern?: RequestPattern): readonly JournalEntry[]
  /** Removes all exchanges from the journal. Their numbers are not used again. */
  clearJournal(): void
  /**
   * Returns the first exchange that matches: one that is remembered, or the next one that arrives. It resolves when the
   * request arrives, or with the response if the pattern has a `status`.
   *
   * @throws {MockStateError} with the nearest requests if none matched in time, and for an invalid pattern or time; the
   * reason of the signal if that is aborted first.
   */
  waitForRequest(pattern: RequestPattern, options?: WaitForRequestOptions): Promise<JournalEntry>
  /**
   * Throws if a request does not conform to the API document, for any response.
   *
   * @throws {MockStateError} that names each such request, and each finding that an option adds. Also throws if the limits of
   * the journal have removed requests, which can no longer be checked.
   */
  verify(options?: VerifyOptions): void
}

/**
 * Creates the operations with which a test reads, clears and verifies the journal of a world, or waits for a request. The journal
 * is the list of the exchanges of the server. When it is full, it forgets the oldest exchanges.
 */
export function createJournalOperations(world: World): JournalOperations {
  const { journal } = world
  const redactPattern = createPatternRedaction(world)

  function toJournalEntries(exchanges: readonly RecordedExchange[]): JournalEntry[] {
    const redact = getRedact(world)
    return exchanges.map((exchange) => toJournalEntry(exchange, redact))
  }

  function readJournal(rawPattern?: RequestPattern): JournalEntry[] {
    if (rawPattern === undefined) return toJournalEntries(journal.exchanges())

    const pattern = redactPattern(rawPattern)
    // Creating an entry is expensive. So a cheap filter first removes exchanges that cannot match.
    const candidates = journal.exchanges().filter(createCandidateFilter(pattern))
    return toJournalEntries(candidates).filter(createMatcher(pattern))
  }

  return {
    journal: addJournalMembers(readJournal, { countForgotten: () => journal.forgottenCount(), redactPattern }),
    clearJournal: () => journal.clear(),
    waitForRequest: async (pattern, options = {}) =>
      waitForRequest(pattern, { options, journal, toJournalEntries, redactPattern }),
    verify: (options = {}) => {
      const entries = toJournalEntries(journal.exchanges())
      // A test prints the message of the error, so it must not contain keys.
      const faults = redactFaults(world.faults.operations.faults(), keyNames(world))
      const journalToVerify = { entries, faults, forgottenCount: journal.forgottenCount() }
      verifyJournal(journalToVerify, redactVerifyOptions(options, redactPattern))
    },
  }
}

/** How long to wait for a request. */
export interface WaitForRequestOptions {
  /** Milliseconds by the clock of the machine, at most 2147483647, and over HTTP at most 60000. @default 30000 */
  readonly timeout?: number | undefined
  /** Rejects with its reason when it is aborted. @default none */
  readonly signal?: AbortSignal | undefined
}

interface WaitContext {
  readonly options: WaitForRequestOptions
  readonly journal: Journal
  /** Converts recorded exchanges to entries of the journal, which have names instead of keys. */
  readonly toJournalEntries: (exchanges: readonly RecordedExchange[]) => readonly JournalEntry[]
  /** Does the same with a pattern. */
  readonly redactPattern: RedactPattern
}

// Node runs a longer timer immediately.
export const waitOptionsSchema = z.strictObject({
  timeout: z.number().min(0).max(2_147_483_647).optional(),
  signal: z
    .custom<AbortSignal>((value) => typeof Object(value).throwIfAborted === 'function', { error: expected('an AbortSignal') })
    .optional(),
})

/**
 * Returns the first exchange that matches a pattern: an exchange in the journal, or else the next one that arrives. With it, a
 * test can wait until the server has received a request.
 *
 * @throws {MockStateError} for invalid options
 * @throws {MockStateError} if no exchange matches before the timeout. Its message lists the most similar requests
 * @throws the reason of the signal, if it is aborted
 */
export function waitForRequest(
  pattern: RequestPattern,
  { journal, options, redactPattern, toJournalEntries }: WaitContext,
): Promise<JournalEntry> {
  validate(waitOptionsSchema, options, 'wait for a request')
  const { signal, timeout = 30_000 } = options
  const isCandidate = createCandidateFilter(redactPattern(pattern))

  // The journal entry of an exchange takes long to create, because all keys are removed from its texts. So a quick test of the
  // exchanges comes first. The exact test compares the entries of the candidates.
  function findMatch(exchanges: readonly RecordedExchange[]): JournalEntry | undefined {
    const candidates = exchanges.filter(isCandidate)
    // A key can get another name while the test waits, such as one that is replaced.
    return candidates.length === 0 ? undefined : toJournalEntries(candidates).find(createMatcher(redactPattern(pattern)))
  }

  function createTimeoutError(): MockStateError {
    const visiblePattern = redactPattern(pattern)
    const message = `Cannot wait longer: no request like ${formatPattern(visiblePattern)} arrived within ${timeout} ms`
    const nearestRequests = describeNearestRequests(toJournalEntries(journal.exchanges()), createDifferenceFinder(visiblePattern))
    return new MockStateError([message, ...nearestRequests].join('\n'))
  }

  const earlierMatch = findMatch(journal.exchanges())
  if (earlierMatch !== undefined) return Promise.resolve(earlierMatch)

  signal?.throwIfAborted()
  return waitForExchange(journal, { findMatch, createTimeoutError, signal, timeout })
}

interface WaitForExchangeOptions {
  readonly findMatch: (exchanges: readonly RecordedExchange[]) => JournalEntry | undefined
  readonly createTimeoutError: () => MockStateError
  readonly signal: AbortSignal | undefined
  readonly timeout: number
}

/**
 * Waits for the next exchange that matches. Rejects after the timeout, or when the signal is aborted. The caller has checked that
 * the signal is not aborted yet.
 */
function waitForExchange(
  journal: Journal,
  { createTimeoutError, findMatch, signal, timeout }: WaitForExchangeOptions,
): Promise<JournalEntry> {
  return new Promise((resolve, reject) => {
    const unsubscribe = journal.subscribe({
      onChange: (exchange) => {
        const match = findMatch([exchange])
        if (match === undefined) return

        cleanUp()
        resolve(match)
      },
    })

    // The timer uses the clock of the machine, because the clock of a world can be frozen.
    const timer = setRealTimeout(() => {
      cleanUp()
      reject(createTimeoutError())
    }, timeout)

    signal?.addEventListener('abort', onAbort)

    function onAbort(): void {
      cleanUp()
      reject(signal?.reason)
    }

    function cleanUp(): void {
      unsubscribe()
      cancelRealTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  })
}

function describeNearestRequests(entries: readonly JournalEntry[], findDifferences: FindDifferences): readonly string[] {
  return entries.length === 0 ? ['No request has arrived at all'] : nearestMisses(entries, findDifferences)
}

interface VerifiedJournal {
  readonly entries: readonly JournalEntry[]
  readonly faults: readonly FaultState[]
  /** How many requests the limits of the journal have removed. */
  readonly forgottenCount: number
}

/**
 * Throws an error that lists the unexpected requests, which do not conform to the API document. If the options require it, the
 * error also lists the faults, failures that a test has added, that matched no request.
 */
function verifyJournal({ entries, faults, forgottenCount }: VerifiedJournal, options: VerifyOptions): void {
  validate(verifyOptionsSchema, options, 'verify')
  const { everyFaultMatched = false, except = [] } = options
  const problems = describeUnexpected(removeExceptions(entries, except))

  if (forgottenCount > 0) problems.unshift(`Cannot check every request: ${explainForgotten(forgottenCount)}`)
  if (everyFaultMatched) problems.push(...describeUnmatchedFaults(faults))

  if (problems.length > 0) throw new MockStateError(problems.join('\n'))
}

function describeUnexpected(entries: readonly JournalEntry[]): string[] {
  const lines = entries.map(explainUnexpected).filter((line) => line !== undefined)
  return addHeading('Unexpected requests', lines)
}

function describeUnmatchedFaults(faults: readonly FaultState[]): string[] {
  const unmatched = faults.filter(({ matched: requestCount }) => requestCount === 0)
  const lines = unmatched.map(({ fault, id }) => `  ${id}: ${JSON.stringify(fault)}`)
  return addHeading('Faults that matched no request', lines)
}

/** Leaves out the entries that match one of the patterns. */
function removeExceptions(entries: readonly JournalEntry[], patterns: readonly RequestPattern[]): readonly JournalEntry[] {
  const matchers = patterns.map(createMatcher)
  return entries.filter((entry) => !matchers.some((matches) => matches(entry)))
}

/** Puts a heading above some lines, with their number. Without lines, there is also no heading. */
function addHeading(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading} (${lines.length}):`, ...lines]
}

/** Explains why a request is unexpected; undefined if it is as documented. The journal has removed all keys from it. */
function explainUnexpected(entry: JournalEntry): string | undefined {
  const { faults, operation, response } = entry
  if (operation === undefined) return `  ${nameOf(entry)}: ${explainMissingOperation(entry)}`
  if (!takesBody(operation)) return undefined

  // A response that a fault created says nothing about the request.
  const wasRefused = response?.status === 400 && faults.length === 0
  if (wasRefused) return `  ${nameOf(entry)}: ${response.body ?? 'invalid'}`
  return explainBody(entry, operation)
}

/** Validates the body of a request that may have been refused before its body was validated, such as for its key. */
function explainBody(entry: JournalEntry, operation: OperationId): string | undefined {
  const { request, response } = entry
  const { body, headers, notKept } = request
  if (notKept !== undefined) return `  ${nameOf(entry)}: its body cannot be checked. ${notKept}`

  const problem = findBodyProblem(operation, { body, header: (name) => headers[name] }, withoutSecrets)
  if (problem === undefined) return undefined
  const status = response === undefined ? '' : `; the server responded with ${response.status} before it checked this`
  return `  ${nameOf(entry)}: ${problem}${status}`
}

function explainMissingOperation({ response }: JournalEntry): string {
  const allowed = response?.headers['allow']
  return allowed === undefined ? 'the document has no such operation' : `the document has it with ${allowed}`
}
