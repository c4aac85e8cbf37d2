import { callOf, runWorkflow } from '../calls.ts'
import type { Target } from '../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus } from './expectations.ts'
import { keyElsewhere, nearlyRight } from './nearly-right.ts'
import { type RuleTable, RuleViolation } from './rule.ts'

export const workflowKeyRules = {
  'KEY-INVALID': {
    statement:
      'a run without a key, with a wrong key or with another scheme is refused with 401, and one with a tool-hosting key, too',
    check: keyInvalid,
  },
  'KEY-SCOPE': {
    statement: 'the key of another workflow, in the same workspace or in another one, is refused with 403',
    check: keyScope,
  },
  'KEY-CREATED': {
    statement: 'the first publish creates the key of a workflow, and later ones keep it',
    check: keyCreated,
  },
  'KEY-REGENERATED': {
    statement:
      'after regeneration the old key is refused with 401 at once, in each mode, the new one works there alone, and the keys of other workflows still do',
    check: keyRegenerated,
  },
} satisfies RuleTable

async function keyInvalid(target: Target): Promise<void> {
  const { echo } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const { flowId, key } = echo
  const wrongKeys = ['wrong-key', ...nearlyRight(key)]
  // RFC 7617, section 2: what a user name without a password is for the scheme Basic.
  const basic = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${key}:`)))}`
  const withoutBearer = [null, 'Bearer', `Basic ${key}`, basic, `Token ${key}`, key]
  for (const authorization of [...withoutBearer, ...wrongKeys.map((wrong) => `Bearer ${wrong}`)]) {
    expectStatus(await runWorkflow(target, { workflow: echo, authorization }), 401)
  }
  // Section 5: every call uses the header, so a key elsewhere is a missing one.
  const query = ['access_token', 'api_key', 'key', 'token'].map((name) => `${name}=${encodeURIComponent(key)}`).join('&')
  const headers = { 'content-type': 'application/json', ...keyElsewhere(key) }
  const call = callOf(target, 'runPublishedWorkflow', { parameters: { flowId }, headers, body: '{"args":[],"mode":"sync"}' })
  const elsewhere = await target.sendOutsideDocument({ ...call, url: `${call.url}?${query}` })
  expectStatus(elsewhere, 401)
  // A key that is none of a workflow may be called invalid, or without access.
  const authorization = `Bearer ${hostingKey(target)}`
  expectOneOf(await runWorkflow(target, { workflow: echo, authorization }), [401, 403])
}

/** A key of the other service, if one is known: workflows can be checked without a registry. */
function hostingKey({ fixtures }: Target): string {
  return 'registry' in fixtures ? fixtures.registry.key : 'key-of-no-organization'
}

async function keyScope(target: Target): Promise<void> {
  const { echo, otherWorkspace, secondWorkflow } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  for (const other of [secondWorkflow, otherWorkspace]) {
    control(await runWorkflow(target, { workflow: other }))
    expectStatus(await runWorkflow(target, { workflow: { flowId: echo.flowId, key: other.key } }), 403)
  }
}

async function keyCreated(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  const key = await target.hooks.publishWorkflow(flowId)
  expectStatus(await runWorkflow(target, { workflow: { flowId, key } }), 200)
  await expectScoped(target, key)
  const later = await target.hooks.publishWorkflow(flowId)
  if (later !== key) throw new RuleViolation('expected a second publish to keep the key, found another key')
  expectStatus(await runWorkflow(target, { workflow: { flowId, key } }), 200)
}

/** A new key runs its own workflow, and no other one that is known (section 2.4). */
async function expectScoped(target: Target, key: string): Promise<void> {
  const { fixtures } = target
  if (!('echo' in fixtures)) return
  expectStatus(await runWorkflow(target, { workflow: { flowId: fixtures.echo.flowId, key } }), 403)
}

async function keyRegenerated(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  control(await runWorkflow(target, { workflow: secondWorkflow }))
  // A workflow that is there for this check alone is checked the same in every run: its first key is a new one, too.
  const workflow = { ...regenerated, key: regenerated.key ?? (await target.hooks.regenerateKey(flowId)) }
  const modes = ['sync', 'async']
  for (const mode of modes) controlSuccess(await runWorkflow(target, { workflow, mode }))
  const key = await target.hooks.regenerateKey(flowId)
  for (const mode of modes) expectStatus(await runWorkflow(target, { workflow, mode }), 401)
  expectStatus(await runWorkflow(target, { workflow: { ...workflow, key } }), 200)
  expectStatus(await runWorkflow(target, { workflow: secondWorkflow }), 200)
  expectStatus(await runWorkflow(target, { workflow: { ...secondWorkflow, key } }), 403)
}
