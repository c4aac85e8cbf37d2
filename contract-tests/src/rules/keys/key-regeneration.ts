import { modes, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target, WorkflowFixture } from '../../target/target.ts'
import { expectOneOfStatuses, expectStatus, requireStatus, requireSuccess, verifyAll, verifyEach } from '../expectations.ts'
import { chooseRepeatCounts } from '../repeat-counts.ts'
import { PreconditionError, type RuleTable, RuleViolation } from '../rule.ts'
import { requireEchoRun } from './key-creation.ts'

export const keyRegenerationRules = {
  // This rule comes first: its precondition would fail after a regeneration that invalidated the keys of other workflows.
  'KEY-REGENERATED.others': {
    statement: 'a regenerated key leaves the keys of other workflows valid and the workflow published',
    check: verifyOtherKeysStillWork,
  },
  'KEY-REGENERATED.new': {
    statement: 'a regenerated key runs its workflow in each mode, and no other workflow',
    check: verifyNewKeyRunsOneWorkflow,
  },
  'KEY-REGENERATED': {
    statement: 'the old key is refused with 401 immediately after a regeneration, in each mode',
    advice: 'Check how long the service caches keys.',
    check: verifyOldKeyRefused,
  },
  'KEY-REGENERATED.older': {
    statement: 'an old key stays invalid after a second regeneration',
    advice: 'Check whether old keys are stored, and how the current key is selected among them.',
    check: verifyFirstKeyStaysInvalid,
  },
  'KEY-REGENERATED.parallel': {
    statement:
      'a regeneration during runs leaves each run complete or refused, and later runs with the old key are refused with 401',
    advice: 'Check where keys are read from: a copy in another process, or a value that was read before the new key was written.',
    check: verifyRegenerationDuringRuns,
  },
} satisfies RuleTable

/**
 * Returns the workflow whose key a check may regenerate, with a valid key. If the configuration declares no key, the key is
 * regenerated first, so that every run of the suite starts in the same way.
 */
async function prepareWorkflowForRegeneration(target: Target): Promise<WorkflowFixture> {
  const { regenerated } = target.fixtures
  await requireEchoRun(target)

  const key = regenerated.key ?? (await target.hooks.regenerateKey(regenerated.flowId))
  return { ...regenerated, key }
}

/** Checks that a regeneration invalidates the old key immediately: runs the workflow with it in each mode, and expects 401. */
async function verifyOldKeyRefused(target: Target): Promise<void> {
  const workflow = await prepareWorkflowForRegeneration(target)
  for (const mode of modes) requireSuccess(await runWorkflow(target, { workflow, mode }))

  await target.hooks.regenerateKey(workflow.flowId)

  await verifyEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow, mode })
    expectStatus(exchange, 401, `a run of ${workflow.flowId} in mode ${mode} with the key that was replaced`)
  })
}

/** Checks that a second regeneration does not make the first key valid again. */
async function verifyFirstKeyStaysInvalid(target: Target): Promise<void> {
  const workflow = await prepareWorkflowForRegeneration(target)
  requireSuccess(await runWorkflow(target, { workflow }))

  await target.hooks.regenerateKey(workflow.flowId)
  await target.hooks.regenerateKey(workflow.flowId)

  const exchange = await runWorkflow(target, { workflow })
  expectStatus(exchange, 401, `a run of ${workflow.flowId} with the key before the last one`)
}

/** Checks that a regenerated key runs its own workflow in each mode, and that another workflow refuses it with 403. */
async function verifyNewKeyRunsOneWorkflow(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  requireStatus(await runWorkflow(target, { workflow: secondWorkflow }))
  const key = await target.hooks.regenerateKey(regenerated.flowId)

  await verifyAll(
    () => expectOwnWorkflowToRun(target, key),
    () => expectOtherWorkflowToRefuse(target, key),
  )
}

async function expectOwnWorkflowToRun(target: Target, key: string): Promise<void> {
  const { regenerated } = target.fixtures
  await verifyEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow: { ...regenerated, key }, mode })
    expectKeyAccepted(exchange, `a run of ${regenerated.flowId} in mode ${mode} with its new key`)
  })
}

async function expectOtherWorkflowToRefuse(target: Target, key: string): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const exchange = await runWorkflow(target, { workflow: { ...secondWorkflow, key } })
  expectStatus(exchange, 403, `a run of ${secondWorkflow.flowId} with the new key of ${regenerated.flowId}`)
}

/** Fails the rule if a key is refused. Any other refusal does not concern the key, so it blocks the rule. */
function expectKeyAccepted(exchange: Exchange, description: string): void {
  const isKeyRefused = exchange.status === 401 || exchange.status === 403
  if (isKeyRefused) expectStatus(exchange, 200, description)

  requireSuccess(exchange)
}

/**
 * Checks that the regeneration of a key changes nothing else: the key of another workflow still runs that workflow, and the
 * workflow with the new key is still published.
 */
async function verifyOtherKeysStillWork(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  requireStatus(await runWorkflow(target, { workflow: secondWorkflow }))
  const stateBefore = await readPublicationState(target)

  const newKey = await target.hooks.regenerateKey(flowId)

  const secondWorkflowRun = await runWorkflow(target, { workflow: secondWorkflow })
  expectStatus(secondWorkflowRun, 200, `a run of ${secondWorkflow.flowId} with its key after that of ${flowId} was regenerated`)

  if (stateBefore !== 'unknown') await expectStillPublished(target, { newKey, stateBefore })
}

