import { runWorkflow } from '../calls/run-workflow.ts'
import { expectOneOf, expectStatus, expectThat } from '../expectations.ts'
import { leaves } from '../leaves.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import { settled, settling } from '../settle.ts'
import type { Target } from '../target.ts'
import { timed } from '../timed.ts'

export const runAsync: Rule = {
  requirement: 'RUN-ASYNC',
  statement:
    'with mode async the response comes at once with a run ID, and the workflow goes on to its end; it needs the same key',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const ended = () => target.hooks.endedRuns(workflow.flowId)
  // Runs that were started before may still go on.
  await settling({ settleMs: workflow.durationMs + target.settleMs })
  const before = await ended()
  const { exchange, tookMs } = await timed(runWorkflow(target, { workflow, mode: 'async' }))
  const successful = exchange.status >= 200 && exchange.status <= 299
  expectThat(successful, { expected: `a successful call, found status ${exchange.status}`, in: exchange })
  const found = leaves(exchange.body)
  const hasEnded = found.some((leaf) => leaf.value === workflow.result)
  expectThat(!hasEnded, { expected: 'an answer before the workflow ended', in: exchange })
  const identifies = found.some((leaf) => leaf.value !== '')
  expectThat(identifies, { expected: 'a run ID: a string or a number somewhere in the body', in: exchange })
  await settled(ended, { isThere: (count) => count > before, withinMs: workflow.durationMs + target.settleMs })
  // A second run of the same request may end a little later.
  await settling(target)
  const succeeded = (await ended()) - before
  if (succeeded !== 1) {
    throw new RuleViolation(`expected 1 run to end with success in the background, found ${succeeded}`, exchange)
  }
  await refused(target)
  const quick = [await delay(target, 'quick')]
  const starts = [tookMs]
  while (starts.length < measurements) {
    quick.push(await delay(target, 'quick'))
    starts.push(await delay(target, 'start'))
  }
  // A busy machine makes single answers late. None is early.
  if (Math.min(...starts) - Math.min(...quick) >= shareOfDuration * workflow.durationMs) {
    throw new RuleViolation('expected an answer at once, found one that takes as long as the workflow, three times', exchange)
  }
}

/** What is not run is not started either: section 3 asks for a valid key and a published workflow. */
async function refused(target: Target): Promise<void> {
  const { echo, slow, unknownFlowId } = target.fixtures
  const call = { workflow: slow, mode: 'async' }
  expectStatus(await runWorkflow(target, { ...call, authorization: null }), 401)
  expectStatus(await runWorkflow(target, { ...call, authorization: `Bearer ${slow.key}x` }), 401)
  expectStatus(await runWorkflow(target, { ...call, authorization: `Bearer ${echo.key}` }), 403)
  // The key is one without access, too: which of two faults counts is not shown (CHECK-ORDER).
  expectOneOf(await runWorkflow(target, { ...call, workflow: { ...slow, flowId: unknownFlowId } }), [404, 403])
}

const measurements = 3
const shareOfDuration = 0.5

/** How long a quick run takes, or an async start. */
async function delay(target: Target, of: 'quick' | 'start'): Promise<number> {
  const { echo, slow } = target.fixtures
  const call = of === 'quick' ? { workflow: echo } : { workflow: slow, mode: 'async' }
  return (await timed(runWorkflow(target, call))).tookMs
}
