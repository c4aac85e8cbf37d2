import { type RunRequest, runWorkflow, sendConcurrently } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import { findDifferingLeaves, type Leaf, listLeaves, select } from '../../../target/select.ts'
import type { Target } from '../../../target/target.ts'
import { expectSuccess, expectThat, requireSuccess } from '../../expectations.ts'
import { chooseRepeatCounts } from '../../repeat-counts.ts'
import { PreconditionError, type RuleTable } from '../../rule.ts'

export const runIdRules = {
  'RUN-ASYNC.run-id': { statement: 'the response to an async start has a run ID', check: verifyStartHasRunId },
  'RUN-ASYNC-UNIQUE': {
    statement: 'each async run has its own run ID',
    advice: 'Check where the run ID comes from: it may be the ID of the workflow or of the session.',
    check: (target: Target) => expectUniqueIds(target, { workflow: target.fixtures.slow, mode: 'async' }),
  },
  'RUN-ASYNC-UNIQUE.arguments': {
    statement: 'each async run with arguments has its own run ID',
    advice: 'Check that a start with arguments returns a run ID in mode async, even if the run is short.',
    check: (target: Target) => {
      const { typed } = target.fixtures
      return expectUniqueIds(target, { workflow: typed, args: typed.validArguments, mode: 'async' })
    },
  },
  'RUN-ASYNC-UNIQUE.parallel': {
    statement: 'each concurrent async start has its own run ID',
    advice: 'Check how a run ID is made: only from the time, or from a counter that is read before it is written.',
    check: verifyUniqueIdsOfConcurrentStarts,
  },
} satisfies RuleTable

/** Checks that the response to an async start has a run ID. */
async function verifyStartHasRunId(target: Target): Promise<string | undefined> {
  return expectStarted(target, await runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' }))
}

/**
 * Returns the part of a response that may contain the run ID: its JSON, or one word of text. No document states the format
 * of the response to an async start (RUN-ID-FIELD).
 */
function readBodyWithId({ body, text }: Exchange): unknown {
  return body ?? /^\s*([^\s<]+)\s*$/.exec(text)?.[1]
}

/** Returns the Location header, since a server may return the URL of the run instead of its ID. */
function readLocation({ headers }: Exchange): string | undefined {
  return headers.get('location') ?? undefined
}

/**
 * Lists the values of the first start that all other starts have at the same place, with a different value each. Such a value may
 * be the run ID. Compares the bodies of the responses or, if these have no such value, their Location headers.
 */
function listUniqueValues(starts: readonly Exchange[]): Leaf[] {
  const inBodies = findDifferingLeaves(starts.map(readBodyWithId))
  if (inBodies.length > 0) return inBodies

  const locations = findDifferingLeaves(starts.map(readLocation))
  return locations.map(({ value }) => ({ pointer: 'Location', value }))
}

/**
 * Fails the rule unless the response to an async start has a run ID. No document states its place (RUN-ID-FIELD), so any
 * string or number counts, unless the configuration declares the place as `claims.runIdField`.
 *
 * @returns advice if any value was accepted as the ID
 */
export function expectStarted({ runIdField }: Target, exchange: Exchange): string | undefined {
  expectSuccess(exchange)

  if (runIdField !== undefined) {
    const hasId = select(exchange.body, runIdField).some(({ value }) => isRunId(value))
    const expected = `a run ID: a string or a number at ${runIdField}, as claims.runIdField states`
    expectThat(hasId, { expected, exchange })
    return undefined
  }

  const values = [...listLeaves(readBodyWithId(exchange)), ...listLeaves(readLocation(exchange))]
  const mayHaveId = values.some(({ value }) => isRunId(value))
  expectThat(mayHaveId, { expected: 'a run ID: a string or a number somewhere in the body, or in Location', exchange })
  return ANY_VALUE_ACCEPTED
}

function isRunId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

const ANY_VALUE_ACCEPTED =
  'Any text or number was accepted as the run ID. Declare its JSON pointer as claims.runIdField to make the check exact.'

/**
 * Checks that each of three starts has a run ID of its own. Without `claims.runIdField`, any value that differs between the
 * three responses counts as the run ID, unless it may be a time. There are three starts, because three runs in a row rarely have
 * three different times in seconds.
 *
 * @returns advice if the place of the run ID is not declared
 */
async function expectUniqueIds(target: Target, run: RunRequest): Promise<string | undefined> {
  const firstStart = requireSuccess(await runWorkflow(target, run))
  const secondStart = await runWorkflow(target, run)
  expectSuccess(secondStart)
  const thirdStart = await runWorkflow(target, run)
  expectSuccess(thirdStart)

  if (target.runIdField === undefined) return guessRunIds([firstStart, secondStart, thirdStart])

  // The target has recorded the starts of this workflow, also those of earlier checks.
  expectNoRepeatedIdAmongAllStarts(target, target.runIdField, thirdStart)
  return undefined
}

/**
 * Expects that three starts have a value that differs between them, and that may be the run ID.
 *
 * @returns advice that names the places of these values
 */
function guessRunIds(starts: readonly [Exchange, Exchange, Exchange]): string {
  const [, , lastStart] = starts
  const uniqueValues = listUniqueValues(starts)
  expectThat(uniqueValues.length > 0, {
    expected: 'a run ID: a string or a number that differs between three runs',
    exchange: lastStart,
  })

  // Starts have different times anyway, so a time does not prove that there is a run ID.
  const places = uniqueValues.map(({ pointer }) => (pointer === '' ? 'the body' : pointer))
  const hasOnlyTimes = uniqueValues.every(({ value }) => mayBeTime(value))
  if (hasOnlyTimes) throw createOnlyTimeError(places[0], lastStart)

  return `Values that differ between starts were accepted as the run ID: ${places.join(', ')}. Declare the JSON pointer as claims.runIdField to make the check exact.`
}

function createOnlyTimeError(place: string | undefined, exchange: Exchange): PreconditionError {
  return new PreconditionError(
    `only ${place} differs between starts, and it may be a time. Declare the JSON pointer of the run ID as claims.runIdField`,
    exchange,
  )
}

/**
 * Fails the rule if two starts of a workflow got the same run ID. Compares all starts of the workflow so far, including the
 * starts of earlier checks.
 *
 * @param lastStart a start of the workflow, which a message shows
 */
function expectNoRepeatedIdAmongAllStarts(target: Target, runIdField: string, lastStart: Exchange): void {
  const starts = target.listAsyncStarts(lastStart.request.url)
  const ids = starts.flatMap(({ body }) => select(body, runIdField).map(({ value }) => JSON.stringify(value)))
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index)

  const found = repeatedId === undefined ? `${ids.length} run IDs` : `${repeatedId} more than once`
  const expected = `different run IDs at ${runIdField} in ${starts.length} starts, found ${found}`
  expectThat(repeatedId === undefined && ids.length === starts.length, { expected, exchange: lastStart })
}

