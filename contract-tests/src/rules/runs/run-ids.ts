import { atOnce, type RunCall, runWorkflow, together } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import { differingLeaves, leaves, select } from '../../target/select.ts'
import type { Target } from '../../target/target.ts'
import { controlSuccess, expectSuccess, expectThat } from '../expectations.ts'
import { ControlFailed, type RuleTable } from '../rule.ts'

export const runIdRules = {
  'RUN-ASYNC.run-id': { statement: 'the answer to an async start carries a run ID', check: runAsyncRunId },
  'RUN-ASYNC-UNIQUE': {
    statement: 'each async run has a run ID of its own',
    lookAt: 'where the run ID comes from, and whether it is the one of the workflow or of the session',
    check: (target: Target) => expectUniqueIds(target, { workflow: target.fixtures.slow, mode: 'async' }),
  },
  'RUN-ASYNC-UNIQUE.arguments': {
    statement: 'each async run that is started with arguments has a run ID of its own',
    since: '2026-12',
    lookAt: 'whether a start with arguments is a start: in mode async it is answered with a run ID, however quick the run is',
    check: (target: Target) => {
      const { typed } = target.fixtures
      return expectUniqueIds(target, { workflow: typed, args: typed.validArguments, mode: 'async' })
    },
  },
  'RUN-ASYNC-UNIQUE.parallel': {
    statement: 'each of several async starts at once is given a run ID of its own',
    since: '2026-12',
    lookAt: 'how a run ID is made: of the time alone, or of a counter that is read before it is written',
    check: runAsyncUniqueParallel,
  },
} satisfies RuleTable

async function runAsyncRunId(target: Target): Promise<string | undefined> {
  return expectStarted(target, await runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' }))
}

/** What may hold the run ID of a start: no document shows whether the answer is JSON, or one word of text. */
function saidBy({ body, text }: Exchange): unknown {
  return body ?? /^\s*([^\s<]+)\s*$/.exec(text)?.[1]
}

/** What may hold it otherwise: the place of the run. */
function placeIn({ headers }: Exchange): unknown {
  return headers.get('location') ?? undefined
}

/** What differs from start to start in their bodies, or, if nothing does, in the places that they tell. */
function differingIn(starts: readonly Exchange[]): ReturnType<typeof differingLeaves> {
  const inBodies = differingLeaves(starts.map(saidBy))
  if (inBodies.length > 0) return inBodies
  return differingLeaves(starts.map(placeIn)).map(({ value }) => ({ pointer: 'Location', value }))
}

/** Fails the rule unless a start is answered with a run ID. Returns what weakens that. */
export function expectStarted({ runIdField }: Target, exchange: Exchange): string | undefined {
  expectSuccess(exchange)
  const found =
    runIdField === undefined ? [...leaves(saidBy(exchange)), ...leaves(placeIn(exchange))] : select(exchange.body, runIdField)
  const identifies = found.some(({ value }) => (typeof value === 'string' && value !== '') || typeof value === 'number')
  const place =
    runIdField === undefined ? 'somewhere in the body, or in Location' : `at ${runIdField}, which the target claims as runIdField`
  expectThat(identifies, { expected: `a run ID: a string or a number ${place}`, in: exchange })
  return runIdField === undefined ? withoutClaim : undefined
}

const withoutClaim =
  'Any text or number was taken for the run ID. claims: { runIdField: … }, a JSON pointer, says which one it is, and makes the check exact.'

async function expectUniqueIds(target: Target, call: RunCall): Promise<string | undefined> {
  const { runIdField } = target
  const first = controlSuccess(await runWorkflow(target, call))
  const second = await runWorkflow(target, call)
  expectSuccess(second)
  // A start time in seconds may differ between two runs, and not between three that follow each other closely.
  const third = await runWorkflow(target, call)
  expectSuccess(third)
  if (runIdField !== undefined) return expectNoneTwice(target, runIdField, third)
  const differing = differingIn([first, second, third])
  expectThat(differing.length > 0, {
    expected: 'a run ID: a string or a number that is another one in each of three runs',
    in: third,
  })
  const [only] = differing
  if (differing.every(({ value }) => isTime(value))) {
    throw new ControlFailed(
      `${only?.pointer || 'the body'} alone differs from start to start, and it looks like a time: claims: { runIdField: … } says where the run ID is`,
      third,
    )
  }
  return `What differs from start to start was taken for the run ID: ${differing.map(({ pointer }) => pointer || 'the body').join(', ')}. claims: { runIdField: … } says which it is, and makes the check exact.`
}

/** Compares the run IDs of all starts of a workflow so far, those of earlier checks as well. */
function expectNoneTwice(target: Target, runIdField: string, last: Exchange): undefined {
  const starts = target.startsAt(last.call.url)
  const ids = starts.flatMap(({ body }) => select(body, runIdField).map(({ value }) => JSON.stringify(value)))
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  const found = twice === undefined ? `${ids.length} run IDs` : `${twice} more than once`
  const expected = `another run ID at ${runIdField} in each of ${starts.length} starts, found ${found}`
  expectThat(twice === undefined && ids.length === starts.length, { expected, in: last })
}

async function runAsyncUniqueParallel(target: Target): Promise<void> {
  const start = () => runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' })
  controlSuccess(await start())
  const answers = await together(start)
  for (const answer of answers) expectSuccess(answer)
  const [first] = answers
  if (first === undefined) return
  if (target.runIdField !== undefined) return void expectNoneTwice(target, target.runIdField, first)
  const differs = differingIn(answers).length > 0
  expectThat(differs, {
    expected: `a run ID: a string or a number that is another one in each of ${atOnce} starts at once`,
    in: first,
  })
}

const aDay = 86_400_000

/** Whether a value may be the time at which a run began: a date, or a number of seconds or less since 1970. */
function isTime(value: string | number): boolean {
  const isNear = (time: number): boolean => Math.abs(time - Date.now()) < aDay
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value))
    return /\d{4}-\d\d-\d\d|\d\d:\d\d/.test(value) && isNear(Date.parse(value))
  return [1000, 1, 0.001, 0.000_001].some((factor) => isNear(Number(value) * factor))
}
