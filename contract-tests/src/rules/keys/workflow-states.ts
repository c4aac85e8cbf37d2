import { countFromRest, modes, runWorkflow } from '../../calls.ts'
import type { Target } from '../../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus, expectThat, inEach, isSuccess } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleWarning } from '../rule.ts'
import { inOtherCase, percentEncoded } from './nearly-right.ts'

export const workflowStateRules = {
  'FLOW-UNKNOWN': {
    statement: 'an unknown flowId is answered with 404, unless every key without access gets 403 first',
    check: flowUnknown,
  },
  'FLOW-UNKNOWN.inherited': {
    statement: 'a flowId that is the name of something every object of a language has is as unknown as any other',
    since: '2026-12',
    lookAt: 'where identifiers are looked up: a plain object has members that nobody put there; a Map or a table has none',
    check: flowUnknownInherited,
  },
  'FLOW-UNKNOWN.similar': {
    statement: 'a flowId that is longer or shorter than that of a workflow is not run with its key',
    since: '2026-12',
    lookAt: 'how a flowId is compared: as a whole, without a pattern, and with nothing cut off it',
    check: flowUnknownSimilar,
  },
  'FLOW-UNPUBLISHED': {
    statement: 'a workflow that is not published is answered with 404, or with 403 to the key of another one, in each mode',
    check: flowUnpublished,
  },
  'FLOW-ARCHIVED': {
    statement: 'an archived workflow is answered with 404, also to its own key unless that was revoked, in each mode',
    check: flowArchived,
  },
  'FLOW-ARCHIVED.not-run': {
    statement: 'what is refused because it is archived is not run either, in each mode',
    since: '2026-12',
    lookAt: 'whether the state of the workflow is looked at before the run begins',
    check: flowArchivedNotRun,
  },
} satisfies RuleTable

async function flowUnknown(target: Target): Promise<void> {
  const { echo, unknownFlowId } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const unknown = await runWorkflow(target, { workflow: { flowId: unknownFlowId, key: echo.key } })
  // The key is one without access, too, and which of two faults counts is not shown (CHECK-ORDER).
  if (unknown.status === 403 && (await mayLookAtAccessFirst(target))) {
    const other = await runWorkflow(target, { workflow: { flowId: `${unknownFlowId}-x`, key: echo.key } })
    if (other.status !== 404) return
    throw new ControlFailed(
      `expected ${unknownFlowId} to be unknown, found 403, and 404 for another: fixtures.unknownFlowId may name a workflow`,
      other,
    )
  }
  expectStatus(unknown, 404, `a run of ${unknownFlowId}, which is unknown`)
}

async function flowUnknownInherited(target: Target): Promise<void> {
  const { echo, unknownFlowId } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const unknown = await runWorkflow(target, { workflow: { flowId: unknownFlowId, key: echo.key } })
  // A server that looks at access first answers 403 to each.
  const statuses = unknown.status === 403 ? [403, 404] : [404]
  await inEach(['constructor', '__proto__', 'toString', 'hasOwnProperty'], async (flowId) => {
    const exchange = await runWorkflow(target, { workflow: { flowId, key: echo.key } })
    expectOneOf(exchange, statuses, `a run of ${flowId}, which is unknown`)
  })
}

async function flowUnknownSimilar(target: Target): Promise<void> {
  const { flowId, key } = target.fixtures.echo
  control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  const start = flowId.slice(0, -1)
  const others = [
    `${flowId}-x`,
    `${flowId}.json`,
    `${flowId};x=1`,
    ...['%', '_'].map((wildcard) => start + wildcard),
    ...['0', ' ', 'x/', './', 'x\\'].map((before) => before + flowId),
    ...[' ', '\n', '\0x', '\u200b', "' OR '1'='1"].map((behind) => flowId + behind),
    ...[start, percentEncoded(flowId), flowId.replace(/[aeiou]/i, '$&\u0301').normalize()],
  ].filter((other) => other !== flowId)
  const inOther = inOtherCase(flowId)
  await inEach(inOther === flowId ? others : [...others, inOther], async (similar) => {
    const exchange = await runWorkflow(target, { workflow: { flowId: similar, key } })
    const what = `a run of ${JSON.stringify(similar)} with the key of "${flowId}"`
    // Whether other letters are another identifier is not shown.
    if (similar === inOther && isSuccess(exchange)) throw new RuleWarning(`expected ${what} to be refused`, exchange)
    // There may be such a workflow, to which the key has no access, or it may be no identifier at all.
    const refused = [404, 403, 400]
    // A router may send away who writes a path otherwise than it does.
    expectOneOf(exchange, similar.includes('/') ? [...refused, 301, 307, 308] : refused, what)
  })
}

/** A server that looks at access first does it for a workflow that is archived as well. */
async function mayLookAtAccessFirst(target: Target): Promise<boolean> {
  if (!('archived' in target.fixtures)) return true
  const { archived, echo } = target.fixtures
  return (await runWorkflow(target, { workflow: { flowId: archived.flowId, key: echo.key } })).status === 403
}

async function flowUnpublished(target: Target): Promise<string | undefined> {
  const { echo, unpublishedFlowId } = target.fixtures
  // It has no key of its own, so the key is one without access, too: which of two faults counts is not shown (CHECK-ORDER).
  const workflow = { flowId: unpublishedFlowId, key: echo.key }
  let isSeen = true
  await inEach(modes, async (mode) => {
    controlSuccess(await runWorkflow(target, { workflow: echo, mode }))
    const exchange = await runWorkflow(target, { workflow, mode })
    expectOneOf(exchange, [404, 403], `a run of ${unpublishedFlowId}, which is not published, in mode ${mode}`)
    isSeen &&= exchange.status === 404
  })
  return isSeen
    ? undefined
    : `That ${unpublishedFlowId} is not published could not be seen: a key without access to it gets 403 here, as for a workflow that is.`
}

async function flowArchived(target: Target): Promise<void> {
  const { archived, echo } = target.fixtures
  const { flowId } = archived
  await inEach(modes, async (mode) => {
    controlSuccess(await runWorkflow(target, { workflow: echo, mode }))
    const what = `a run of ${flowId}, which is archived, in mode ${mode}`
    const own = await runWorkflow(target, { workflow: archived, mode })
    // Its key may have been revoked with it: then the request has two faults (CHECK-ORDER), and another key shows one of them.
    if (own.status !== 401) return expectStatus(own, 404, `${what}, with its own key`)
    const workflow = { flowId, key: echo.key }
    expectOneOf(await runWorkflow(target, { workflow, mode }), [404, 403], `${what}, with the key of ${echo.flowId}`)
  })
}

async function flowArchivedNotRun(target: Target): Promise<void> {
  const { archived, echo } = target.fixtures
  const ofEcho = await countFromRest(target, echo)
  const run = controlSuccess(await runWorkflow(target, { workflow: echo }))
  if ((await ofEcho({ count: 1, isExact: false })) === 0)
    throw new ControlFailed(`expected hooks.endedRuns to count a run of ${echo.flowId}`, run)
  const ended = await countFromRest(target, archived)
  let last = run
  for (const mode of modes) last = await runWorkflow(target, { workflow: archived, mode })
  // That it is refused is for the check beside.
  if (isSuccess(last)) throw new ControlFailed(`expected a run of ${archived.flowId}, which is archived, to be refused`, last)
  const found = await ended({ count: 1, isExact: true })
  const expected = `no run of ${archived.flowId}, which is archived, to end with success, found ${found}`
  expectThat(found === 0, { expected, in: last })
}
