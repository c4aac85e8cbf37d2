import { selectEntries } from '../../../catalogues/catalogue.ts'
import { type RunKind, runKinds, walkPairs } from '../../../catalogues/run-sequences.ts'
import { type RunRequest, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { isObject, isSuccess, verifyEach } from '../../expectations.ts'
import { PreconditionError, type RuleTable, RuleViolation } from '../../rule.ts'
import { findParameterName } from '../echoes.ts'

export const runSequenceRules = {
  'RUN-SYNC-BODY.sequence': {
    statement:
      'the response to a run has nothing of an earlier run: of another workflow, with another key, failed, refused or started',
    advice: 'Check which variables outlive a request: members of singletons, defaults, caches, and the context of a worker.',
    check: verifyNothingIsLeft,
  },
} satisfies RuleTable

/** How to send a kind of run, and how to recognize its response. */
interface RunScenario {
  /** Creates the request. `text` is a text that only this run sends. */
  readonly createRequest: (text: string) => RunRequest
  /** Describes a wrong response to this kind of run. Returns undefined for a right one. Continues the word "expected". */
  readonly describeProblem: (exchange: Exchange, text: string) => string | undefined
}

/** A run of the sequence, with its response. */
interface SentRun {
  readonly kind: RunKind
  /** Names the run in messages. */
  readonly description: string
  readonly scenario: RunScenario
  /** The text that only this run sends. */
  readonly text: string
  readonly exchange: Exchange
}

/**
 * Checks that a run leaves nothing behind for later runs. Sends runs of several kinds: successful, failed, refused, started
 * and others. Each kind comes directly after each other kind, and each response must belong to its own run.
 */
async function verifyNothingIsLeft(target: Target): Promise<void> {
  const scenarios = createScenarios(target)
  const hasSecondWorkflow = 'secondWorkflow' in target.fixtures
  const kinds = selectEntries(runKinds, target).filter(({ id }) => id !== 'other-workflow' || hasSecondWorkflow)

  const runs: SentRun[] = []
  for (const { description, id: kind } of walkPairs(kinds)) {
    const scenario = scenarios[kind]
    const text = `text-of-run-${runs.length + 1}-`
    const exchange = await runWorkflow(target, scenario.createRequest(text))
    runs.push({ kind, description, scenario, text, exchange })
  }

  requireEachKindOnce(runs)
  await verifyEach(runs.entries(), async ([index, run]) => expectOwnResponse(run, runs.slice(0, index)))
}

/** Blocks the rule unless each kind of run has its own response at least once. Other checks report a kind that never has. */
function requireEachKindOnce(runs: readonly SentRun[]): void {
  for (const run of runs) {
    const runsOfKind = runs.filter(({ kind }) => kind === run.kind)
    if (runsOfKind.some((sameKind) => describeMissingPart(sameKind) === undefined)) continue

    throw new PreconditionError(`expected ${describeMissingPart(run)}`, run.exchange)
  }
}

/** Describes what the response to a run lacks, or returns undefined if it lacks nothing. */
function describeMissingPart({ exchange, scenario, text }: SentRun): string | undefined {
  return scenario.describeProblem(exchange, text)
}

/** Fails the rule if a response has a text of an earlier run, or is not the response to a run of its kind. */
function expectOwnResponse(run: SentRun, earlierRuns: readonly SentRun[]): void {
  const { description, exchange } = run

  const textOwner = earlierRuns.find((earlierRun) => exchange.text.includes(earlierRun.text))
  if (textOwner !== undefined) {
    const expected = `expected nothing of an earlier run in the response to ${description}`
    throw new RuleViolation(`${expected}, found ${describeForeignText(textOwner, earlierRuns)}`, exchange)
  }

  const previousRun = earlierRuns.at(-1)
  const expectation = describeMissingPart(run) ?? describeRepetition(run, previousRun)
  if (expectation === undefined) return

  const order = previousRun === undefined ? 'the first run' : `sent after ${previousRun.description}`
  throw new RuleViolation(`expected ${expectation}, in the response to ${description}, ${order}`, exchange)
}

/** Describes the text of an earlier run, and how many runs ago it was sent. */
function describeForeignText(textOwner: SentRun, earlierRuns: readonly SentRun[]): string {
  const runsAgo = earlierRuns.length - earlierRuns.indexOf(textOwner)
  const order = runsAgo === 1 ? 'the run before it' : `sent ${runsAgo} runs before it`
  return `"${textOwner.text}" of ${textOwner.description}, ${order}`
}

/**
 * Describes an async start with the same response as the run before it, if that was a run of another kind. No document
 * states what the response to a start contains, so only the repetition shows the defect.
 */
function describeRepetition({ exchange, kind }: SentRun, previousRun: SentRun | undefined): string | undefined {
  if (kind !== 'started' || previousRun === undefined || previousRun.kind === 'started') return undefined

  const isRepeated = exchange.text !== '' && exchange.text === previousRun.exchange.text
  return isRepeated ? 'a response of its own, found the previous one again' : undefined
}

/**
 * Creates the scenario of each kind of run: its request, and how to describe a wrong response. The report prints "expected"
 * before a description, such as `status 400, found 200`.
 *
 * `text` is unique for each run, and the echo workflow returns it, so a response shows to which run it belongs.
 */
function createScenarios(target: Target): Readonly<Record<RunKind, RunScenario>> {
  const { echo, failing } = target.fixtures
  const parameterName = findParameterName(target, 'string')

  return {
    succeeded: {
      createRequest: (text) => ({ workflow: echo, args: { [parameterName]: text } }),
      describeProblem: (exchange, text) => describeMissingSuccess(exchange) ?? describeMissingEcho(exchange, parameterName, text),
    },
    'without-arguments': {
      createRequest: () => ({ workflow: echo, args: {} }),
      describeProblem: describeMissingSuccess,
    },
    failed: {
      createRequest: () => ({ workflow: failing }),
      describeProblem: describeMissingFailure,
    },
    // An async start: its response comes before the run has ended.
    started: {
      createRequest: (text) => ({ workflow: echo, args: { [parameterName]: text }, mode: 'async' }),
      describeProblem: describeRefusedStart,
    },
    // `args` must be an array, and this is a text.
    malformed: {
      createRequest: (text) => ({ workflow: echo, body: { args: text, mode: 'sync' } }),
      describeProblem: (exchange) => describeUnexpectedStatus(exchange, 400),
    },
    'wrong-key': {
      createRequest: () => ({ workflow: echo, args: {}, authorization: 'Bearer wrong-key' }),
      describeProblem: (exchange) => describeUnexpectedStatus(exchange, 401),
    },
    // This kind is sent only if the fixtures declare a second workflow.
    'other-workflow': {
      createRequest: () => ({ workflow: target.fixtures.secondWorkflow }),
      describeProblem: describeMissingSuccess,
    },
  }
}

function describeRefusedStart(exchange: Exchange): string | undefined {
  return isSuccess(exchange) ? undefined : `an accepted start, found ${exchange.status}`
}

function describeUnexpectedStatus({ status }: Exchange, expected: number): string | undefined {
  return status === expected ? undefined : `status ${expected}, found ${status}`
}

function describeMissingSuccess(exchange: Exchange): string | undefined {
  if (exchange.status !== 200) return describeUnexpectedStatus(exchange, 200)

  const { error, status } = readMembers(exchange)
  if (status !== 'success') return `status success in the result, found ${JSON.stringify(status)}`

  const hasError = isObject(error) && 'name' in error
  return hasError ? 'a result without an error' : undefined
}

function describeMissingEcho(exchange: Exchange, parameterName: string, text: string): string | undefined {
  const { result } = readMembers(exchange)
  const hasOwnText = isObject(result) && result[parameterName] === text
  return hasOwnText ? undefined : `"${text}" in the result`
}

/** No document states the HTTP status of a failed run (RUN-FAILED-HTTP). */
function describeMissingFailure(exchange: Exchange): string | undefined {
  const { error, status } = readMembers(exchange)
  const isFailed = status === 'failed' && isObject(error)
  return isFailed ? undefined : `status failed and an error in the result, found ${JSON.stringify(status)}`
}

/** Returns the members of a body, or none if the body is not a JSON object. */
function readMembers({ body }: Exchange): Readonly<Record<string, unknown>> {
  return isObject(body) ? body : {}
}
