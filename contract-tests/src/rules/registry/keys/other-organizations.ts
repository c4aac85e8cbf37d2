import { organizationPlaces } from '../../../catalogues/override-places.ts'
import { createRequest, executeTool, getPublicManifest, revalidateManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { expectStatus, expectThat, isSuccess, requireStatus, requireSuccess, verifyEach } from '../../expectations.ts'
import { addValueAtPlaces, membersWithValue } from '../../name-places.ts'
import { PreconditionError, type RuleTable, RuleWarning } from '../../rule.ts'
import { addToNestedCalls } from '../executions/payloads.ts'
import { containsExpectedText } from '../find-text.ts'
import { expectToolsHidden, listMissingTools } from '../manifests/hidden-tools.ts'
import { profileFixtures } from './tool-hosting-keys.ts'

/** The rules that a key shows nothing of another organization. */
export const otherOrganizationRules = {
  'MAN-ORG.named': {
    statement: 'only the key decides the organization of the public manifest, and not a query, a cookie or a header',
    advice: 'Check that the organization of a request comes only from the key, and not from a parameter of another endpoint.',
    check: verifyNamedOrganizationIgnored,
  },
  'MAN-ORG.cached': {
    statement: 'a manifest of one key is never confirmed to another key with 304, and no shared cache may store it',
    warnsOf: 'a Cache-Control that lets a shared cache store the manifest',
    advice:
      'Check that If-None-Match is read after the key, and compared with the manifest of this key. Send Cache-Control: private, or Vary: Authorization.',
    check: verifyManifestsNotShared,
  },
  'HOST-KEY.named': {
    statement: 'only the key decides the organization of an execution, and not a query, a cookie, a header or the payload',
    advice: 'Check that the organization of a request comes only from the key, and not from a parameter of another endpoint.',
    check: verifyNamedOrganizationIgnoredByExecute,
  },
  'HOST-KEY.variables': {
    statement: 'an execution has no variables of another organization',
    warnsOf: 'a variable whose value in the other organization is not declared',
    advice:
      'Check that execute finds variables by the organization of the key, and not only by the name of the environment profile.',
    check: verifyVariablesOfOwnOrganization,
  },
} satisfies RuleTable

/**
 * Checks that a request gets the manifest of the organization of its key, even if the request names another organization. For
 * example, a request has the key of Initech, and names Acme in its query, its cookies and its headers. The manifest must not
 * list the tool sets of Acme.
 *
 * A tool set that both organizations have proves nothing, so the check looks only for the tool sets that Initech lacks.
 *
 * @returns advice if Initech has all tool sets of Acme, because the check then cannot find a defect
 */
async function verifyNamedOrganizationIgnored(target: Target): Promise<string | undefined> {
  // In the example, `otherOrganization` is Initech, and `organization` is Acme. `registry` has the tools of Acme.
  const { key } = target.fixtures.otherOrganization
  const { orgId } = target.fixtures.organization

  const tools = listMissingTools(target, requireStatus(await getPublicManifest(target, { key })))
  if (tools.length === 0) return SAME_TOOLSETS_ADVICE

  // The API document has no such parameters. A server may ignore them or refuse the request.
  const request = createRequest(target, 'getPublicManifest', { headers: { authorization: `Bearer ${key}` } })
  const exchange = await target.send(addValueAtPlaces(request, organizationPlaces, orgId))

  const description = `: the key belongs to another organization than ${orgId}, the one in the query, the cookies and the headers`
  await expectToolsHidden(target, exchange, { tools, description })
  return undefined
}

const SAME_TOOLSETS_ADVICE =
  'The other organization lists every tool set of fixtures.registry.listed. Declare one that it does not have to make the check exact.'

/**
 * Checks that only the key decides the organization of an execution. The tool of `fixtures.executeEnvironment` returns a variable
 * of `fixtures.organization`. It is executed with the key of another organization, and then once more with the name of
 * `fixtures.organization` in the query, the cookies, the headers and the payload. The name must not make the variable visible.
 *
 * @returns advice if the key alone shows the variable, because the check then cannot find a defect
 */
async function verifyNamedOrganizationIgnoredByExecute(target: Target): Promise<string | undefined> {
  const { executeEnvironment, organization, otherOrganization } = target.fixtures
  await requireVisibleVariable(target)

  const exchangeWithKey = await executeTool(target, { key: otherOrganization.key, payload: executeEnvironment.payload })
  if (showsVariableOfRegistry(target, exchangeWithKey)) return SAME_VARIABLE_ADVICE

  const exchange = await target.send(addValueAtPlaces(exchangeWithKey.request, organizationPlaces, organization.orgId))
  expectNoVariableOfNamedOrganization(target, exchange)

  // A payload may have the name of the tool in an object, and then a server may read the name of an organization there, too.
  const members = membersWithValue(organizationPlaces, organization.orgId)
  const nestedPayload = addToNestedCalls(target, executeEnvironment.payload, members)
  if (target.isQuick || nestedPayload === undefined) return undefined

  const exchangeWithNestedName = await executeTool(target, { key: otherOrganization.key, payload: nestedPayload })
  expectNoVariableOfNamedOrganization(target, exchangeWithNestedName)
  return undefined
}

function expectNoVariableOfNamedOrganization(target: Target, exchange: Exchange): void {
  const { orgId } = target.fixtures.organization
  const expected = `no variable of ${orgId}, which the request names and to which the key does not belong`
  expectThat(!showsVariableOfRegistry(target, exchange), { expected, exchange })
}

/** Blocks the rule unless an execution with the key of `fixtures.registry` shows the variable of its organization. */
async function requireVisibleVariable(target: Target): Promise<void> {
  const { executeEnvironment, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: executeEnvironment.payload })

  if (showsVariableOfRegistry(target, requireSuccess(exchange))) return
  throw new PreconditionError('fixtures.executeEnvironment.expectedText is not in the response to its payload', exchange)
}

