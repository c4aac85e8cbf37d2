import { modes, runWorkflow } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target, WorkflowFixture } from '../../target/target.ts'
import { pollUntil } from '../../waiting.ts'
import { expectOneOfStatuses, expectStatus, isSuccess, requireStatus, requireSuccess, verifyEach } from '../expectations.ts'
import { PreconditionError, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'

/** The rules for the key that the first publication of a workflow creates (section 2.4). */
export const keyCreationRules = {
  'KEY-CREATED': { statement: 'the first publication of a workflow creates its key', check: verifyFirstPublicationCreatesKey },
  'KEY-CREATED.kept': { statement: 'a later publication keeps the key of a workflow', check: verifyLaterPublicationKeepsKey },
  'KEY-CREATED.scope': {
    statement: 'the key of a newly published workflow runs no other workflow',
    check: verifyNewKeyRunsNoOtherWorkflow,
  },
  'KEY-CREATED.unpublished': {
    statement: 'an unpublished workflow refuses its own key, and accepts the same key after the next publication',
    warnsOf: 'a refusal of the own key with 403',
    check: verifyUnpublishingKeepsKey,
  },
} satisfies RuleTable

/**
 * Checks that the first publication of a workflow creates a key: publishes the workflow with a hook, and expects a run with
 * the new key to succeed. Keys of other workflows must still work.
 *
 * @returns advice if the check could not see whether the workflow was already published
 */
async function verifyFirstPublicationCreatesKey(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  const flowId = fixtures.publishableFlowId
  const otherWorkflows = 'secondWorkflow' in fixtures ? [fixtures.secondWorkflow] : []

  // A failed `require…` blocks the rule, and a failed `expect…` fails it. If the address is of a wrong server, this run blocks
  // the rule before the hook changes anything.
  await requireEchoRun(target)
  // The state is 'unknown' if the responses do not show it.
  const stateBefore = await requireUnpublished(target, flowId)
  for (const workflow of otherWorkflows) requireStatus(await runWorkflow(target, { workflow }))

  const key = await target.hooks.publishWorkflow(flowId)

  // The publication may become visible late.
  const firstRun = await repeatRunUntil(target, { flowId, key }, isSuccess)
  expectStatus(firstRun, 200, `the first run of ${flowId} with its new key`)

  await verifyEach(otherWorkflows, async (workflow) => {
    const exchange = await runWorkflow(target, { workflow })
    expectStatus(exchange, 200, `a run of ${workflow.flowId} with its own key after ${flowId} was published`)
  })

  if (stateBefore === 'unknown') return adviseOnUnknownState(target, flowId)
  return undefined
}

/** Advises which fixtures would confirm that the workflow was unpublished before. */
function adviseOnUnknownState({ fixtures }: Target, flowId: string): string {
  const helpfulFixtures = (['echo', 'unpublishedFlowId'] as const).filter((name) => !(name in fixtures))
  const names = helpfulFixtures.map((name) => `fixtures.${name}`).join(' and ')

  const observation = `Whether ${flowId} was unpublished before could not be seen: this server looks at access first.`
  if (helpfulFixtures.length === 0) return observation
  return `${observation} ${names} would let the check compare it with a workflow that is.`
}

/**
 * Blocks the rule if a workflow is already published. The workflow has no key before its first publication, so the request has
 * the key of the echo workflow:
 *
 * - Status 404 shows that it is unpublished.
 * - The same status as for `unpublishedFlowId`, which is certainly unpublished, shows nothing: the state is unknown. A server that
 *   checks access first responds with 403, whether or not the workflow is published.
 * - Any other status shows that the workflow is published.
 *
 * @throws {PreconditionError} if the workflow is published
 */
async function requireUnpublished(target: Target, flowId: string): Promise<'unpublished' | 'unknown'> {
  const { fixtures } = target
  // Only the echo workflow has a key for the request.
  if (!('echo' in fixtures)) return 'unknown'

  const { key } = fixtures.echo
  const exchange = await runWorkflow(target, { workflow: { flowId, key } })
  if (exchange.status === 404) return 'unpublished'

  if (!('unpublishedFlowId' in fixtures)) return 'unknown'
  const unpublishedExchange = await runWorkflow(target, { workflow: { flowId: fixtures.unpublishedFlowId, key } })
  if (exchange.status === unpublishedExchange.status) return 'unknown'

  throw new PreconditionError(describePublishedBefore(flowId, { exchange, unpublishedExchange, target }), exchange)
}

interface ComparedWorkflows {
  readonly exchange: Exchange
  readonly unpublishedExchange: Exchange
  readonly target: Target
}

function describePublishedBefore(flowId: string, { exchange, target, unpublishedExchange }: ComparedWorkflows): string {
  const { unpublishedFlowId } = target.fixtures
  const expected = `expected status ${unpublishedExchange.status} to a run of ${flowId}, as for the unpublished workflow ${unpublishedFlowId}`
  const remedy = 'Declare hooks.unpublishWorkflow, or a workflow that was never published as fixtures.publishableFlowId'
  return `${expected}, found ${exchange.status}. ${remedy}`
}

/** Checks that the key of a newly published workflow runs no other workflow: runs the echo workflow with it, and expects 403. */
async function verifyNewKeyRunsNoOtherWorkflow(target: Target): Promise<void> {
  const { echo, publishableFlowId } = target.fixtures
  requireStatus(await runWorkflow(target, { workflow: echo }))

  const key = await target.hooks.publishWorkflow(publishableFlowId)

  const exchange = await repeatRunUntil(target, { flowId: echo.flowId, key }, ({ status }) => status === 403)
  expectStatus(exchange, 403, `a run of ${echo.flowId} with the key of ${publishableFlowId}`)
}

/**
 * Blocks the rule unless the echo workflow runs, if the fixtures declare it. Rules call this before a hook changes anything, so
 * that a wrong address or key does not lead to changes of the wrong server.
 */
export async function requireEchoRun(target: Target): Promise<void> {
  const { fixtures } = target
  if ('echo' in fixtures) requireStatus(await runWorkflow(target, { workflow: fixtures.echo }))
}

/** Checks that a workflow keeps its key when it is published again. */
async function verifyLaterPublicationKeepsKey(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  await requireEchoRun(target)

  const key = await target.hooks.publishWorkflow(flowId)
  const laterKey = await target.hooks.publishWorkflow(flowId)

  if (laterKey !== key) throw new RuleViolation('expected the same key after a second publication, found another key')
  const exchange = await repeatRunUntil(target, { flowId, key }, isSuccess)
  expectStatus(exchange, 200, `a run of ${flowId} with its key after a second publication`)
}

/**
 * Checks that an unpublished workflow refuses runs, and has the same key after its next publication: publishes the workflow,
 * withdraws the publication, and publishes the workflow again.
 *
 * Warns if an unpublished workflow responds with 403, the status for a key of another workflow. It is not a failure, because the
 * source document does not state the status of this response.
 */
async function verifyUnpublishingKeepsKey(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  await requireEchoRun(target)

  const key = await target.hooks.publishWorkflow(flowId)
  const workflow = { flowId, key }
  // The publication may become visible late, so the rule waits for the first success.
  await repeatRunUntil(target, workflow, isSuccess)
  // Each mode must work now. Otherwise, a refusal later would not show that the workflow is unpublished.
  for (const mode of modes) requireSuccess(await runWorkflow(target, { workflow, mode }))

  await target.hooks.unpublishWorkflow(flowId)
  const refusals = await expectRunsRefused(target, workflow)

  // The workflow is unpublished before the keys are compared, so that it does not stay published if they differ.
  const republishedKey = await target.hooks.publishWorkflow(flowId)
  await target.hooks.unpublishWorkflow(flowId)

  if (republishedKey !== key) {
    const expected = 'expected the key of the first publication after another one (section 2.4)'
    throw new RuleViolation(`${expected}, found another key. Check that unpublishWorkflow withdraws only the publication`)
  }
  warnIfForbidden(flowId, refusals)
}

/** Waits until a workflow refuses runs, and expects a refusal in each mode. */
async function expectRunsRefused(
  target: Target,
  workflow: Pick<WorkflowFixture, 'flowId' | 'key'>,
): Promise<readonly Exchange[]> {
  await repeatRunUntil(target, workflow, (exchange) => !isSuccess(exchange))

  const refusals: Exchange[] = []
  await verifyEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow, mode })
    // The source document does not state whether an unpublished workflow keeps its key, so each of these statuses is right.
    expectOneOfStatuses(exchange, [404, 401, 403], `a run of ${workflow.flowId}, unpublished, in mode ${mode}`)
    refusals.push(exchange)
  })
  return refusals
}

/** Warns if a server reports an unpublished workflow with 403, although the key belongs to this workflow. */
function warnIfForbidden(flowId: string, refusals: readonly Exchange[]): void {
  const refusalWith403 = refusals.find(({ status }) => status === 403)
  if (refusalWith403 === undefined) return

  throw new RuleWarning(
    `expected status 404 to a run of the unpublished workflow ${flowId} with its own key, found 403, the status for the key of another workflow`,
    refusalWith403,
  )
}

/** Repeats a run of a workflow until its response meets a condition, since a publication may become visible a little later. */
function repeatRunUntil(
  target: Target,
  workflow: Pick<WorkflowFixture, 'flowId' | 'key'>,
  isDone: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  return pollUntil(target, {
    read: () => runWorkflow(target, { workflow }),
    isDone,
    timeoutMs: target.settleMs,
    reason: 'a publication to show',
  })
}
