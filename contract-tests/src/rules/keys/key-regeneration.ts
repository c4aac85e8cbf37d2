import { modes, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target, WorkflowFixture } from '../../target/target.ts'
import { effortOf } from '../effort.ts'
import {
  expectOneOfStatuses,
  expectStatus,
  requirePrecondition,
  requirePreconditionSuccess,
  verifyEach,
} from '../expectations.ts'
import { PreconditionFailed, type RuleTable } from '../rule.ts'
import { requireEchoBeforeHook } from './key-creation.ts'

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
    check: verifyKeyRegenerated,
  },
  'KEY-REGENERATED.older': {
    statement: 'an old key stays invalid after a second regeneration',
    advice: 'Check whether old keys are stored, and how the current key is selected among them.',
    check: verifyKeyRegeneratedOlder,
  },
  'KEY-REGENERATED.parallel': {
    statement:
      'a regeneration during runs leaves each run complete or refused, and later runs with the old key are refused with 401',
    advice: 'Check where keys are read from: a copy in another process, or a value that was read before the new key was written.',
    check: verifyRegenerationDuringRuns,
  },
} satisfies RuleTable

/**
 * Returns the workflow with a valid key. If the configuration declares no key, the key is regenerated first, so that every
 * run of the suite starts in the same way.
 */
async function prepareRegeneratedWorkflow(target: Target): Promise<WorkflowFixture> {
  const { regenerated } = target.fixtures
  await requireEchoBeforeHook(target)

  const key = regenerated.key ?? (await target.hooks.regenerateKey(regenerated.flowId))
  return { ...regenerated, key }
}

async function verifyKeyRegenerated(target: Target): Promise<void> {
  const workflow = await prepareRegeneratedWorkflow(target)
  for (const mode of modes) requirePreconditionSuccess(await runWorkflow(target, { workflow, mode }))

  await target.hooks.regenerateKey(workflow.flowId)

  await verifyEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow, mode })
    expectStatus(exchange, 401, `a run of ${workflow.flowId} in mode ${mode} with the key that was replaced`)
  })
}

async function verifyKeyRegeneratedOlder(target: Target): Promise<void> {
  const workflow = await prepareRegeneratedWorkflow(target)
  requirePreconditionSuccess(await runWorkflow(target, { workflow }))

  await target.hooks.regenerateKey(workflow.flowId)
  await target.hooks.regenerateKey(workflow.flowId)

  const exchange = await runWorkflow(target, { workflow })
  expectStatus(exchange, 401, `a run of ${workflow.flowId} with the key before the last one`)
}

/** Regenerates a key, and expects the new key to run its own workflow in each mode, and no other workflow. */
async function verifyNewKeyRunsOneWorkflow(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  requirePrecondition(await runWorkflow(target, { workflow: secondWorkflow }))

  const key = await target.hooks.regenerateKey(regenerated.flowId)
  const workflowWithNewKey = { ...regenerated, key }

  const verifyRun = async (mode: string) => {
    const exchange = await runWorkflow(target, { workflow: workflowWithNewKey, mode })
    const isKeyRefused = exchange.status === 401 || exchange.status === 403
    if (isKeyRefused) expectStatus(exchange, 200, `a run of ${regenerated.flowId} in mode ${mode} with its new key`)
    // Any other refusal does not concern the key, so it blocks the check.
    requirePreconditionSuccess(exchange)
  }
  const verifyOtherWorkflow = async () => {
    const exchange = await runWorkflow(target, { workflow: { ...secondWorkflow, key } })
    expectStatus(exchange, 403, `a run of ${secondWorkflow.flowId} with the new key of ${regenerated.flowId}`)
  }
  await verifyEach([...modes.map((mode) => () => verifyRun(mode)), verifyOtherWorkflow], (verify) => verify())
}

/** Regenerates a key, and expects that other keys still work and that the workflow stays published. */
async function verifyOtherKeysStillWork(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  requirePrecondition(await runWorkflow(target, { workflow: secondWorkflow }))

  const hasOldKey = regenerated.key !== undefined
  if (hasOldKey) requirePrecondition(await runWorkflow(target, { workflow: regenerated }))

  const runWithOtherKey = () => runWorkflow(target, { workflow: { flowId, key: secondWorkflow.key } })
  const before = await runWithOtherKey()
  const key = await target.hooks.regenerateKey(flowId)

  const other = await runWorkflow(target, { workflow: secondWorkflow })
  expectStatus(other, 200, `a run of ${secondWorkflow.flowId} with its key after that of ${flowId} was regenerated`)

  // A published workflow refuses the key of another workflow with 403. An unpublished one may refuse it with 404.
  const wasSeenPublished = before.status === 403
  if (!wasSeenPublished) return

  const description = `a run of the published workflow ${flowId} after its key was regenerated`
  expectStatus(await runWithOtherKey(), 403, `${description}, with the key of ${secondWorkflow.flowId}`)
  const renewed = await runWorkflow(target, { workflow: { ...regenerated, key } })
  expectStillPublished(renewed, { flowId, description, wasRunBefore: hasOldKey })
}

interface RenewedRun {
  readonly flowId: string
  readonly description: string
  /** Whether the workflow ran with its old key, so that it certainly was published. */
  readonly wasRunBefore: boolean
}

/** Expects that a run with the new key is not refused as unpublished. */
function expectStillPublished(renewed: Exchange, { description, flowId, wasRunBefore }: RenewedRun): void {
  if (renewed.status !== 404) return
  if (wasRunBefore) expectStatus(renewed, 200, `${description}, with its new key`)

  // A server that checks access first responds with 403 also for an unpublished workflow.
  throw new PreconditionFailed(
    `expected ${flowId} to be published, found 404 with its new key. Check whether the workflow was published, and whether the regeneration withdrew the publication (section 3)`,
    renewed,
  )
}

/** How long runs are in progress before their key is regenerated, in milliseconds. */
const RUNS_START_MS = 5

/** Regenerates a key while runs use it. These runs may succeed or be refused, but later runs with the old key must be refused. */
async function verifyRegenerationDuringRuns(target: Target): Promise<void> {
  const workflow = await prepareRegeneratedWorkflow(target)
  requirePreconditionSuccess(await runWorkflow(target, { workflow }))
  // Each thread of a server should get a run with the old key, so that these runs are repeated.
  const { concurrent, rounds } = effortOf(target)
  const sendWithOldKey = () => sendConcurrently(() => runWorkflow(target, { workflow }), concurrent)

  const running = sendWithOldKey()
  // The rejection is handled below. Without this, Node would report it while the key is regenerated.
  running.catch(() => {})
  await target.wait(RUNS_START_MS, 'runs to be under way')
  const newKey = await target.hooks.regenerateKey(workflow.flowId)

  const [duringRegeneration, withOldKey, withNewKey] = await Promise.all([
    running,
    sendWithOldKey(),
    sendConcurrently(() => runWorkflow(target, { workflow: { ...workflow, key: newKey } }), concurrent),
  ])
  for (let round = 1; round < rounds; round += 1) withOldKey.push(...(await sendWithOldKey()))

  await verifyEach(duringRegeneration, async (exchange) => {
    expectOneOfStatuses(exchange, [200, 401], 'a run with the key that is being regenerated')
  })
  await verifyEach(withOldKey, async (exchange) => {
    expectStatus(exchange, 401, 'a run with the old key after it was regenerated')
  })
  await verifyEach(withNewKey, async (exchange) => expectStatus(exchange, 200, 'a run with the new key'))
}
