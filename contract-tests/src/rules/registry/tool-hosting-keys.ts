import {
  type Credentials,
  callOf,
  executeTool,
  getOrganizationManifest,
  getPublicManifest,
  modes,
  runWorkflow,
} from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus, expectSuccess, inEach, isSuccess } from '../expectations.ts'
import { keyElsewhere, type NearlyRight, nearlyRight, rewrittenKeys } from '../keys/nearly-right.ts'
import { type RuleTable, RuleWarning } from '../rule.ts'
import { otherCases } from '../runs/run-requests.ts'
import { expectNoToolSet, expectToolSet, readManifest } from './manifest-contents.ts'
import { manVersion } from './manifests.ts'

export const toolHostingKeyRules = {
  'HOST-KEY': { statement: 'a tool-hosting key stands for its own organization and environment profile', check: hostKey },
  'HOST-KEY.scheme': {
    statement: 'each registry endpoint should accept the scheme name Bearer in any case',
    since: '2026-12',
    check: hostKeyScheme,
  },
  'HOST-ENV': { statement: 'the environment profile of the key decides the versions in the manifest', check: manVersion },
  'HOST-401': { statement: 'each registry endpoint refuses a missing or invalid key with 401', check: host401 },
  'HOST-401.elsewhere': {
    statement: 'each registry endpoint refuses a key in another header than Authorization with 401',
    check: host401Elsewhere,
  },
  'HOST-401.session': {
    statement: 'the public manifest, execute and runs refuse a console session without a key with 401',
    since: '2026-12',
    lookAt: 'what lets in a session: only the organization manifest does, and an execution by a cookie can be forged elsewhere',
    check: host401Session,
  },
  'HOST-401.rewritten': {
    statement: 'each registry endpoint refuses a key that is encoded, quoted, or a part of what was sent',
    since: '2026-12',
    lookAt: 'what becomes of the Authorization header before keys are compared',
    check: host401Rewritten,
  },
  'PRODUCT-SEGMENT': { statement: 'the registry answers under the product segment that the target names', check: productSegment },
  'REG-VERSION': {
    statement: 'the registry answers under v1, and should not answer the same under another version',
    check: regVersion,
  },
} satisfies RuleTable

async function hostKey(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  await inEach([registry, otherEnvironment, otherOrganization], async (own) => {
    const reading = readManifest(target, control(await getPublicManifest(target, own)), own.listed)
    await inEach(own.listed, async ({ toolSet }) => expectToolSet(reading, toolSet, ' of the key'))
    await inEach(own.notListed, async (toolSet) => expectNoToolSet(reading, toolSet))
  })
}

/** The fixtures of one organization's two profiles. */
export const profiles = ['registry', 'otherEnvironment'] as const

async function hostKeyScheme(target: Target): Promise<void> {
  const { key } = target.fixtures.registry
  await inEach(endpointsOf(target), async ({ call, what }) => {
    controlSuccess(await call({ key }))
    await inEach(otherCases, async (scheme) => {
      const exchange = await call({ others: { authorization: `${scheme} ${key}` } })
      const expected = `expected ${what} to accept the key behind ${scheme} as behind Bearer (RFC 9110, section 11.1)`
      if (!isSuccess(exchange)) throw new RuleWarning(`${expected}, found status ${exchange.status}`, exchange)
    })
  })
}

interface Endpoint {
  readonly what: string
  readonly call: (credentials: Credentials) => Promise<Exchange>
}

function endpointsOf(target: Target): readonly Endpoint[] {
  const { execute, organization } = target.fixtures
  return [
    { what: 'the public manifest', call: (credentials) => getPublicManifest(target, credentials) },
    {
      what: 'the organization manifest',
      call: (credentials) => getOrganizationManifest(target, { ...credentials, orgId: organization.orgId }),
    },
    { what: 'execute', call: (credentials) => executeTool(target, { ...credentials, payload: execute.payload }) },
  ]
}

/** Each endpoint refuses each of the credentials, and takes the right key. */
async function expectRefused(
  target: Target,
  wrong: readonly (Pick<NearlyRight, 'what' | 'statuses'> & { readonly credentials: Credentials })[],
  endpoints = endpointsOf(target),
): Promise<void> {
  await inEach(endpoints, async (endpoint) => {
    controlSuccess(await endpoint.call({ key: target.fixtures.registry.key }))
    await inEach(wrong, async ({ credentials, statuses = [401], what }) => {
      expectOneOf(await endpoint.call(credentials), statuses, `${endpoint.what} with ${what}`)
    })
  })
}

async function host401(target: Target): Promise<void> {
  const { echo, registry } = target.fixtures
  await expectRefused(target, [
    { what: 'no key', credentials: {} },
    { what: 'a wrong key', credentials: { key: 'wrong-key' } },
    ...nearlyRight(registry.key).map(({ value, what }) => ({ what: `the key ${what}`, credentials: { key: value } })),
    // It is a key, if not one for this: as a tool-hosting key is at a workflow.
    { what: 'the key of a workflow', credentials: { key: echo.key }, statuses: [401, 403] },
  ])
}

async function host401Elsewhere(target: Target): Promise<void> {
  const others = keyElsewhere(target.fixtures.registry.key)
  await expectRefused(target, [
    // What has headers that nobody knows may be malformed before a key is looked for.
    { what: 'the key in other headers and in a cookie alone', credentials: { others }, statuses: [401, 400] },
  ])
}

async function host401Session(target: Target): Promise<void> {
  const { consoleSession: session, echo: workflow } = target.fixtures
  const wrong = [
    { what: 'a console session alone', credentials: { session } },
    { what: 'a console session as the key', credentials: { key: session.value.slice(session.value.indexOf('=') + 1) } },
  ]
  // Section 4.3 names a session for this one alone.
  const endpoints = endpointsOf(target).filter(({ what }) => what !== 'the organization manifest')
  await expectRefused(target, wrong, endpoints)
  control(await runWorkflow(target, { workflow }))
  await inEach(modes, async (mode) => {
    const headers = { [session.header]: session.value }
    const exchange = await runWorkflow(target, { workflow, authorization: null, headers, mode })
    expectStatus(exchange, 401, `a run of ${workflow.flowId} in mode ${mode} with a console session alone`)
  })
}

async function host401Rewritten(target: Target): Promise<void> {
  const wrong = rewrittenKeys(target.fixtures.registry.key)
  await expectRefused(
    target,
    wrong.map(({ value, what, ...rest }) => ({ ...rest, what: `the key ${what}`, credentials: { key: value } })),
  )
}

async function productSegment(target: Target): Promise<void> {
  const { execute, organization, registry } = target.fixtures
  const { key } = registry
  expectStatus(await getPublicManifest(target, { key }), 200)
  expectStatus(await getOrganizationManifest(target, { key, orgId: organization.orgId }), 200)
  expectSuccess(await executeTool(target, { key, payload: execute.payload }))
}

async function regVersion(target: Target): Promise<void> {
  const { key } = target.fixtures.registry
  expectStatus(await getPublicManifest(target, { key }), 200)
  const call = callOf(target, 'getPublicManifest', { headers: { authorization: `Bearer ${key}` } })
  const other = await target.sendOutsideDocument({
    ...call,
    url: `${target.registryUrl}${call.url.slice(target.registryUrl.length).replace('/v1/', '/v0/')}`,
  })
  // No document forbids it: it only keeps whoever calls a wrong path from learning that.
  if (isSuccess(other)) throw new RuleWarning('expected no manifest under v0, where no document has one', other)
}
