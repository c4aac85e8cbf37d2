import { callOf, modes, pollUntil, runWorkflow } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target, WorkflowFixture } from '../../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus, inEach, isSuccess } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { keyElsewhere, type NearlyRight, nearlyRight, rewrittenKeys } from './nearly-right.ts'

const comparison = 'how a key is compared: as a whole, character by character, and to nothing that merely begins with it'
const header = 'how the Authorization header is read: the scheme is Bearer, and the rest of it is the key'

export const workflowKeyRules = {
  'KEY-INVALID': { statement: 'a run with a wrong key is refused with 401', lookAt: comparison, check: keyInvalid },
  'KEY-INVALID.missing': { statement: 'a run without a key is refused with 401', check: keyInvalidMissing },
  'KEY-INVALID.scheme': {
    statement: 'a run with the key behind another scheme than Bearer, or behind none, is refused with 401',
    lookAt: header,
    check: keyInvalidScheme,
  },
  'KEY-INVALID.elsewhere': {
    statement: 'a run with the key in the query, in a cookie or in another header is refused with 401',
    lookAt: 'who reads keys from other places than the Authorization header: the framework may do it by itself',
    check: keyInvalidElsewhere,
  },
  'KEY-INVALID.hosting': { statement: 'a run with a tool-hosting key is refused', check: keyInvalidHosting },
  'KEY-INVALID.rewritten': {
    statement: 'a run with a key that is encoded, quoted, or a part of what was sent is refused with 401',
    since: '2026-12',
    lookAt: comparison,
    check: keyInvalidRewritten,
  },
  'KEY-INVALID.scheme-name': {
    statement: 'a scheme whose name merely contains Bearer is refused with 401',
    since: '2026-12',
    lookAt: header,
    check: keyInvalidSchemeName,
  },
  'KEY-INVALID.body': {
    statement: 'a run with the key in the body alone is refused with 401',
    since: '2026-12',
    check: keyInvalidBody,
  },
  'KEY-SCOPE': {
    statement: 'the key of another workflow, in the same workspace or in another one, is refused with 403',
    check: keyScope,
  },
  'KEY-CREATED': { statement: 'the first publish creates the key of a workflow', check: keyCreated },
  'KEY-CREATED.kept': { statement: 'later publishes keep the key of a workflow', check: keyCreatedKept },
  'KEY-CREATED.scope': { statement: 'the key that a publish creates runs no other workflow', check: keyCreatedScope },
  'KEY-CREATED.unpublished': {
    statement: 'a workflow that is not published any more refuses its own key, which it keeps',
    since: '2026-12',
    check: keyCreatedUnpublished,
  },
} satisfies RuleTable

/** Runs the echo workflow with its key, and with each of several Authorization headers, which have to be refused. */
async function expectRefused(
  target: Target,
  wrong: readonly (Pick<NearlyRight, 'what' | 'statuses'> & { readonly authorization: string | null })[],
): Promise<Exchange> {
  const workflow = target.fixtures.echo
  const right = control(await runWorkflow(target, { workflow }))
  await inEach(wrong, async ({ authorization, statuses = [401], what }) => {
    expectOneOf(await runWorkflow(target, { workflow, authorization }), statuses, `a run of ${workflow.flowId} with ${what}`)
  })
  return right
}

async function keyInvalid(target: Target): Promise<void> {
  const wrong = [{ what: 'that is none', value: 'wrong-key' }, ...nearlyRight(target.fixtures.echo.key)]
  await expectRefused(target, wrong.map(behindBearer))
}

async function keyInvalidMissing(target: Target): Promise<void> {
  const { headers } = await expectRefused(target, [
    { what: 'no Authorization header', authorization: null },
    { what: 'Bearer and no key', authorization: 'Bearer' },
  ])
  const cookie = headers.getSetCookie().map((one) => one.split(';', 1)[0])
  if (cookie.length === 0) return
  const workflow = target.fixtures.echo
  const exchange = await runWorkflow(target, { workflow, authorization: null, headers: { cookie: cookie.join('; ') } })
  expectStatus(
    exchange,
    401,
    `a run of ${workflow.flowId} with no Authorization header and the cookie that a run with its key set`,
  )
}

async function keyInvalidScheme(target: Target): Promise<void> {
  const { key } = target.fixtures.echo
  // RFC 7617, section 2: what a user name without a password is for the scheme Basic.
  const basic = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${key}:`)))}`
  await expectRefused(target, [
    { what: 'its key behind Basic', authorization: `Basic ${key}` },
    // As long as Bearer: many a server takes what begins at the eighth character.
    { what: 'its key behind ApiKey', authorization: `ApiKey ${key}` },
    { what: 'its key as the user of Basic', authorization: basic },
    { what: 'its key behind Token', authorization: `Token ${key}` },
    { what: 'its key behind no scheme', authorization: key },
  ])
}

