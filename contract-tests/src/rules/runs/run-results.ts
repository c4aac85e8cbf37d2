import { document } from '@wfhost/openapi'
import { type RunCall, runWorkflow, timed } from '../../calls.ts'
import { NotDeclared } from '../../target/connect-target.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { FalsyFixture, Target } from '../../target/target.ts'
import { control, expectStatus, expectThat, inEach, isObject, objectBody } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { parameterOf } from './echoes.ts'

export const runResultRules = {
  'RUN-OK': { statement: 'a successful call of a sync run is answered with 200 and a run result', check: runOk },
  'RUN-SYNC': {
    statement: 'with mode sync the response comes when the workflow has ended, and carries what it returned',
    check: runSync,
  },
  'RUN-SYNC-BODY': { statement: 'the answer to a sync run has status, result or error, and stepOutputs', check: runSyncBody },
  'RUN-STATUS': { statement: 'the status is success for a run that succeeds and failed for one that fails', check: runStatus },
  'RUN-RESULT': { statement: 'a run that succeeds carries the output of the workflow as its result', check: runResult },
  'RUN-RESULT.falsy': {
    statement: 'a run whose output is null, 0, an empty text or false succeeds, and carries that as its result',
    since: '2026-12',
    lookAt: 'how the body is written: a serializer that leaves out what is empty, or a result that is tested for truth',
    check: runResultFalsy,
  },
  'RUN-ERROR': { statement: 'a failed run carries an error with the strings name, value and traceback', check: runError },
  'RUN-STEPS': {
    statement: 'stepOutputs maps a step identifier to a status with the result or the error of the step',
    check: runSteps,
  },
  'RUN-STEPS.success': {
    statement: 'in a run that succeeds each step has the status success or failed, with its result or error, of this run alone',
    since: '2026-12',
    check: runStepsSuccess,
  },
  'RUN-STEPS.falsy': {
    statement: 'a step whose output is null, 0, an empty text or false has that as its result',
    since: '2026-12',
    check: runStepsFalsy,
  },
  'RUN-STEPS-FAILED': { statement: 'in a failed run the step that failed says so, with its own error', check: runStepsFailed },
} satisfies RuleTable

const { RunFailed, RunSucceeded } = document.components.schemas

/** The members of the result of a run (RUN-SYNC-BODY). */
export const runMembers: ReadonlySet<string> = new Set([...RunSucceeded.required, ...RunFailed.required])

async function runOk(target: Target): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, mode: 'sync' })
  expectStatus(exchange, 200)
  // A page to log in comes with 200, too.
  expectThat('status' in objectBody(exchange), { expected: 'the result of a run, with a status', in: exchange })
  // RFC 8259, section 8.1: a server must not send one, and who reads it may ignore it.
  if (exchange.text.startsWith('\ufeff')) throw new RuleWarning('expected no byte order mark before the JSON', exchange)
  const type = exchange.headers.get('content-type') ?? 'none'
  // The source document has JSON everywhere, and no word on the type of an answer.
  if (!/^application\/(.+\+)?json\b/i.test(type))
    throw new RuleWarning(`expected the type application/json, found ${type}`, exchange)
}

async function runSync(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const { exchange, tookMs } = await timed(runWorkflow(target, { workflow, mode: 'sync' }))
  expectStatus(exchange, 200)
  const { status, result } = objectBody(exchange)
  expectThat(status === 'success' && result === workflow.result, {
    expected: `status success and the result "${workflow.result}" of the ended workflow, found status ${JSON.stringify(status)} and the result ${JSON.stringify(result)}`,
    in: exchange,
  })
  // An async start is held to come sooner than this, so the figure has to be of this workflow.
  if (tookMs >= shareOfDuration * workflow.durationMs) return
  const found = `${Math.round(tookMs)} ms`
  throw new ControlFailed(
    `expected a run of ${workflow.durationMs} ms, as fixtures.slow.durationMs says, found ${found}; it may be the answer to a run before`,
    exchange,
  )
}

const shareOfDuration = 0.5

async function runSyncBody(target: Target): Promise<void> {
  const succeeded = control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  // No document shows which status carries a failed run.
  const failed = await runWorkflow(target, { workflow: target.fixtures.failing })
  await inEach([succeeded, failed], async (exchange) => {
    const body = objectBody(exchange)
    const members = [
      { expected: 'a status', holds: 'status' in body },
      { expected: 'a result or an error', holds: 'result' in body || 'error' in body },
      { expected: 'stepOutputs as an object', holds: isObject(body['stepOutputs']) },
      {
        expected: 'a result or an error, and not the error of a failed run beside status success',
        holds: body['status'] !== 'success' || !('name' in Object(body['error'])),
      },
    ]
    await inEach(members, async ({ expected, holds }) => expectThat(holds, { expected, in: exchange }))
  })
}

