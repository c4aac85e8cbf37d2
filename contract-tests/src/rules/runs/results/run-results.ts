import { document } from '@wfhost/openapi'
import { runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { FalsyFixture, Target } from '../../../target/target.ts'
import { measureDuration } from '../../../waiting.ts'
import {
  expectObjectBody,
  expectStatus,
  expectThat,
  isObject,
  requireStatus,
  verifyEach,
  warnUnlessJsonType,
} from '../../expectations.ts'
import { PreconditionError, type RuleTable, RuleWarning } from '../../rule.ts'
import { findParameterName } from '../echoes.ts'

export const runResultRules = {
  'RUN-OK': {
    statement: 'a successful sync run returns 200 and a run result',
    warnsOf: 'a byte order mark before the JSON, and another content type than JSON',
    check: verifyRunResultIsJson,
  },
  'RUN-SYNC': {
    statement: 'the response to a sync run comes after the workflow ends, and has its output',
    check: verifyResponseAfterRunEnds,
  },
  'RUN-SYNC-BODY': {
    statement: 'the response to a sync run has status, result or error, and stepOutputs',
    check: verifyMembersOfRunResult,
  },
  'RUN-STATUS': {
    statement: 'the status of a run is success if it succeeds and failed if it fails',
    check: verifyStatusOfRuns,
  },
  'RUN-RESULT': { statement: 'a successful run has the output of the workflow as its result', check: verifyResultIsOutput },
  'RUN-RESULT.falsy': {
    statement: 'a run may have null, 0, an empty text or false as its result',
    advice: 'Check how the body is written: a serializer may omit empty values, or code may test the result for truth.',
    check: verifyFalsyResults,
  },
  'RUN-ERROR': {
    statement: 'a failed run has an error with the strings name, value and traceback',
    warnsOf: 'an empty name or traceback, and a result beside the error',
    check: verifyErrorOfFailedRun,
  },
} satisfies RuleTable

const { RunFailed, RunSucceeded } = document.components.schemas

/** The documented members of a run result (RUN-SYNC-BODY). */
export const runMembers: ReadonlySet<string> = new Set([...RunSucceeded.required, ...RunFailed.required])

/** Checks that a sync run returns 200 and a run result. Warns of a byte order mark, or a content type other than JSON. */
async function verifyRunResultIsJson(target: Target): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, mode: 'sync' })
  expectStatus(exchange, 200)
  // A login page also has status 200.
  expectThat('status' in expectObjectBody(exchange), { expected: 'the result of a run, with a status', exchange })

  // RFC 8259, section 8.1 forbids a byte order mark, and only allows readers to ignore it.
  if (exchange.text.startsWith('\ufeff')) throw new RuleWarning('expected no byte order mark before the JSON', exchange)

  warnUnlessJsonType(exchange)
}

/** The least share of the declared duration that a run must take. It allows for an inexact declaration. */
const MIN_DURATION_RATIO = 0.5

/**
 * Checks that the response to a sync run comes after the workflow has ended: runs the slow workflow, and expects its result. A
 * response without the result fails the rule.
 *
 * A response that has the result but comes too soon only blocks the rule. The configuration may declare a wrong duration, or the
 * server may return the result of an earlier run. This check cannot distinguish the two.
 */
async function verifyResponseAfterRunEnds(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const { durationMs, exchange } = await measureDuration(runWorkflow(target, { workflow, mode: 'sync' }))
  expectStatus(exchange, 200)
  expectResult(exchange, workflow.result)

  const minDurationMs = MIN_DURATION_RATIO * workflow.durationMs
  target.recordMeasurement({
    title: 'the response to a sync run',
    measuredMs: durationMs,
    atLeastMs: minDurationMs,
    comparedWith: [{ name: 'the workflow, as declared', durationMs: workflow.durationMs }],
  })

  if (durationMs >= minDurationMs) return

  throw new PreconditionError(
    `expected a run of ${workflow.durationMs} ms as in fixtures.slow.durationMs, found ${Math.round(durationMs)} ms; the response may belong to an earlier run`,
    exchange,
  )
}

