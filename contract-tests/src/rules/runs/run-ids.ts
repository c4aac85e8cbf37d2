import { CONCURRENT_REQUESTS, type RunRequest, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import { findDifferingLeaves, type Leaf, listLeaves, select } from '../../target/select.ts'
import type { Target } from '../../target/target.ts'
import { expectSuccess, expectThat, requirePreconditionSuccess } from '../expectations.ts'
import { PreconditionFailed, type RuleTable } from '../rule.ts'

export const runIdRules = {
  'RUN-ASYNC.run-id': { statement: 'the answer to an async start carries a run ID', check: verifyRunAsyncRunId },
  'RUN-ASYNC-UNIQUE': {
    statement: 'each async run has a run ID of its own',
    lookAt: 'where the run ID comes from, and whether it is the one of the workflow or of the session',
    check: (target: Target) => expectUniqueIds(target, { workflow: target.fixtures.slow, mode: 'async' }),
  },
  'RUN-ASYNC-UNIQUE.arguments': {
    statement: 'each async run that is started with arguments has a run ID of its own',
    lookAt: 'whether a start with arguments is a start: in mode async it is answered with a run ID, however quick the run is',
    check: (target: Target) => {
      const { typed } = target.fixtures
      return expectUniqueIds(target, { workflow: typed, args: typed.validArguments, mode: 'async' })
    },
  },
  'RUN-ASYNC-UNIQUE.parallel': {
    statement: 'each of several concurrent async starts is given a run ID of its own',
    lookAt: 'how a run ID is made: of the time alone, or of a counter that is read before it is written',
    check: verifyRunAsyncUniqueParallel,
  },
} satisfies RuleTable

async function verifyRunAsyncRunId(target: Target): Promise<string | undefined> {
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

/** Lists the values that differ between the bodies of all starts or, without such values, between their Location headers. */
function listDifferingValues(starts: readonly Exchange[]): Leaf[] {
  const inBodies = findDifferingLeaves(starts.map(readBodyWithId))
  if (inBodies.length > 0) return inBodies

  const locations = findDifferingLeaves(starts.map(readLocation))
  return locations.map(({ value }) => ({ pointer: 'Location', value }))
}

/** Fails the rule unless the response to an async start has a run ID. Returns advice if any value was accepted as the ID. */
export function expectStarted({ runIdField }: Target, exchange: Exchange): string | undefined {
  expectSuccess(exchange)

  if (runIdField !== undefined) {
    const hasId = select(exchange.body, runIdField).some(({ value }) => isRunId(value))
    const expected = `a run ID: a string or a number at ${runIdField}, which the target claims as runIdField`
    expectThat(hasId, { expected, exchange })
    return undefined
  }

  const values = [...listLeaves(readBodyWithId(exchange)), ...listLeaves(readLocation(exchange))]
  const expected = 'a run ID: a string or a number somewhere in the body, or in Location'
  expectThat(
    values.some(({ value }) => isRunId(value)),
    { expected, exchange },
  )
  return ANY_VALUE_ACCEPTED
}

function isRunId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

const ANY_VALUE_ACCEPTED =
  'Any text or number was taken for the run ID. claims: { runIdField: … }, a JSON pointer, says which one it is, and makes the check exact.'

/** Starts three runs, and expects each to have a run ID of its own. */
async function expectUniqueIds(target: Target, run: RunRequest): Promise<string | undefined> {
  const first = requirePreconditionSuccess(await runWorkflow(target, run))
  const second = await runWorkflow(target, run)
  expectSuccess(second)
  // A time in seconds may differ between two runs, but not between three runs in a row.
  const third = await runWorkflow(target, run)
  expectSuccess(third)

  if (target.runIdField !== undefined) {
    expectNoRepeatedId(target, target.runIdField, third)
    return undefined
  }

  const differingValues = listDifferingValues([first, second, third])
  expectThat(differingValues.length > 0, {
    expected: 'a run ID: a string or a number that is another one in each of three runs',
    exchange: third,
  })
  const places = differingValues.map(({ pointer }) => pointer || 'the body')
  if (differingValues.every(({ value }) => mayBeTime(value))) throw createOnlyTimeError(places[0], third)

  return `The check treated each value that differs between starts as the run ID: ${places.join(', ')}. Declare claims: { runIdField: … } to make the check exact.`
}

function createOnlyTimeError(place: string | undefined, exchange: Exchange): PreconditionFailed {
  return new PreconditionFailed(
    `${place} alone differs from start to start, and it looks like a time: claims: { runIdField: … } says where the run ID is`,
    exchange,
  )
}

/** Compares the run IDs of all starts of a workflow so far, including those of earlier checks. */
function expectNoRepeatedId(target: Target, runIdField: string, lastStart: Exchange): void {
  const starts = target.asyncStartsAt(lastStart.request.url)
  const ids = starts.flatMap(({ body }) => select(body, runIdField).map(({ value }) => JSON.stringify(value)))
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index)

  const found = repeatedId === undefined ? `${ids.length} run IDs` : `${repeatedId} more than once`
  const expected = `another run ID at ${runIdField} in each of ${starts.length} starts, found ${found}`
  expectThat(repeatedId === undefined && ids.length === starts.length, { expected, exchange: lastStart })
}

/** Starts concurrent runs, and expects each to have a run ID of its own. */
async function verifyRunAsyncUniqueParallel(target: Target): Promise<void> {
  const start = () => runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' })
  requirePreconditionSuccess(await start())

  const exchanges = await sendConcurrently(start)
  for (const exchange of exchanges) expectSuccess(exchange)

  const [first] = exchanges
  if (first === undefined) return
  if (target.runIdField !== undefined) {
    expectNoRepeatedId(target, target.runIdField, first)
    return
  }

  expectThat(listDifferingValues(exchanges).length > 0, {
    expected: `a run ID: a string or a number that is another one in each of ${CONCURRENT_REQUESTS} concurrent starts`,
    exchange: first,
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