async function runStatus(target: Target): Promise<void> {
  const { echo, failing } = target.fixtures
  const succeeded = control(await runWorkflow(target, { workflow: echo }))
  expectRunStatus('success', { in: succeeded })
  const failed = await runWorkflow(target, { workflow: failing })
  expectRunStatus('failed', { in: failed })
  const afterwards = control(await runWorkflow(target, { workflow: echo }))
  expectRunStatus('success', { in: afterwards, of: 'a run after a failed one' })
}

function expectRunStatus(status: string, { of, ...on }: { readonly in: Exchange; readonly of?: string }): void {
  const found = objectBody(on.in)['status']
  const which = of === undefined ? '' : ` of ${of}`
  expectThat(found === status, { expected: `status ${status}${which}, found ${JSON.stringify(found) ?? 'none'}`, ...on })
}

async function runResult(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  // Different outputs, so that a canned result cannot satisfy all.
  const run = async (text: string) => ({ text, exchange: await runWorkflow(target, { workflow, args: { [name]: text } }) })
  for (const { exchange, text } of [await run('first'), await run('second'), await run('third')]) {
    const { result } = objectBody(control(exchange))
    const echoed = isObject(result) ? result[name] : undefined
    expectThat(echoed === text, { expected: `a result that holds "${text}"`, in: exchange })
  }
  const without = control(await runWorkflow(target, { workflow, args: {} }))
  const { result } = objectBody(without)
  const left = isObject(result) ? result[name] : undefined
  const isLeft = left === 'first' || left === 'second' || left === 'third'
  // What has no names is a list to a language in which both are one thing.
  expectThat(!Array.isArray(result), { expected: 'an object of no arguments as the result, found a list', in: without })
  expectThat(!isLeft, { expected: `a result without argument ${name} of a run before, as none was sent`, in: without })
}

async function runResultFalsy(target: Target): Promise<void> {
  await inEach(target.fixtures.falsyOutputs, async (workflow) => {
    const exchange = await runWorkflow(target, { workflow })
    const body = objectBody(exchange)
    control(exchange)
    const of = `a run of ${workflow.flowId}, which returns ${JSON.stringify(workflow.result)}`
    expectRunStatus('success', { in: exchange, of })
    expectResult(body, { workflow, where: 'result', in: exchange })
  })
}

async function runStepsFalsy(target: Target): Promise<string | undefined> {
  const withSteps = target.fixtures.falsyOutputs.filter(({ step }) => step !== undefined)
  await inEach(withSteps, async (workflow) => {
    const { step = '' } = workflow
    const exchange = control(await runWorkflow(target, { workflow }))
    const { stepOutputs } = objectBody(exchange)
    const output = isObject(stepOutputs) ? stepOutputs[step] : undefined
    expectResult(isObject(output) ? output : {}, { workflow, where: `stepOutputs.${step}.result`, in: exchange })
  })
  if (withSteps.length > 0) return undefined
  throw new NotDeclared('the target declares no step in fixtures.falsyOutputs')
}

function expectResult(
  holder: Readonly<Record<string, unknown>>,
  on: { readonly workflow: FalsyFixture; readonly where: string; readonly in: Exchange },
): void {
  const { result } = on.workflow
  const found = 'result' in holder ? JSON.stringify(holder['result']) : 'no such member'
  const expected = `${JSON.stringify(result)} as ${on.where} of a run of ${on.workflow.flowId}, found ${found}`
  expectThat('result' in holder && holder['result'] === result, { expected, in: on.in })
}

async function runError(target: Target): Promise<string | undefined> {
  const { error: declared, ...workflow } = target.fixtures.failing
  const exchange = await runWorkflow(target, { workflow })
  const { error } = objectBody(exchange)
  const wanted = new Map<string, string>(Object.entries(declared ?? {}))
  await inEach(['name', 'value', 'traceback'], async (member) => {
    const text = isObject(error) ? error[member] : undefined
    expectThat(typeof text === 'string', { expected: `a string as error.${member}`, in: exchange })
    const own = wanted.get(member) ?? text
    const expected = `"${own}" as error.${member}, as fixtures.failing.error has it, found "${text}"`
    expectThat(text === own, { expected, in: exchange })
    // Who failed without a word has no message, but has a type, and a stack.
    if (text !== '' || member === 'value') return
    throw new RuleWarning(`expected error.${member} to say something, found an empty text`, exchange)
  })
  warnOfResult(objectBody(exchange), { of: 'a failed run', in: exchange })
  return declared === undefined ? withoutDeclaredError : undefined
}

const withoutDeclaredError =
  'Which text is the type of the error and which its message cannot be told. Both in fixtures.failing.error make the check stronger.'