/** Checks that each of several concurrent starts has a run ID of its own. */
async function verifyUniqueIdsOfConcurrentStarts(target: Target): Promise<void> {
  const startRun = () => runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' })

  // A server that refuses every start must block this rule, not fail it.
  const preconditionExchange = requireSuccess(await startRun())

  const { concurrentRequests } = chooseRepeatCounts(target)
  const exchanges = await sendConcurrently(startRun, concurrentRequests)
  for (const exchange of exchanges) expectSuccess(exchange)
  // The fallback is for the type checker: there is always a last exchange.
  const lastExchange = exchanges.at(-1) ?? preconditionExchange

  // If the configuration does not say which field is the run ID, some field must differ between all starts.
  if (target.runIdField === undefined) {
    expectSomeUniqueValue(exchanges, lastExchange)
    return
  }
  // The target records all starts of this workflow, including those of earlier checks.
  expectNoRepeatedIdAmongAllStarts(target, target.runIdField, lastExchange)
}

/** Fails the rule unless one value differs between all starts. Without a declared place, any such value counts as the run ID. */
function expectSomeUniqueValue(starts: readonly Exchange[], lastStart: Exchange): void {
  expectThat(listUniqueValues(starts).length > 0, {
    expected: `a run ID: a string or a number that differs between ${starts.length} concurrent starts`,
    exchange: lastStart,
  })
}

const DAY_MS = 86_400_000

/** Returns whether a value may be the time of a start: a date, or the number of (milli-, micro-)seconds since 1970. */
function mayBeTime(value: string | number): boolean {
  const isNearNow = (timeMs: number) => Math.abs(timeMs - Date.now()) < DAY_MS

  const isNumeric = typeof value === 'number' || /^\d+(\.\d+)?$/.test(value)
  if (!isNumeric) return /\d{4}-\d\d-\d\d|\d\d:\d\d/.test(value) && isNearNow(Date.parse(value))

  const unitsInMs = [1000, 1, 0.001, 0.000_001]
  return unitsInMs.some((unitMs) => isNearNow(Number(value) * unitMs))
}
