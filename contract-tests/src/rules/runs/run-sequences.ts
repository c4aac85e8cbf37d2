import { selectEntries } from '../../catalogues/catalogue.ts'
import { type RunKind, runKinds, walkPairs } from '../../catalogues/run-sequences.ts'
import { type RunRequest, runWorkflow } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { isObject, isSuccess, verifyEach } from '../expectations.ts'
import { PreconditionFailed, type RuleTable, RuleViolation } from '../rule.ts'
import { parameterOf } from './echoes.ts'

export const runSequenceRules = {
  'RUN-SYNC-BODY.sequence': {
    statement:
      'the response to a run has nothing of an earlier run: of another workflow, with another key, failed, refused or started',
    advice: 'Check which variables outlive a request: members of singletons, defaults, caches, and the context of a worker.',
    check: verifyNothingIsLeft,
  },
} satisfies RuleTable

/** A kind of run: its request, with a text that only this run sends, and the expected response. */
interface Step {
  readonly createRun: (text: string) => RunRequest
  /** Describes how a response differs from the response to a run of this kind, or returns undefined. */
  readonly describeProblem: (exchange: Exchange, text: string) => string | undefined
}

/** A run of the sequence. */
interface SentRun {
  readonly id: RunKind
  readonly description: string
  readonly step: Step
  readonly text: string
  readonly exchange: Exchange
}

/** Sends runs of several kinds, so that each kind comes directly after each other kind, and expects each response to be its own. */
async function verifyNothingIsLeft(target: Target): Promise<void> {
  const steps = createSteps(target)
  const kinds = selectEntries(runKinds, target).filter(({ id }) => id !== 'other-workflow' || 'secondWorkflow' in target.fixtures)

  const runs: SentRun[] = []
  for (const { description, id } of walkPairs(kinds)) {
    const step = steps[id]
    const text = `text-of-run-${runs.length + 1}-`
    runs.push({ id, description, step, text, exchange: await runWorkflow(target, step.createRun(text)) })
  }

  requireEachKind(runs)
  await verifyEach(runs.entries(), async ([index, run]) => expectOwnResponse(run, runs.slice(0, index)))
}

/** Blocks the rule if a kind of run never gets its response. Other checks report that. */
function requireEachKind(runs: readonly SentRun[]): void {
  const hasOwnResponse = ({ exchange, step, text }: SentRun) => step.describeProblem(exchange, text) === undefined

  for (const run of runs) {
    const isExpectedOnce = runs.some((other) => other.id === run.id && hasOwnResponse(other))
    if (isExpectedOnce) continue
    throw new PreconditionFailed(`expected ${run.step.describeProblem(run.exchange, run.text)}`, run.exchange)
  }
}

function expectOwnResponse({ description, exchange, id, step, text }: SentRun, earlierRuns: readonly SentRun[]): void {
  const previous = earlierRuns.at(-1)
  const place = previous === undefined ? 'first' : `after ${previous.description}`

  const owner = earlierRuns.find((earlier) => exchange.text.includes(earlier.text))
  if (owner !== undefined) {
    const age = earlierRuns.length - earlierRuns.indexOf(owner)
    throw new RuleViolation(
      `expected nothing of an earlier run in ${description}, found "${owner.text}" of ${owner.description}, ${age} before it`,
      exchange,
    )
  }

  const problem = step.describeProblem(exchange, text) ?? describeRepetition(id, exchange, previous)
  if (problem !== undefined) throw new RuleViolation(`expected ${problem} of ${description}, sent ${place}`, exchange)
}

/** Describes an async start with the same response as a run of another kind before it. No document shows what a start has. */
function describeRepetition(id: RunKind, exchange: Exchange, previous: SentRun | undefined): string | undefined {
  const isRepeated = id === 'started' && previous?.id !== id && exchange.text !== '' && exchange.text === previous?.exchange.text
  return isRepeated ? 'a response of its own, found the previous one again' : undefined
}

function createSteps(target: Target): Readonly<Record<RunKind, Step>> {
  const { echo, failing } = target.fixtures
  const name = parameterOf(target, 'string')
  const secondWorkflow = 'secondWorkflow' in target.fixtures ? target.fixtures.secondWorkflow : echo

  return {
    succeeded: {
      createRun: (text) => ({ workflow: echo, args: { [name]: text } }),
      describeProblem: (exchange, text) => describeSuccess(exchange) ?? describeEcho(exchange, name, text),
    },
    'without-arguments': {
      createRun: () => ({ workflow: echo, args: {} }),
      describeProblem: describeSuccess,
    },
    failed: { createRun: () => ({ workflow: failing }), describeProblem: describeFailure },
    started: {
      createRun: (text) => ({ workflow: echo, args: { [name]: text }, mode: 'async' }),
      describeProblem: (exchange) => (isSuccess(exchange) ? undefined : `an accepted start, found ${exchange.status}`),
    },
    malformed: {
      createRun: (text) => ({ workflow: echo, body: { args: text, mode: 'sync' } }),
      describeProblem: (exchange) => describeStatus(exchange, 400),
    },
    'wrong-key': {
      createRun: () => ({ workflow: echo, args: {}, authorization: 'Bearer wrong-key' }),
      describeProblem: (exchange) => describeStatus(exchange, 401),
    },
    'other-workflow': {
      createRun: () => ({ workflow: secondWorkflow }),
      describeProblem: describeSuccess,
    },
  }
}

function describeStatus({ status }: Exchange, expected: number): string | undefined {
  return status === expected ? undefined : `status ${expected}, found ${status}`
}

function describeSuccess(exchange: Exchange): string | undefined {
  const { error, status } = Object(exchange.body)
  if (exchange.status !== 200) return describeStatus(exchange, 200)
  if (status !== 'success') return `status success in the result, found ${JSON.stringify(status)}`
  return 'name' in Object(error) ? 'a result without an error' : undefined
}

function describeEcho({ body }: Exchange, name: string, text: string): string | undefined {
  const { result } = Object(body)
  const isOwn = isObject(result) && result[name] === text
  return isOwn ? undefined : `"${text}" in the result`
}

/** No document states the HTTP status of a failed run (RUN-FAILED-HTTP). */
function describeFailure({ body }: Exchange): string | undefined {
  const { error, status } = Object(body)
  const isFailed = status === 'failed' && isObject(error)
  return isFailed ? undefined : `status failed and an error in the result, found ${JSON.stringify(status)}`
}