/** Section 2.3 has a result on success, and an error on failure. */
function warnOfResult({ result }: Readonly<Record<string, unknown>>, on: { readonly of: string; readonly in: Exchange }): void {
  if (result === undefined || result === null) return
  throw new RuleWarning(`expected no result beside the error of ${on.of}, found ${JSON.stringify(result)}`, on.in)
}

async function runSteps(target: Target): Promise<void> {
  const workflow = target.fixtures.failing
  const exchange = await runWorkflow(target, { workflow })
  const succeeded = (await expectSteps(exchange))[workflow.succeededStep]
  const holds = isObject(succeeded) && succeeded['status'] === 'success'
  expectThat(holds, { expected: `step ${workflow.succeededStep} with status success`, in: exchange })
}

/** Texts that no step has by itself. */
const runTexts = ['needle-of-one-run', 'needle-of-the-next']

async function runStepsSuccess(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  const name = fixtures.echo.parameters.string
  const echoes = runTexts.map((text) => ({ workflow: fixtures.echo, ...(name === undefined ? {} : { args: { [name]: text } }) }))
  const others = ('falsyOutputs' in fixtures ? fixtures.falsyOutputs : []).map((workflow) => ({ workflow }))
  // An output without a member is one, too.
  const empty = { workflow: fixtures.echo, args: {} }
  const calls: readonly RunCall[] = [...echoes, empty, ...others, ...echoes.slice(-1)]
  const own = new Map<string, Set<string>>()
  let count = 0
  await inEach(calls.entries(), async ([index, call]) => {
    const { flowId } = call.workflow
    const exchange = control(await runWorkflow(target, call))
    const steps = await expectSteps(exchange)
    count += Object.keys(steps).length
    const sent = JSON.stringify(call.args ?? {})
    const before = runTexts.slice(0, index).find((text) => !sent.includes(text) && JSON.stringify(steps).includes(text))
    expectThat(before === undefined, { expected: `the steps of this run alone, found "${before}" of a run before`, in: exchange })
    const known = own.get(flowId) ?? new Set(Object.keys(steps))
    const ofOthers = [...own].filter(([other]) => other !== flowId)
    const foreign = Object.keys(steps).flatMap((id) =>
      known.has(id) ? [] : ofOthers.filter(([, ids]) => ids.has(id)).map(([other]) => `${id} of ${other}`),
    )
    expectThat(foreign.length === 0, { expected: `the steps of ${flowId} alone, found ${foreign.join(', ')}`, in: exchange })
    own.set(flowId, new Set([...known, ...Object.keys(steps)]))
  })
  return count > 0
    ? undefined
    : 'No run that succeeded had a step. A workflow with one in fixtures.falsyOutputs makes the check stronger.'
}

/** The steps of a run, each of which has what the document says. */
async function expectSteps(exchange: Exchange): Promise<Readonly<Record<string, unknown>>> {
  const { stepOutputs } = objectBody(exchange)
  if (!isObject(stepOutputs)) throw new RuleViolation('expected stepOutputs as an object', exchange)
  await inEach(Object.entries(stepOutputs), async ([id, output]) => {
    const expected = `step ${id} with status success and a result and no error, or with status failed and an error that has a name and a value`
    expectThat(isStepOutput(output), { expected, in: exchange })
  })
  return stepOutputs
}

function isStepOutput(output: unknown): boolean {
  if (!isObject(output)) return false
  const { error, status } = output
  // Null, or an empty object, is no error.
  if (status === 'success') return 'result' in output && !('name' in Object(error))
  return status === 'failed' && isObject(error) && typeof error['name'] === 'string' && typeof error['value'] === 'string'
}

async function runStepsFailed(target: Target): Promise<void> {
  const { fixtures } = target
  const workflow = fixtures.failing
  const [needle = ''] = runTexts
  const { key, flowId, parameters: { string: name } = {} } = 'echo' in fixtures ? fixtures.echo : { flowId: '', key: '' }
  if (name !== undefined) control(await runWorkflow(target, { workflow: { flowId, key }, args: { [name]: needle } }))
  const exchange = await runWorkflow(target, { workflow })
  const { stepOutputs } = objectBody(exchange)
  const step = isObject(stepOutputs) ? stepOutputs[workflow.failedStep] : undefined
  const holds = isObject(step) && step['status'] === 'failed' && isObject(step['error'])
  expectThat(holds, { expected: `step ${workflow.failedStep} with status failed and an error`, in: exchange })
  const isForeign = exchange.text.includes(needle)
  expectThat(!isForeign, {
    expected: `an error of this run alone, found "${needle}", which ${flowId} was given before`,
    in: exchange,
  })
  warnOfResult(Object(step), { of: `step ${workflow.failedStep}, which failed`, in: exchange })
}
