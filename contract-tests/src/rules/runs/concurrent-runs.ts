import { atOnce, runWorkflow, together } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { control, expectStatus, expectThat, inEach, isObject } from '../expectations.ts'
import { ControlFailed, type RuleTable } from '../rule.ts'
import { parameterOf } from './echoes.ts'

export const concurrentRunRules = {
  'RUN-RESULT.parallel': {
    statement: 'each of several runs at once is answered with its own result',
    lookAt:
      'what runs share: a variable outside of the run, a cache without the arguments in its key, a connection that is used twice',
    check: runResultParallel,
  },
  'RUN-STATUS.parallel': {
    statement: 'a run succeeds or fails as it does alone while others fail or succeed beside it',
    since: '2026-12',
    lookAt: 'where a run keeps how it ended: an error in a variable outside of the run is that of its neighbours, too',
    check: runStatusParallel,
  },
  'RUN-STEPS.parallel': {
    statement: 'each of several runs of different workflows at once has the steps of its own',
    since: '2026-12',
    lookAt: 'where a run collects its steps: in a variable outside of the run those of its neighbours stand, too',
    check: runStepsParallel,
  },
} satisfies RuleTable

async function runResultParallel(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  const run = async (text: string) => ({ text, exchange: await runWorkflow(target, { workflow, args: { [name]: text } }) })
  control((await run('alone')).exchange)
  await inEach(await together((index) => run(`run ${index + 1}`)), async ({ exchange, text }) => {
    expectStatus(exchange, 200, `one of ${atOnce} runs at once`)
    const { result } = Object(exchange.body)
    const echoed = isObject(result) ? result[name] : undefined
    expectThat(echoed === text, {
      expected: `a result that holds "${text}" of its own run, found ${JSON.stringify(echoed)}`,
      in: exchange,
    })
  })
}

interface Mixed {
  readonly alone: Exchange
  readonly succeeding: readonly Exchange[]
  readonly failing: readonly Exchange[]
}

/** Runs that succeed and runs that fail, at once, after one of each alone. */
async function runMixed(target: Target): Promise<Mixed> {
  const { echo, failing } = target.fixtures
  const alone = control(await runWorkflow(target, { workflow: echo }))
  const fails = await runWorkflow(target, { workflow: failing })
  if (Object(fails.body)['status'] !== 'failed') throw new ControlFailed('expected a run that fails', fails)
  const isEcho = (index: number): boolean => index % 2 === 0
  const answers = await together((index) => runWorkflow(target, { workflow: isEcho(index) ? echo : failing }))
  return { alone, succeeding: answers.filter((_, index) => isEcho(index)), failing: answers.filter((_, index) => !isEcho(index)) }
}

async function runStatusParallel(target: Target): Promise<void> {
  const { failing, succeeding } = await runMixed(target)
  const wanted = [
    ...succeeding.map((exchange) => ({ exchange, status: 'success', neighbours: 'fail' })),
    ...failing.map((exchange) => ({ exchange, status: 'failed', neighbours: 'succeed' })),
  ]
  await inEach(wanted, async ({ exchange, neighbours, status }) => {
    const found = JSON.stringify(Object(exchange.body)['status'])
    const expected = `status ${status} beside runs that ${neighbours}, found ${found}`
    expectThat(found === JSON.stringify(status), { expected, in: exchange })
  })
}

async function runStepsParallel(target: Target): Promise<void> {
  const { failedStep } = target.fixtures.failing
  const { alone, failing, succeeding } = await runMixed(target)
  await inEach(failing, async (exchange) => {
    expectThat(hasFailed(exchange, failedStep), { expected: `its own failed step ${failedStep}`, in: exchange })
  })
  // Both workflows may have a step of that name, of which one fails.
  if (hasFailed(alone, failedStep)) return
  await inEach(succeeding, async (exchange) => {
    const expected = `no failed step ${failedStep}, which is of the workflow beside it`
    expectThat(!hasFailed(exchange, failedStep), { expected, in: exchange })
  })
}

function hasFailed({ body }: Exchange, step: string): boolean {
  const { stepOutputs } = Object(body)
  return Object(Object(stepOutputs)[step])['status'] === 'failed'
}
