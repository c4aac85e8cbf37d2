import { type RunRequest, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import { requireMember } from '../../../target/optional-members.ts'
import type { Target, WorkflowFixture } from '../../../target/target.ts'
import { expectObjectBody, expectThat, isObject, requireStatus, verifyEach } from '../../expectations.ts'
import { type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { expectFalsyResult, warnOfResult } from './run-results.ts'

/** The rules for the outputs of the steps of a run. */
export const runStepRules = {
  'RUN-STEPS': {
    statement: 'stepOutputs maps the identifier of each step to its status, and its result or error',
    check: verifyStepOutputs,
  },
  'RUN-STEPS.success': {
    statement: 'each step of a successful run has a status with a result or an error, and belongs to this run',
    check: verifyOnlyOwnSteps,
  },
  'RUN-STEPS.falsy': {
    statement: 'a step may have null, 0, an empty text or false as its result',
    check: verifyFalsyStepResults,
  },
  'RUN-STEPS-FAILED': {
    statement: 'the failed step of a failed run has status failed and its own error',
    warnsOf: 'an empty name, and a result beside the error of the step',
    check: verifyErrorOfFailedStep,
  },
} satisfies RuleTable

/** Checks that `stepOutputs` has each step of a failed run, with the documented members. */
async function verifyStepOutputs(target: Target): Promise<void> {
  const workflow = target.fixtures.failing
  const exchange = await runWorkflow(target, { workflow })

  const steps = await expectSteps(exchange)
  const step = steps[workflow.succeededStep]
  const hasSucceeded = isObject(step) && step['status'] === 'success'
  expectThat(hasSucceeded, { expected: `step ${workflow.succeededStep} with status success`, exchange })
}

/** Texts that only the runs of this check send, so that a step shows them only if its run or an earlier one sent them. */
const uniqueTexts = ['needle-of-one-run', 'needle-of-the-next']

/**
 * Checks that each successful run has only its own steps. A server may show a step of an earlier run by mistake. So the check
 * runs several workflows, one after another. A step of an earlier run has one of two signs:
 *
 * - It contains a text that only the earlier run sent as an argument.
 * - Its ID is that of a step of another workflow, and no run of this workflow has had a step with this ID.
 *
 * @returns advice if no run had any step, because the check then cannot find a defect; otherwise undefined
 */
async function verifyOnlyOwnSteps(target: Target): Promise<string | undefined> {
  const history = new StepHistory()
  let hasSteps = false

  await verifyEach(listSuccessfulRuns(target), async (run) => {
    const { flowId } = run.workflow
    const exchange = requireStatus(await runWorkflow(target, run))
    const steps = await expectSteps(exchange)
    if (Object.keys(steps).length > 0) hasSteps = true

    expectNoTextOfOtherRuns(exchange, run, steps)
    const foreignSteps = history.findForeignSteps(flowId, steps)
    expectThat(foreignSteps.length === 0, {
      expected: `only the steps of ${flowId}`,
      found: foreignSteps.join(', '),
      exchange,
    })
    history.add(flowId, steps)
  })

  if (hasSteps) return undefined
  return 'No successful run had a step. Declare a workflow that has a step in fixtures.falsyOutputs to make the check stronger.'
}

/** Lists runs that succeed: with different arguments, without arguments, of other workflows, and once more with arguments. */
function listSuccessfulRuns({ fixtures }: Target): RunRequest[] {
  const { echo: workflow } = fixtures
  const name = workflow.parameters.string
  const runsWithText = uniqueTexts.map((text) => ({ workflow, args: name === undefined ? undefined : { [name]: text } }))
  const runWithoutArguments = { workflow, args: {} }
  const falsyWorkflows = 'falsyOutputs' in fixtures ? fixtures.falsyOutputs : []

  return [
    ...runsWithText,
    runWithoutArguments,
    ...falsyWorkflows.map((falsyWorkflow) => ({ workflow: falsyWorkflow })),
    ...runsWithText.slice(-1),
  ]
}

type Steps = Readonly<Record<string, unknown>>

/** Fails the rule if the steps of a run contain one of the texts that this run did not send: only an earlier run sent it. */
function expectNoTextOfOtherRuns(exchange: Exchange, run: RunRequest, steps: Steps): void {
  const sentArguments = JSON.stringify(run.args ?? {})
  const foreignTexts = uniqueTexts.filter((text) => !sentArguments.includes(text))

  const visibleText = foreignTexts.find((text) => JSON.stringify(steps).includes(text))
  const expected = 'only the steps of this run'
  const found = `"${visibleText}" of an earlier run`
  expectThat(visibleText === undefined, { expected, found, exchange })
}

/** The IDs of the steps that earlier runs had, by the flowIds of their workflows. */
class StepHistory {
  readonly #stepIds = new Map<string, ReadonlySet<string>>()

  add(flowId: string, steps: Steps): void {
    const earlierIds = this.#stepIds.get(flowId) ?? []
    this.#stepIds.set(flowId, new Set([...earlierIds, ...Object.keys(steps)]))
  }

  /** Describes the steps of a run that its workflow did not have before, and that a run of another workflow had. */
  findForeignSteps(flowId: string, steps: Steps): readonly string[] {
    const ownIds = this.#stepIds.get(flowId)
    // The first run of a workflow shows which steps it has.
    if (ownIds === undefined) return []

    const newIds = Object.keys(steps).filter((id) => !ownIds.has(id))
    return newIds.flatMap((id) => this.#findOwners(id).map((owner) => `${id} of ${owner}`))
  }

  #findOwners(stepId: string): readonly string[] {
    return [...this.#stepIds].filter(([, ids]) => ids.has(stepId)).map(([flowId]) => flowId)
  }
}

/** Fails the rule unless each step of a run has the documented members, and returns the steps. */
async function expectSteps(exchange: Exchange): Promise<Steps> {
  const { stepOutputs } = expectObjectBody(exchange)
  if (!isObject(stepOutputs)) throw new RuleViolation('expected stepOutputs as an object', exchange)

  await verifyEach(Object.entries(stepOutputs), async ([id, output]) => {
    const expected = `step ${id} with status success and a result and no error, or with status failed and an error that has a name and a value`
    expectThat(isStepOutput(output), { expected, exchange })
  })
  return stepOutputs
}

function isStepOutput(output: unknown): boolean {
  if (!isObject(output)) return false

  const { error, status } = output
  // A successful step may have null or an empty object in place of an error.
  if (status === 'success') return 'result' in output && !('name' in Object(error))
  return status === 'failed' && isObject(error) && typeof error['name'] === 'string' && typeof error['value'] === 'string'
}

/** Checks that the failed step of a failed run has its own error, without a text of an earlier run. */
async function verifyErrorOfFailedStep(target: Target): Promise<void> {
  const workflow = target.fixtures.failing
  const echo = 'echo' in target.fixtures ? target.fixtures.echo : undefined
  const [sentText = ''] = uniqueTexts
  await sendUniqueText(target, echo, sentText)

  const exchange = await runWorkflow(target, { workflow })
  const { stepOutputs } = expectObjectBody(exchange)
  const step = isObject(stepOutputs) ? stepOutputs[workflow.failedStep] : undefined
  const error = isObject(step) && step['status'] === 'failed' && isObject(step['error']) ? step['error'] : undefined
  expectThat(error !== undefined, { expected: `step ${workflow.failedStep} with status failed and an error`, exchange })
  expectNotSwapped(target, Object(error), exchange)

  const expected = 'the error of this run'
  const found = `"${sentText}" of an earlier run of ${echo?.flowId}`
  expectThat(!exchange.text.includes(sentText), { expected, found, exchange })

  warnOfResult(Object(step), `the failed step ${workflow.failedStep}`, exchange)
  if (error?.['name'] === '') {
    throw new RuleWarning(`expected a text as error.name of step ${workflow.failedStep}, found an empty one`, exchange)
  }
}

/**
 * Fails the rule if a step has the declared type of the error as its message, and the declared message as its type. No document
 * states that the error of a step is the same as that of its run, so other differences mean nothing.
 */
function expectNotSwapped({ fixtures }: Target, error: Readonly<Record<string, unknown>>, exchange: Exchange): void {
  const { error: declared, failedStep } = fixtures.failing
  if (declared === undefined || declared.name === declared.value) return

  const isSwapped = error['name'] === declared.value && error['value'] === declared.name
  const expected = `"${declared.name}" as error.name of step ${failedStep} and "${declared.value}" as error.value`
  expectThat(!isSwapped, { expected, found: 'one in place of the other', exchange })
}

/** Runs the echo workflow with a text, if there is one with a string parameter. A later run must not show this text. */
async function sendUniqueText(
  target: Target,
  echo: (WorkflowFixture & { readonly parameters: { readonly string?: string | undefined } }) | undefined,
  text: string,
): Promise<void> {
  const name = echo?.parameters.string
  if (echo === undefined || name === undefined) return

  const { flowId, key } = echo
  requireStatus(await runWorkflow(target, { workflow: { flowId, key }, args: { [name]: text } }))
}

/** Checks that steps may have null, 0, an empty text or false as their results. */
async function verifyFalsyStepResults(target: Target): Promise<void> {
  requireMember(target, ['falsyOutputs[].step'])
  const workflowsWithStep = target.fixtures.falsyOutputs.filter(({ step }) => step !== undefined)

  await verifyEach(workflowsWithStep, async (workflow) => {
    const { step = '' } = workflow
    const exchange = requireStatus(await runWorkflow(target, { workflow }))
    const { stepOutputs } = expectObjectBody(exchange)
    const stepOutput = isObject(stepOutputs) ? stepOutputs[step] : undefined

    const output = isObject(stepOutput) ? stepOutput : {}
    expectFalsyResult(output, { workflow, place: `stepOutputs.${step}.result`, exchange })
  })
}
