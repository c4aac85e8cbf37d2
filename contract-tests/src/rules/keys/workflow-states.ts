import { selectEntries } from '../../catalogues/catalogue.ts'
import { similarFlowIds, writeSimilar } from '../../catalogues/similar-identifiers.ts'
import { modes, runWorkflow } from '../../requests.ts'
import type { Target, WorkflowFixture } from '../../target/target.ts'
import { createRunCounter } from '../../waiting.ts'
import {
  expectOneOfStatuses,
  expectStatus,
  expectThat,
  isSuccess,
  requireStatus,
  requireSuccess,
  verifyEach,
} from '../expectations.ts'
import { PreconditionError, type RuleTable, RuleWarning } from '../rule.ts'

/** The rules that a workflow runs only while it is published, and not while it is unknown, unpublished or archived. */
export const workflowStateRules = {
  'FLOW-UNKNOWN': {
    statement: 'a run of an unknown flowId is refused with 404, or with 403 if the server checks access first',
    check: verifyUnknownWorkflowRefused,
  },
  'FLOW-UNKNOWN.inherited': {
    statement: 'a flowId such as __proto__ or constructor is as unknown as any other',
    advice: 'Check where identifiers are looked up: a plain object has inherited members, a Map or a table has none.',
    check: verifyInheritedNamesUnknown,
  },
  'FLOW-UNKNOWN.similar': {
    statement: 'a flowId that is longer or shorter than the id of a workflow does not run that workflow',
    warnsOf: 'a flowId that is accepted in another case',
    advice:
      'Check that a flowId is compared completely: without a pattern, without a limit of its length, and with a collation that distinguishes case.',
    check: verifySimilarFlowIdsRefused,
  },
  'FLOW-UNPUBLISHED': {
    statement: 'a run of an unpublished workflow is refused with 404, or with 403 for the key of another workflow, in each mode',
    check: verifyUnpublishedWorkflowRefused,
  },
  'FLOW-ARCHIVED': {
    statement: 'a run of an archived workflow is refused with 404 in each mode, also with its own key unless the key was revoked',
    check: verifyArchivedWorkflowRefused,
  },
  'FLOW-ARCHIVED.not-run': {
    statement: 'a refused run of an archived workflow runs nothing, in each mode',
    advice: 'Check that the state of the workflow is read before the run begins.',
    check: verifyArchivedWorkflowDoesNotRun,
  },
} satisfies RuleTable

/**
 * Checks that a run of an unknown workflow gets 404. The request has the key of the echo workflow. A server that checks
 * access before it looks for the workflow may respond with 403 instead (CHECK-ORDER).
 */
async function verifyUnknownWorkflowRefused(target: Target): Promise<void> {
  const { echo, unknownFlowId } = target.fixtures
  requireStatus(await runWorkflow(target, { workflow: echo }))

  const exchange = await runWorkflow(target, { workflow: { flowId: unknownFlowId, key: echo.key } })

  const mayBeForbidden = exchange.status === 403 && (await mayCheckAccessFirst(target))
  if (!mayBeForbidden) {
    expectStatus(exchange, 404, `a run of the unknown workflow ${unknownFlowId}`)
    return
  }

  await requireSameStatusOfOtherUnknownId(target)
}

/** Blocks the rule if another unknown workflow gets 404 instead of 403, since then the declared one probably exists. */
async function requireSameStatusOfOtherUnknownId(target: Target): Promise<void> {
  const { echo, unknownFlowId } = target.fixtures
  const exchange = await runWorkflow(target, { workflow: { flowId: `${unknownFlowId}-x`, key: echo.key } })
  if (exchange.status !== 404) return

  throw new PreconditionError(
    `expected ${unknownFlowId} to be unknown, found 403 for it and 404 for another id: check that fixtures.unknownFlowId names no workflow`,
    exchange,
  )
}

/** Members that every JavaScript object has. A server that looks up workflows in a plain object would find them. */
const inheritedNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

/** Checks that an id such as `constructor` is unknown, although every JavaScript object has a member of this name. */
async function verifyInheritedNamesUnknown(target: Target): Promise<void> {
  const { echo, unknownFlowId } = target.fixtures
  requireStatus(await runWorkflow(target, { workflow: echo }))

  // A server that checks access first responds with 403 to every unknown workflow.
  const unknown = await runWorkflow(target, { workflow: { flowId: unknownFlowId, key: echo.key } })
  const statuses = unknown.status === 403 ? [403, 404] : [404]

  const flowIds = target.isQuick ? inheritedNames.slice(0, 2) : inheritedNames
  await verifyEach(flowIds, async (flowId) => {
    const exchange = await runWorkflow(target, { workflow: { flowId, key: echo.key } })
    expectOneOfStatuses(exchange, statuses, `a run of the unknown workflow ${flowId}`)
  })
}

/**
 * Checks that only the exact id runs a workflow. Sends ids that are longer or shorter than the id of the echo workflow, or
 * differ in case, and expects a refusal of each. The key is the one of the echo workflow.
 */
async function verifySimilarFlowIdsRefused(target: Target): Promise<void> {
  const { flowId, key } = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo }))

  const similarIds = writeSimilar(selectEntries(similarFlowIds, target), flowId)
  await verifyEach(similarIds, async ({ entry, similar: similarId }) => {
    const exchange = await runWorkflow(target, { workflow: { flowId: similarId, key } })
    const description = `a run of ${quoteId(similarId)} with the key of "${flowId}"`

    // The source document does not state whether identifiers are case-sensitive.
    if (entry.kind === 'case' && isSuccess(exchange)) {
      throw new RuleWarning(`expected ${description} to be refused`, exchange)
    }
    expectOneOfStatuses(exchange, listRefusalStatuses(similarId, entry.kind), description)
  })
}