async function keyInvalidSchemeName(target: Target): Promise<void> {
  const { key } = target.fixtures.echo
  const names = ['NotBearer', 'BearerX', 'X-Bearer', 'Bearer:', 'Basic Bearer']
  await expectRefused(target, [
    ...names.map((name) => ({ what: `its key behind ${name}`, authorization: `${name} ${key}` })),
    { what: 'its key behind Bearer without a space', authorization: `Bearer${key}` },
  ])
}

async function keyInvalidRewritten(target: Target): Promise<void> {
  await expectRefused(target, rewrittenKeys(target.fixtures.echo.key).map(behindBearer))
}

function behindBearer({ value, what, ...rest }: NearlyRight) {
  return { ...rest, what: `a key ${what}`, authorization: `Bearer ${value}` }
}

async function keyInvalidElsewhere(target: Target): Promise<void> {
  const { echo } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const { flowId, key } = echo
  const query = ['access_token', 'api_key', 'apikey', 'api_token', 'auth_token', 'key', 'token']
    .map((name) => `${name}=${encodeURIComponent(key)}`)
    .join('&')
  const headers = { 'content-type': 'application/json', ...keyElsewhere(key) }
  // Section 5: every call uses the header, so a key elsewhere is a missing one.
  const call = callOf(target, 'runPublishedWorkflow', { parameters: { flowId }, headers, body: '{"args":[],"mode":"sync"}' })
  const elsewhere = await target.sendOutsideDocument({ ...call, url: `${call.url}?${query}` })
  // What has headers that nobody knows may be malformed before a key is looked for.
  expectOneOf(elsewhere, [401, 400], `a run of ${flowId} with its key in the query, in a cookie and in other headers alone`)
}

async function keyInvalidBody(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const { flowId, key } = workflow
  const body = { args: [], mode: 'sync', apiKey: key, api_key: key, key, token: key, access_token: key }
  // Members that no document has may be refused, so that a request with them is no control.
  control(await runWorkflow(target, { workflow }))
  const exchange = await runWorkflow(target, { workflow, body, authorization: null })
  expectStatus(exchange, 401, `a run of ${flowId} with its key in the body alone`)
}

/** A key of the other service, if one is known: workflows can be checked without a registry. */
async function keyInvalidHosting(target: Target): Promise<void> {
  const { fixtures } = target
  control(await runWorkflow(target, { workflow: fixtures.echo }))
  const key = 'registry' in fixtures ? fixtures.registry.key : 'key-of-no-organization'
  await inEach(modes, async (mode) => {
    // A key that is none of a workflow may be called invalid, or without access.
    const exchange = await runWorkflow(target, { workflow: fixtures.echo, authorization: `Bearer ${key}`, mode })
    expectOneOf(exchange, [401, 403], `a run of ${fixtures.echo.flowId} in mode ${mode} with a tool-hosting key`)
  })
}

async function keyScope(target: Target): Promise<void> {
  const { echo, otherWorkspace, secondWorkflow } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  await inEach([secondWorkflow, otherWorkspace], async (other) => {
    control(await runWorkflow(target, { workflow: other }))
    const exchange = await runWorkflow(target, { workflow: { flowId: echo.flowId, key: other.key } })
    expectStatus(exchange, 403, `a run of ${echo.flowId} with the key of ${other.flowId}`)
  })
  if (!('archived' in target.fixtures)) return
  const { flowId, key } = target.fixtures.archived
  const exchange = await runWorkflow(target, { workflow: { flowId: echo.flowId, key } })
  // It may have been revoked with its workflow.
  expectOneOf(exchange, [403, 401], `a run of ${echo.flowId} with the key of ${flowId}, which is archived`)
}

async function keyCreated(target: Target): Promise<string | undefined> {
  const flowId = target.fixtures.publishableFlowId
  await controlBeforeHook(target)
  const isFirst = await looksUnpublished(target, flowId)
  const { fixtures } = target
  const others = 'secondWorkflow' in fixtures ? [fixtures.secondWorkflow] : []
  for (const workflow of others) control(await runWorkflow(target, { workflow }))
  const key = await target.hooks.publishWorkflow(flowId)
  expectStatus(await runOnce(target, { flowId, key }, isSuccess), 200, `the first run of ${flowId} with its new key`)
  await inEach(others, async (workflow) => {
    const exchange = await runWorkflow(target, { workflow })
    expectStatus(exchange, 200, `a run of ${workflow.flowId} with its own key after ${flowId} was published`)
  })
  if (isFirst) return undefined
  const missing = (['echo', 'unpublishedFlowId'] as const).filter((name) => !(name in fixtures)).map((name) => `fixtures.${name}`)
  // Where both are declared, and are answered alike, nothing more can be done about it.
  const remedy = missing.length === 0 ? '' : ` ${missing.join(' and ')} would let the check compare it with a workflow that is.`
  return `Whether ${flowId} was unpublished before could not be seen: this server looks at access first.${remedy}`
}