const SAME_VARIABLE_ADVICE =
  'An execution with the key of the other organization shows a text of fixtures.executeEnvironment.expectedText. Give the organizations different variables to make the check exact.'

/**
 * Checks that no cache gives the manifest of one key to a client with another key. Sends the ETag of each manifest without a
 * key and with the key of another manifest, and warns if Cache-Control lets a shared cache store it.
 */
async function verifyManifestsNotShared(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  const manifests: CachedManifest[] = []
  for (const { key } of [registry, otherEnvironment, otherOrganization]) {
    manifests.push({ key, exchange: requireStatus(await getPublicManifest(target, { key })) })
  }

  await verifyEach(manifests.entries(), async ([index, cached]) => {
    const other = manifests[(index + 1) % manifests.length]
    await expectNotConfirmed(target, cached, other)
    warnOfSharedCaching(cached.exchange)
  })
}

/** A manifest that a client with a key has read. */
interface CachedManifest {
  readonly key: string
  readonly exchange: Exchange
}

/** Expects the server not to confirm a cached manifest to a client without a key, or with a key that has another manifest. */
async function expectNotConfirmed(target: Target, cached: CachedManifest, other: CachedManifest | undefined): Promise<void> {
  const withoutKey = await revalidateManifest(target, cached.exchange, {})
  if (withoutKey !== undefined) {
    expectStatus(withoutKey, 401, 'a manifest without a key, with the ETag of one that was read')
  }

  const hasOtherManifest = other !== undefined && other.exchange.text !== cached.exchange.text
  if (!hasOtherManifest) return
  const withOtherKey = await revalidateManifest(target, cached.exchange, { key: other.key })
  if (withOtherKey !== undefined) {
    expectStatus(withOtherKey, 200, 'a manifest with the ETag of what another key was given')
  }
}

/** Matches a Cache-Control that lets a shared cache store a response to a request with a key (RFC 9111, section 3.5). */
const SHARED_CACHING = /^(?!.*(?:no-cache|no-store|private)).*(?:public|s-maxage=[1-9])/i

/**
 * Warns if a shared cache may store the manifest of one key. All keys use the same URL (section 4.2), so the cache would
 * return this manifest for other keys, unless Vary names the header with the key.
 */
function warnOfSharedCaching(exchange: Exchange): void {
  const cacheControl = exchange.headers.get('cache-control') ?? ''
  const variesByKey = /authorization|\*/i.test(exchange.headers.get('vary') ?? '')
  if (!SHARED_CACHING.test(cacheControl) || variesByKey) return

  const found = `found ${cacheControl}, which lets a shared cache send it to other clients`
  throw new RuleWarning(`expected a Cache-Control that keeps the manifest of one key private, ${found}`, exchange)
}

/**
 * Checks that a tool sees the variables of the organization whose key executes it. The tool of
 * `fixtures.executeEnvironment` shows one of its variables, and is executed with the keys of two organizations.
 *
 * @returns advice if the other organization does not have the tool, so that the variables could not be compared
 */
async function verifyVariablesOfOwnOrganization(target: Target): Promise<string | undefined> {
  const { executeEnvironment, otherOrganization, registry } = target.fixtures
  const { payload } = executeEnvironment

  // Without this precondition, a refusal of the other key would prove nothing.
  requireSuccess(await executeTool(target, { key: registry.key, payload }))

  const exchange = await executeTool(target, { key: otherOrganization.key, payload })

  const declaredValue = executeEnvironment.expectedText.otherOrganization
  if (declaredValue === undefined) return warnOfForeignVariable(target, exchange)

  requireSuccess(exchange)
  expectVariable(target, exchange, declaredValue)
  return undefined
}

/**
 * Warns if an execution of the other organization shows a variable of `fixtures.registry`. This is only a warning: the fixtures
 * do not declare the value of the other organization, and both organizations may use the same value.
 *
 * @returns advice if the other organization does not have the tool
 */
function warnOfForeignVariable(target: Target, exchange: Exchange): string | undefined {
  if (!isSuccess(exchange)) return TOOL_NOT_SHARED_ADVICE
  if (showsVariableOfRegistry(target, exchange)) throw new RuleWarning(FOREIGN_VARIABLE_MESSAGE, exchange)
  return undefined
}

/** Returns whether a response shows the variable of `fixtures.registry`, in any of its environment profiles. */
function showsVariableOfRegistry({ fixtures }: Target, exchange: Exchange): boolean {
  const { expectedText, pointer } = fixtures.executeEnvironment
  return profileFixtures.some((fixtureName) =>
    containsExpectedText(exchange, { pointer, expectedText: expectedText[fixtureName] }),
  )
}

/** Fails the rule unless the response to an execution shows the declared variable of the organization of the key. */
function expectVariable({ fixtures }: Target, exchange: Exchange, variable: string): void {
  const { pointer } = fixtures.executeEnvironment
  const place = pointer === undefined ? '' : `, at ${pointer}`

  const isVisible = containsExpectedText(exchange, { pointer, expectedText: variable })
  expectThat(isVisible, { expected: `the variable of the key's organization, ${variable}${place}`, exchange })
}

const REMEDY = 'Declare its value as fixtures.executeEnvironment.expectedText.otherOrganization to make the check exact.'
const FOREIGN_VARIABLE_MESSAGE = `expected no variable of this organization in an execution with the key of another one, which may have the same value. ${REMEDY}`
const TOOL_NOT_SHARED_ADVICE = `The other organization has no such tool, so its variables were not compared. ${REMEDY}`