/** Lists the statuses with which a server may refuse a similar identifier. */
function listRefusalStatuses(similarId: string, kind: string): number[] {
  // The identifier may be unknown or invalid, or may belong to a workflow to which the key has no access.
  const statuses = [404, 403, 400]

  // A router may redirect to a normalized path.
  if (similarId.includes('/')) statuses.push(301, 307, 308)

  // The address or the headers may be too long (RFC 9110, section 15.5.15; RFC 6585, section 5).
  if (kind === 'length') statuses.push(414, 431)

  return statuses
}

/** The most characters of an identifier that a message quotes. */
const LONGEST_ID = 100

/** Quotes an identifier, and shortens it if it is long. */
function quoteId(flowId: string): string {
  if (flowId.length <= LONGEST_ID) return JSON.stringify(flowId)
  return `${JSON.stringify(flowId.slice(0, LONGEST_ID))}… (${flowId.length} characters)`
}

/**
 * Returns whether the server may check access before it looks for the workflow. Such a server responds with 403 to a run of
 * an archived workflow with another key, and other servers with 404. Without an archived workflow, this remains open.
 */
async function mayCheckAccessFirst(target: Target): Promise<boolean> {
  if (!('archived' in target.fixtures)) return true

  const { archived, echo } = target.fixtures
  const exchange = await runWorkflow(target, { workflow: { flowId: archived.flowId, key: echo.key } })
  return exchange.status === 403
}

/**
 * Checks that a run of an unpublished workflow gets 404 in each mode. Such a workflow has no key, so the request has the key
 * of the echo workflow. A server that checks access first responds with 403.
 *
 * @returns advice if the server responded with 403, which does not prove that the workflow is unpublished
 */
async function verifyUnpublishedWorkflowRefused(target: Target): Promise<string | undefined> {
  const { echo, unpublishedFlowId } = target.fixtures
  const workflow = { flowId: unpublishedFlowId, key: echo.key }
  const statuses: number[] = []

  await verifyEach(modes, async (mode) => {
    requireSuccess(await runWorkflow(target, { workflow: echo, mode }))

    const exchange = await runWorkflow(target, { workflow, mode })
    expectOneOfStatuses(exchange, [404, 403], `a run of the unpublished workflow ${unpublishedFlowId} in mode ${mode}`)
    statuses.push(exchange.status)
  })

  if (statuses.every((status) => status === 404)) return undefined
  return `That ${unpublishedFlowId} is not published could not be seen: a key without access to it gets 403 here, as for a workflow that is.`
}

/**
 * Checks that a run of an archived workflow with its own key gets 404 in each mode.
 *
 * If the server revoked this key when the workflow was archived, it responds with 401. In this case, the check repeats the run
 * with the key of the echo workflow, and expects 404, or 403 for missing access.
 */
async function verifyArchivedWorkflowRefused(target: Target): Promise<void> {
  const { archived, echo } = target.fixtures
  const { flowId } = archived

  await verifyEach(modes, async (mode) => {
    requireSuccess(await runWorkflow(target, { workflow: echo, mode }))
    const description = `a run of the archived workflow ${flowId} in mode ${mode}`

    const exchangeWithOwnKey = await runWorkflow(target, { workflow: archived, mode })
    const isKeyRevoked = exchangeWithOwnKey.status === 401
    if (!isKeyRevoked) {
      expectStatus(exchangeWithOwnKey, 404, `${description}, with its own key`)
      return
    }

    const exchangeWithEchoKey = await runWorkflow(target, { workflow: { flowId, key: echo.key }, mode })
    expectOneOfStatuses(exchangeWithEchoKey, [404, 403], `${description}, with the key of ${echo.flowId}`)
  })
}

/**
 * Checks that a server does not run an archived workflow after it has refused the request. Sends a run in each mode, and expects
 * that the hook `endedRuns` counts no run.
 *
 * The check `flow-archived` judges the responses. A sync run that the server accepts is counted here, and fails this check. An
 * async start that the server accepts blocks this check.
 */
async function verifyArchivedWorkflowDoesNotRun(target: Target): Promise<void> {
  const { archived, echo } = target.fixtures
  // A broken hook that never counts a run must not make this rule pass.
  await requireCountedRun(target, echo)
  const runCounter = await createRunCounter(target, archived)

  await runWorkflow(target, { workflow: archived, mode: 'sync' })
  const asyncExchange = await runWorkflow(target, { workflow: archived, mode: 'async' })

  if (isSuccess(asyncExchange)) {
    throw new PreconditionError(`expected a run of the archived workflow ${archived.flowId} to be refused`, asyncExchange)
  }

  // A refused run may happen late, so the counter waits until no further run can end.
  const endedRunCount = await runCounter.waitFor({ minCount: 1, includeLateRuns: true })
  expectThat(endedRunCount === 0, {
    expected: `no successful run of the archived workflow ${archived.flowId}`,
    found: `${endedRunCount}`,
    exchange: asyncExchange,
  })
}

/** Blocks the rule unless the hook `endedRuns` counts a run of the workflow. */
async function requireCountedRun(target: Target, workflow: WorkflowFixture): Promise<void> {
  const runCounter = await createRunCounter(target, workflow)
  const run = requireSuccess(await runWorkflow(target, { workflow }))

  const endedRunCount = await runCounter.waitFor({ minCount: 1 })
  if (endedRunCount === 0) throw new PreconditionError(`expected hooks.endedRuns to count a run of ${workflow.flowId}`, run)
}