/** Whether a workflow is seen to be unpublished; undefined where no answer tells. It has no key yet, so another one asks. */
async function looksUnpublished(target: Target, flowId: string): Promise<boolean> {
  const { fixtures } = target
  if (!('echo' in fixtures)) return false
  const ask = async (asked: string): Promise<Exchange> =>
    runWorkflow(target, { workflow: { flowId: asked, key: fixtures.echo.key } })
  const before = await ask(flowId)
  if (before.status === 404) return true
  if (!('unpublishedFlowId' in fixtures)) return false
  const unpublished = await ask(fixtures.unpublishedFlowId)
  if (unpublished.status === before.status) return false
  throw new ControlFailed(
    `expected ${flowId} to be unpublished, which is answered with ${unpublished.status} here, found ${before.status}: a publish of it would not be the first; declare hooks.unpublishWorkflow, or another workflow as fixtures.publishableFlowId`,
    before,
  )
}

async function keyCreatedScope(target: Target): Promise<void> {
  const { echo, publishableFlowId } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const key = await target.hooks.publishWorkflow(publishableFlowId)
  // A new key runs its own workflow, and no other one (section 2.4).
  const exchange = await runOnce(target, { flowId: echo.flowId, key }, ({ status }) => status === 403)
  expectStatus(exchange, 403, `a run of ${echo.flowId} with the key of ${publishableFlowId}`)
}

/** Nothing is changed by a hook before the server is seen to be the right one. */
export async function controlBeforeHook(target: Target): Promise<void> {
  const { fixtures } = target
  if ('echo' in fixtures) control(await runWorkflow(target, { workflow: fixtures.echo }))
}

async function keyCreatedKept(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  await controlBeforeHook(target)
  const key = await target.hooks.publishWorkflow(flowId)
  const later = await target.hooks.publishWorkflow(flowId)
  if (later !== key) throw new RuleViolation('expected a second publish to keep the key, found another key')
  const exchange = await runOnce(target, { flowId, key }, isSuccess)
  expectStatus(exchange, 200, `a run of ${flowId} with its key after it was published again`)
}

async function keyCreatedUnpublished(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  await controlBeforeHook(target)
  const key = await target.hooks.publishWorkflow(flowId)
  const workflow = { flowId, key }
  await runOnce(target, workflow, isSuccess)
  for (const mode of modes) controlSuccess(await runWorkflow(target, { workflow, mode }))
  await target.hooks.unpublishWorkflow(flowId)
  await runOnce(target, workflow, (answer) => !isSuccess(answer))
  const refused: Exchange[] = []
  await inEach(modes, async (mode) => {
    // Whether a key outlives the publication, and gives access without one, is not shown: the request may have two faults.
    const exchange = await runWorkflow(target, { workflow, mode })
    expectOneOf(exchange, [404, 401, 403], `a run of ${flowId}, unpublished, in mode ${mode}`)
    refused.push(exchange)
  })
  const again = await target.hooks.publishWorkflow(flowId)
  if (again !== key)
    throw new RuleViolation(
      'expected a workflow that is published again to keep its key, which its first publication made (section 2.4), found another key. unpublishWorkflow takes back the publication alone',
    )
  // So that the next run of the suite finds it unpublished.
  await target.hooks.unpublishWorkflow(flowId)
  const forbidden = refused.find(({ status }) => status === 403)
  if (forbidden === undefined) return
  throw new RuleWarning(
    `expected status 404 to a run of ${flowId}, which is not published any more, with its own key, found 403, which says that the key is that of another workflow`,
    forbidden,
  )
}

/** A run of a workflow as soon as it is answered as it must be: a publication may show a little later. */
function runOnce(target: Target, workflow: Pick<WorkflowFixture, 'flowId' | 'key'>, isThere: (answer: Exchange) => boolean) {
  const { settleMs: withinMs } = target
  const ask = () => runWorkflow(target, { workflow })
  return pollUntil(target, { ask, isThere, withinMs, reason: 'a publication to show' })
}