/** Fails the rule unless a run has succeeded with the declared result of its workflow. */
function expectResult(exchange: Exchange, declaredResult: string): void {
  const { result, status } = expectObjectBody(exchange)
  const found = `found status ${JSON.stringify(status)} and the result ${JSON.stringify(result)}`
  const expected = `status success and the result "${declaredResult}" after the end of the workflow, ${found}`

  expectThat(status === 'success' && result === declaredResult, { expected, exchange })
}

/** Checks that a successful run and a failed run have the documented members. */
async function verifyMembersOfRunResult(target: Target): Promise<void> {
  const succeeded = requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo }))
  // The source document does not state the HTTP status of a failed run (RUN-FAILED-HTTP).
  const failed = await runWorkflow(target, { workflow: target.fixtures.failing })

  await verifyEach([succeeded, failed], async (exchange) => {
    const expectations = listMemberExpectations(expectObjectBody(exchange))
    await verifyEach(expectations, async ({ expected, holds }) => expectThat(holds, { expected, exchange }))
  })
}

function listMemberExpectations(body: Readonly<Record<string, unknown>>): { expected: string; holds: boolean }[] {
  const { error, status, stepOutputs } = body
  const hasError = 'name' in Object(error)

  return [
    { expected: 'the member status in the body', holds: 'status' in body },
    { expected: 'the member result or error in the body', holds: 'result' in body || 'error' in body },
    { expected: 'stepOutputs as an object', holds: isObject(stepOutputs) },
    {
      expected: 'no error of a failed run beside status success',
      holds: status !== 'success' || !hasError,
    },
  ]
}

/** Checks that a run has the status success or failed, and that a failed run does not affect the next one. */
async function verifyStatusOfRuns(target: Target): Promise<void> {
  const { echo, failing } = target.fixtures
  const succeeded = requireStatus(await runWorkflow(target, { workflow: echo }))
  expectRunStatus(succeeded, 'success')

  const failed = await runWorkflow(target, { workflow: failing })
  expectRunStatus(failed, 'failed')

  const succeededAgain = requireStatus(await runWorkflow(target, { workflow: echo }))
  expectRunStatus(succeededAgain, 'success', 'a run after a failed one')
}

/** Fails the rule unless the result of a run has a status. `description` describes the run in the message. */
function expectRunStatus(exchange: Exchange, expectedStatus: 'success' | 'failed', description?: string): void {
  const { status } = expectObjectBody(exchange)
  const run = description === undefined ? '' : ` of ${description}`
  const expected = `status ${expectedStatus}${run}`
  const found = `${JSON.stringify(status) ?? 'none'}`
  expectThat(status === expectedStatus, { expected, found, exchange })
}

/** The texts that are sent one after another, so that a constant result cannot satisfy all of them. */
const sentTexts = ['first', 'second', 'third']

/**
 * Checks that a run has the output of its workflow as the result. Runs the echo workflow, which returns its arguments, with
 * several texts and without arguments.
 */
async function verifyResultIsOutput(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const parameterName = findParameterName(target, 'string')

  for (const text of sentTexts) {
    const exchange = requireStatus(await runWorkflow(target, { workflow, args: { [parameterName]: text } }))
    const { result } = expectObjectBody(exchange)
    const echoedText = isObject(result) ? result[parameterName] : undefined
    expectThat(echoedText === text, { expected: `"${text}" in the result`, exchange })
  }

  const exchangeWithoutArguments = requireStatus(await runWorkflow(target, { workflow, args: {} }))
  expectEmptyResult(exchangeWithoutArguments, parameterName)
}

/** Fails the rule if a run without arguments returns an argument of an earlier run, or a list. */
function expectEmptyResult(exchange: Exchange, name: string): void {
  const { result } = expectObjectBody(exchange)
  // PHP has one type for lists and objects, and writes an empty object as an empty list.
  const isList = Array.isArray(result)
  expectThat(!isList, { expected: 'an object without members as the result', found: 'a list', exchange })

  const value = isObject(result) ? result[name] : undefined
  const isOfEarlierRun = sentTexts.some((text) => text === value)
  const expected = `a result without the argument ${name} of an earlier run, because none was sent`
  expectThat(!isOfEarlierRun, { expected, exchange })
}

