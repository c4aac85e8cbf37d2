import { selectEntries } from '../../../catalogues/catalogue.ts'
import { conditionalHeaders } from '../../../catalogues/conditional-headers.ts'
import { identityHeaders } from '../../../catalogues/override-places.ts'
import {
  type Credentials,
  createRequest,
  executeTool,
  getOrganizationManifest,
  getPublicManifest,
  modes,
  runWorkflow,
} from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import {
  expectOneOfStatuses,
  expectStatus,
  expectSuccess,
  isSuccess,
  requireStatus,
  requireSuccess,
  verifyEach,
} from '../../expectations.ts'
import {
  elsewhereStatuses,
  listRewrittenKeys,
  listSimilarKeys,
  otherHeadersWithKey,
  type WrongKey,
} from '../../keys/wrong-keys.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'
import { listSchemeCases } from '../../runs/requests/run-requests.ts'
import { expectNoToolset, expectToolset, readManifest } from '../manifests/manifest-contents.ts'
import { verifyProfileDecidesVersions } from '../manifests/manifests.ts'

export const toolHostingKeyRules = {
  'HOST-KEY': {
    statement: 'a tool-hosting key gives access to its own organization and environment profile',
    check: verifyKeyReadsOwnManifest,
  },
  'HOST-KEY.scheme': {
    statement: 'each registry endpoint should accept the scheme name Bearer in any case',
    warnsOf: 'a scheme name that is accepted only in one case',
    check: verifySchemeIsCaseInsensitive,
  },
  'HOST-ENV': {
    statement: 'the environment profile of the key decides the versions in the manifest',
    check: verifyProfileDecidesVersions,
  },
  'HOST-401': { statement: 'each registry endpoint refuses a missing or invalid key with 401', check: verifyWrongKeysRefused },
  'HOST-401.identity': {
    statement: 'each registry endpoint refuses a request without a key with 401, also if headers name a user or a local address',
    advice: 'Check which headers of proxies the server trusts, and that its proxy removes them from requests of clients.',
    check: verifyIdentityHeadersRefused,
  },
  'HOST-401.elsewhere': {
    statement: 'each registry endpoint refuses a key outside the header Authorization with 401',
    check: verifyKeyInOtherPlacesRefused,
  },
  'HOST-401.conditional': {
    statement:
      'each registry endpoint refuses a request without a key with 401, even if it is conditional or accepts a cached response',
    advice: 'Check that conditions, ranges and caches are evaluated after the key.',
    check: verifyConditionalRequestsRefused,
  },
  'HOST-401.session': {
    statement: 'the public manifest, execute and runs refuse a console session with 401',
    advice:
      'Check which endpoints accept a session: only the organization manifest may, because other sites can forge requests with a cookie.',
    check: verifySessionRefusedAsKey,
  },
  'HOST-401.rewritten': {
    statement: 'each registry endpoint refuses an encoded, quoted or embedded key',
    advice: 'Check how the header Authorization is changed before keys are compared.',
    check: verifyRewrittenKeysRefused,
  },
  'PRODUCT-SEGMENT': {
    statement: 'the registry responds below the product segment of the configuration',
    check: verifyEndpointsBelowProductSegment,
  },
  'REG-VERSION': {
    statement: 'the registry responds below v1, and should not respond below another version',
    warnsOf: 'a manifest under v0',
    check: verifyVersionOfPath,
  },
} satisfies RuleTable

/** Checks that a key reads the manifest of its own organization and environment profile: uses three keys. */
async function verifyKeyReadsOwnManifest(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures

  await verifyEach([registry, otherEnvironment, otherOrganization], async (fixture) => {
    const exchange = requireStatus(await getPublicManifest(target, fixture))
    const reading = readManifest(target, exchange, fixture.listed)

    await verifyEach(fixture.listed, async ({ toolset }) => expectToolset(reading, toolset, ' of the key'))
    await verifyEach(fixture.notListed, async (toolset) => expectNoToolset(reading, toolset))
  })
}

/** The fixtures of the two environment profiles of one organization. */
export const profileFixtures = ['registry', 'otherEnvironment'] as const

/** Checks that each endpoint accepts the scheme name Bearer in any case (RFC 9110, section 11.1). */
async function verifySchemeIsCaseInsensitive(target: Target): Promise<void> {
  const { key } = target.fixtures.registry

  await verifyEach(listEndpoints(target), async ({ name, send }) => {
    requireSuccess(await send({ key }))

    await verifyEach(listSchemeCases(target), async (scheme) => {
      const exchange = await send({ otherHeaders: { authorization: `${scheme} ${key}` } })
      if (isSuccess(exchange)) return

      const expected = `${name} to accept the key after ${scheme} as after Bearer (RFC 9110, section 11.1)`
      throw new RuleWarning(`expected ${expected}, found status ${exchange.status}`, exchange)
    })
  })
}

/** An endpoint of the registry, with a valid request apart from the credentials. */
interface Endpoint {
  readonly name: string
  readonly send: (credentials: Credentials) => Promise<Exchange>
}

const ORGANIZATION_MANIFEST = 'the organization manifest'

function listEndpoints(target: Target): readonly Endpoint[] {
  const { execute, organization } = target.fixtures
  const { orgId } = organization
  const { payload } = execute

  return [
    { name: 'the public manifest', send: (credentials) => getPublicManifest(target, credentials) },
    { name: ORGANIZATION_MANIFEST, send: (credentials) => getOrganizationManifest(target, { ...credentials, orgId }) },
    { name: 'execute', send: (credentials) => executeTool(target, { ...credentials, payload }) },
  ]
}

