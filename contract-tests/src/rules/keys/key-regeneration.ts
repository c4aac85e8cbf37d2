import { modes, runWorkflow, together } from '../../calls.ts'
import type { Target, WorkflowFixture } from '../../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus, inEach } from '../expectations.ts'
import { ControlFailed, type RuleTable } from '../rule.ts'
import { controlBeforeHook } from './workflow-keys.ts'

export const keyRegenerationRules = {
  // First, as it would lack its control after another regeneration that stopped the keys of others.
  'KEY-REGENERATED.others': {
    statement: 'after regeneration the keys of other workflows still run these, and the workflow stays published',
    check: keyRegeneratedOthers,
  },
  'KEY-REGENERATED.new': {
    statement: 'after regeneration the new key runs the workflow in each mode, and no other one',
    check: keyRegeneratedNew,
  },
  'KEY-REGENERATED': {
    statement: 'after regeneration the old key is refused with 401 at once, in each mode',
    lookAt: 'how long the service keeps keys in a cache',
    check: keyRegenerated,
  },
  'KEY-REGENERATED.older': {
    statement: 'a key that was replaced stays refused when the key that replaced it is regenerated, too',
    since: '2026-12',
    lookAt: 'what is kept of old keys, and by what the one that counts is found among them',
    check: keyRegeneratedOlder,
  },
  'KEY-REGENERATED.parallel': {
    statement:
      'with a key that is regenerated while runs are under way, these are answered or refused, and later ones refused with 401',
    since: '2026-12',
    lookAt: 'where keys are looked up: a copy in another process, or one that was read before the new key was written',
    check: keyRegeneratedParallel,
  },
} satisfies RuleTable

/** The workflow with a key that works: one that is there for these checks alone is checked the same in every run. */
async function openRegenerated(target: Target): Promise<WorkflowFixture> {
  const { regenerated } = target.fixtures
  await controlBeforeHook(target)
  return { ...regenerated, key: regenerated.key ?? (await target.hooks.regenerateKey(regenerated.flowId)) }
}

async function keyRegenerated(target: Target): Promise<void> {
  const workflow = await openRegenerated(target)
  for (const mode of modes) controlSuccess(await runWorkflow(target, { workflow, mode }))
  await target.hooks.regenerateKey(workflow.flowId)
  await inEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow, mode })
    expectStatus(exchange, 401, `a run of ${workflow.flowId} in mode ${mode} with the key that was replaced`)
  })
}

async function keyRegeneratedOlder(target: Target): Promise<void> {
  const workflow = await openRegenerated(target)
  controlSuccess(await runWorkflow(target, { workflow }))
  await target.hooks.regenerateKey(workflow.flowId)
  await target.hooks.regenerateKey(workflow.flowId)
  const exchange = await runWorkflow(target, { workflow })
  expectStatus(exchange, 401, `a run of ${workflow.flowId} with the key before the last one`)
}

async function keyRegeneratedNew(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  control(await runWorkflow(target, { workflow: secondWorkflow }))
  const key = await target.hooks.regenerateKey(flowId)
  await inEach([...modes, undefined], async (mode) => {
    if (mode !== undefined) {
      const own = await runWorkflow(target, { workflow: { ...regenerated, key }, mode })
      // What is wrong with the workflow otherwise says nothing of its key.
      if (own.status !== 401 && own.status !== 403) controlSuccess(own)
      else expectStatus(own, 200, `a run of ${flowId} in mode ${mode} with its new key`)
      return
    }
    const exchange = await runWorkflow(target, { workflow: { ...secondWorkflow, key } })
    expectStatus(exchange, 403, `a run of ${secondWorkflow.flowId} with the new key of ${flowId}`)
  })
}

async function keyRegeneratedOthers(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  control(await runWorkflow(target, { workflow: secondWorkflow }))
  const { key: old } = regenerated
  const own = old === undefined ? undefined : control(await runWorkflow(target, { workflow: { ...regenerated, key: old } }))
  // Of a workflow that is published its key knows nothing more than that it has no access.
  const foreign = () => runWorkflow(target, { workflow: { flowId, key: secondWorkflow.key } })
  const before = await foreign()
  const key = await target.hooks.regenerateKey(flowId)
  const exchange = await runWorkflow(target, { workflow: secondWorkflow })
  expectStatus(exchange, 200, `a run of ${secondWorkflow.flowId} with its key after that of ${flowId} was regenerated`)
  const what = `a run of ${flowId}, which stays published, after its key was regenerated`
  if (before.status !== 403) return
  expectStatus(await foreign(), 403, `${what}, with the key of ${secondWorkflow.flowId}`)
  // Where access is looked at first, only its own key tells.
  const renewed = await runWorkflow(target, { workflow: { ...regenerated, key } })
  if (renewed.status !== 404) return
  if (own !== undefined) expectStatus(renewed, 200, `${what}, with its new key`)
  throw new ControlFailed(
    `expected ${flowId} to be published, found 404 with its new key: either it never was, or its regeneration unpublished it, which section 3 does not have`,
    renewed,
  )
}

const momentMs = 5
const rounds = 4

async function keyRegeneratedParallel(target: Target): Promise<void> {
  const old = await openRegenerated(target)
  controlSuccess(await runWorkflow(target, { workflow: old }))
  const underWay = together(() => runWorkflow(target, { workflow: old }))
  // What fails meanwhile is told below.
  underWay.catch(() => {})
  await target.wait(momentMs, 'runs to be under way')
  const key = await target.hooks.regenerateKey(old.flowId)
  const [answered, later, renewed] = await Promise.all([
    underWay,
    together(() => runWorkflow(target, { workflow: old })),
    together(() => runWorkflow(target, { workflow: { ...old, key } })),
  ])
  // In turn each thread that has a copy of its own comes by.
  for (let round = 1; round < rounds; round += 1) later.push(...(await together(() => runWorkflow(target, { workflow: old }))))
  await inEach(answered, async (exchange) => {
    expectOneOf(exchange, [200, 401], 'a run with the key that is being regenerated')
  })
  await inEach(later, async (exchange) => expectStatus(exchange, 401, 'a run with the old key after it was regenerated'))
  await inEach(renewed, async (exchange) => expectStatus(exchange, 200, 'a run with the new key'))
}