/** Checks that null, 0, an empty text and false are returned as results. */
async function verifyFalsyResults(target: Target): Promise<void> {
  await verifyEach(target.fixtures.falsyOutputs, async (workflow) => {
    const exchange = await runWorkflow(target, { workflow })
    const body = expectObjectBody(exchange)
    requireStatus(exchange)

    const description = `a run of ${workflow.flowId} with the output ${JSON.stringify(workflow.result)}`
    expectRunStatus(exchange, 'success', description)
    expectFalsyResult(body, { workflow, place: 'result', exchange })
  })
}

interface FalsyResult {
  readonly workflow: FalsyFixture
  /** The place of the result in the body, for the message. */
  readonly place: string
  readonly exchange: Exchange
}

/** Fails the rule unless the output of a workflow or a step has the declared falsy result. */
export function expectFalsyResult(output: Readonly<Record<string, unknown>>, { exchange, place, workflow }: FalsyResult): void {
  const hasResult = 'result' in output
  const found = hasResult ? JSON.stringify(output['result']) : 'no such member'
  const expected = `${JSON.stringify(workflow.result)} as ${place} of a run of ${workflow.flowId}, found ${found}`
  expectThat(hasResult && output['result'] === workflow.result, { expected, exchange })
}

/**
 * Checks that a failed run has an error with the strings name, value and traceback. The name and the value must be the
 * declared ones of `fixtures.failing.error`.
 *
 * @returns advice if the fixtures declare no error
 */
async function verifyErrorOfFailedRun(target: Target): Promise<string | undefined> {
  const { error: declaredError, ...workflow } = target.fixtures.failing
  const exchange = await runWorkflow(target, { workflow })
  const body = expectObjectBody(exchange)
  const error = isObject(body['error']) ? body['error'] : {}

  await verifyEach(['name', 'value', 'traceback'] as const, async (member) => {
    const declaredText = member === 'traceback' ? undefined : declaredError?.[member]
    expectErrorText(exchange, error, { member, declaredText })
  })
  warnOfResult(body, 'a failed run', exchange)

  return declaredError === undefined ? NO_DECLARED_ERROR : undefined
}

interface ErrorMember {
  readonly member: 'name' | 'value' | 'traceback'
  /** The text that the fixtures declare for this member. */
  readonly declaredText: string | undefined
}

/**
 * Fails the rule unless a member of an error is a string. If the fixtures declare a text for the member, the string must be this
 * text. Warns of an empty name or traceback, because every error has a type and a stack. Its message, `value`, may be empty.
 */
function expectErrorText(
  exchange: Exchange,
  error: Readonly<Record<string, unknown>>,
  { declaredText, member }: ErrorMember,
): void {
  const text = error[member]
  expectThat(typeof text === 'string', { expected: `a string as error.${member}`, exchange })

  expectThat(declaredText === undefined || text === declaredText, {
    expected: `"${declaredText}" as error.${member}, as in fixtures.failing.error`,
    found: `"${text}"`,
    exchange,
  })

  const mayBeEmpty = member === 'value'
  if (text === '' && !mayBeEmpty) throw new RuleWarning(`expected a text as error.${member}, found an empty one`, exchange)
}

const NO_DECLARED_ERROR =
  'The name and the message of the error were not compared. Declare both as fixtures.failing.error to check them.'

/** Warns of a result beside an error. Section 2.3 has a result on success, and an error on failure. */
export function warnOfResult({ result }: Readonly<Record<string, unknown>>, description: string, exchange: Exchange): void {
  if (result === undefined || result === null) return
  const found = JSON.stringify(result)
  throw new RuleWarning(`expected no result beside the error of ${description}, found ${found}`, exchange)
}