/** A registry request with wrong credentials. */
interface WrongCredentials extends Pick<WrongKey, 'statuses'> {
  readonly description: string
  readonly credentials: Credentials
}

/** Expects each endpoint to accept the valid key, and to refuse all wrong credentials. */
async function expectRefused(
  target: Target,
  wrongCredentials: readonly WrongCredentials[],
  endpoints = listEndpoints(target),
): Promise<void> {
  await verifyEach(endpoints, async ({ name, send }) => {
    requireSuccess(await send({ key: target.fixtures.registry.key }))

    await verifyEach(wrongCredentials, async ({ credentials, description, statuses = [401] }) => {
      expectOneOfStatuses(await send(credentials), statuses, `${name} with ${description}`)
    })
  })
}

/**
 * Checks that each endpoint refuses a missing key, an unknown one, the key of a workflow, and keys that resemble the valid
 * one.
 */
async function verifyWrongKeysRefused(target: Target): Promise<void> {
  const { echo, registry } = target.fixtures
  const similarKeys = listSimilarKeys(target, registry.key).map(({ description, value }) => ({
    description: `the key ${description}`,
    credentials: { key: value },
  }))

  await expectRefused(target, [
    { description: 'no key', credentials: {} },
    { description: 'a wrong key', credentials: { key: 'wrong-key' } },
    ...similarKeys,
    // The key of a workflow may count as invalid, or as a key without access.
    { description: 'the key of a workflow', credentials: { key: echo.key }, statuses: [401, 403] },
  ])
}

/** Checks that a key counts only in the Authorization header: sends it in other headers and in a cookie. */
async function verifyKeyInOtherPlacesRefused(target: Target): Promise<void> {
  const credentials = { otherHeaders: otherHeadersWithKey(target.fixtures.registry.key) }

  const description = 'the key in other headers and in a cookie alone'
  await expectRefused(target, [{ description, credentials, statuses: elsewhereStatuses }])
}

/** Sends the headers of a proxy without a key to each endpoint, and expects a refusal. */
async function verifyIdentityHeadersRefused(target: Target): Promise<void> {
  const otherHeaders = Object.fromEntries(identityHeaders.map(({ name, value }) => [name, value]))

  // A server may refuse unknown headers as malformed before it looks for a key.
  const statuses = [401, 400]
  await expectRefused(target, [{ description: 'no key and the headers of a proxy', credentials: { otherHeaders }, statuses }])
}

/** Checks that conditional requests without a key get 401, as other requests without a key do. */
async function verifyConditionalRequestsRefused(target: Target): Promise<void> {
  const conditionalRequests = selectEntries(conditionalHeaders, target).map(({ description, headers, statuses = [401] }) => ({
    description: `no key and ${description}`,
    credentials: { otherHeaders: headers },
    statuses,
  }))

  await expectRefused(target, conditionalRequests)
}

/**
 * Checks that only the organization manifest accepts a console session (section 4.3). Sends a session without a key to the
 * other registry endpoints and to a workflow, and expects 401.
 */
async function verifySessionRefusedAsKey(target: Target): Promise<void> {
  const { consoleSession: session } = target.fixtures
  const sessionId = session.value.slice(session.value.indexOf('=') + 1)
  const wrongCredentials = [
    { description: 'a console session alone', credentials: { session } },
    { description: 'a console session as the key', credentials: { key: sessionId } },
  ]

  const endpoints = listEndpoints(target).filter(({ name }) => name !== ORGANIZATION_MANIFEST)
  await expectRefused(target, wrongCredentials, endpoints)
  await expectRunWithSessionRefused(target)
}

async function expectRunWithSessionRefused(target: Target): Promise<void> {
  const { consoleSession: session, echo: workflow } = target.fixtures
  requireStatus(await runWorkflow(target, { workflow }))

  const headers = { [session.header]: session.value }
  await verifyEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow, authorization: null, headers, mode })
    expectStatus(exchange, 401, `a run of ${workflow.flowId} in mode ${mode} with a console session alone`)
  })
}

/** Checks that encoded, quoted and embedded forms of the valid key get 401. */
async function verifyRewrittenKeysRefused(target: Target): Promise<void> {
  const wrongHeaders = listRewrittenKeys(target, target.fixtures.registry.key)
  const wrongCredentials = wrongHeaders.map(({ authorization, description, statuses = [401] }) => ({
    description: `the key ${description}`,
    credentials: { otherHeaders: { authorization } },
    statuses,
  }))

  await expectRefused(target, wrongCredentials)
}

/** Checks that the three registry endpoints respond below the configured product segment. */
async function verifyEndpointsBelowProductSegment(target: Target): Promise<void> {
  const { execute, organization, registry } = target.fixtures
  const { key } = registry

  expectStatus(await getPublicManifest(target, { key }), 200)
  expectStatus(await getOrganizationManifest(target, { key, orgId: organization.orgId }), 200)
  expectSuccess(await executeTool(target, { key, payload: execute.payload }))
}

/** Checks that the registry responds below v1. Warns if it also responds below v0. */
async function verifyVersionOfPath(target: Target): Promise<void> {
  const { key } = target.fixtures.registry
  expectStatus(await getPublicManifest(target, { key }), 200)

  const request = createRequest(target, 'getPublicManifest', { headers: { authorization: `Bearer ${key}` } })
  const path = request.url.slice(target.registryUrl.length)
  const url = target.registryUrl + path.replace('/v1/', '/v0/')
  const exchange = await target.send({ ...request, url })

  // No document forbids other versions. But a client with a wrong path would not notice its mistake.
  if (isSuccess(exchange)) throw new RuleWarning('expected no manifest under v0, where no document has one', exchange)
}