/** Whether the workflow was published before the regeneration, as far as responses show it. */
type PublicationState =
  /** The workflow ran with its old key. */
  | 'published'
  /** The workflow refused the key of another workflow with 403. A published workflow does that, and some servers do it always. */
  | 'probably published'
  | 'unknown'

/** Finds out whether the workflow is published. The fixtures need not declare its old key, and only a run with it is a proof. */
async function readPublicationState(target: Target): Promise<PublicationState> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  const hasOldKey = regenerated.key !== undefined
  if (hasOldKey) requireStatus(await runWorkflow(target, { workflow: regenerated }))

  const foreignRun = await runWorkflow(target, { workflow: { flowId, key: secondWorkflow.key } })
  if (foreignRun.status !== 403) return 'unknown'
  return hasOldKey ? 'published' : 'probably published'
}

interface RegeneratedKey {
  readonly newKey: string
  readonly stateBefore: Exclude<PublicationState, 'unknown'>
}

/**
 * Expects a workflow to be published after its key was regenerated. An unpublished workflow responds with 404, but some servers
 * check the key first. So two requests are needed:
 *
 * - with the key of another workflow: a published workflow responds with 403.
 * - with the new key: on a server that checks the key first, only this response can be the 404 of an unpublished workflow.
 *
 * @throws {PreconditionError} for a 404 to the new key if nothing proves that the workflow was published before
 */
async function expectStillPublished(target: Target, { newKey, stateBefore }: RegeneratedKey): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  const description = `a run of the published workflow ${flowId} after its key was regenerated`

  const foreignRun = await runWorkflow(target, { workflow: { flowId, key: secondWorkflow.key } })
  expectStatus(foreignRun, 403, `${description}, with the key of ${secondWorkflow.flowId}`)

  // Only a 404 means that the workflow is unpublished. Another check judges whether the new key is accepted.
  const exchange = await runWorkflow(target, { workflow: { ...regenerated, key: newKey } })
  if (exchange.status !== 404) return

  if (stateBefore === 'probably published') throw new PreconditionError(describeUnprovenPublication(flowId), exchange)
  throw new RuleViolation(`expected status 200 to ${description}, with its new key, found 404`, exchange)
}

function describeUnprovenPublication(flowId: string): string {
  const remedy = 'Check whether the workflow was published, and whether the regeneration withdrew the publication (section 3)'
  return `expected ${flowId} to be published, found 404 with its new key. ${remedy}`
}

/** How long runs are in progress before their key is regenerated, in milliseconds. */
const REGENERATION_DELAY_MS = 5

/**
 * Checks a regeneration of a key while runs are in progress. A run from before the regeneration may succeed or be refused. A run
 * that is sent after the hook has returned must be refused with the old key, and must succeed with the new key.
 */
async function verifyRegenerationDuringRuns(target: Target): Promise<void> {
  const workflow = await prepareWorkflowForRegeneration(target)
  requireSuccess(await runWorkflow(target, { workflow }))

  const pendingRuns = runConcurrently(target, workflow)
  // `Promise.all` below handles a rejection. Until then, Node would report it as unhandled.
  pendingRuns.catch(() => {})
  await target.wait(REGENERATION_DELAY_MS, 'runs to be under way')
  const newKey = await target.hooks.regenerateKey(workflow.flowId)

  // The next runs are sent immediately, while the server may still use the old key.
  const [runsDuringRegeneration, firstRunsWithOldKey, runsWithNewKey] = await Promise.all([
    pendingRuns,
    runConcurrently(target, workflow),
    runConcurrently(target, { ...workflow, key: newKey }),
  ])
  const laterRunsWithOldKey = await runFurtherRounds(target, workflow)

  await expectStatuses(runsDuringRegeneration, [200, 401], 'a run with the key that is being regenerated')
  const runsWithOldKey = [...firstRunsWithOldKey, ...laterRunsWithOldKey]
  await expectStatuses(runsWithOldKey, [401], 'a run with the old key after it was regenerated')
  await expectStatuses(runsWithNewKey, [200], 'a run with the new key')
}

function runConcurrently(target: Target, workflow: WorkflowFixture): Promise<Exchange[]> {
  return sendConcurrently(() => runWorkflow(target, { workflow }), chooseRepeatCounts(target).concurrentRequests)
}

/**
 * Sends the rounds of runs after the first one, each when the one before has ended. They reach more processes of a server, and
 * each may have cached the old key.
 */
async function runFurtherRounds(target: Target, workflow: WorkflowFixture): Promise<readonly Exchange[]> {
  const { rounds } = chooseRepeatCounts(target)
  const exchanges: Exchange[] = []
  for (let round = 2; round <= rounds; round += 1) exchanges.push(...(await runConcurrently(target, workflow)))
  return exchanges
}

async function expectStatuses(exchanges: readonly Exchange[], statuses: readonly number[], description: string): Promise<void> {
  await verifyEach(exchanges, async (exchange) => expectOneOfStatuses(exchange, statuses, description))
}
