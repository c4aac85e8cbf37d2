import { organizationPlaces } from '../../catalogues/override-places.ts'
import { createRequest, executeTool, getPublicManifest, revalidateManifest } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import {
  expectStatus,
  expectThat,
  isSuccess,
  requirePrecondition,
  requirePreconditionSuccess,
  verifyEach,
} from '../expectations.ts'
import { nameInPlaces } from '../name-places.ts'
import { type RuleTable, RuleWarning } from '../rule.ts'
import { containsExpectedText } from './find-text.ts'
import { expectNoToolset, readManifest } from './manifest-contents.ts'
import { profiles } from './tool-hosting-keys.ts'

/** The rules that a key shows nothing of another organization. */
export const otherOrganizationRules = {
  'MAN-ORG.named': {
    statement: 'only the key decides the organization of the public manifest, and not a query, a cookie or a header',
    advice: 'Check that the organization of a request comes only from the key, and not from a parameter of another endpoint.',
    check: verifyNamedOrganizationIgnored,
  },
  'MAN-ORG.cached': {
    statement: 'a manifest of one key is never confirmed to another key with 304, and no shared cache may store it',
    advice: 'Check that If-None-Match is read after the key, and compared with the manifest of this key.',
    check: verifyManOrgCached,
  },
  'HOST-KEY.variables': {
    statement: 'an execution has no variables of another organization',
    advice:
      'Check that execute finds variables by the organization of the key, and not only by the name of the environment profile.',
    check: verifyVariablesOfOwnOrganization,
  },
} satisfies RuleTable

/** Names another organization in the query, in cookies and in headers, and expects the manifest of the organization of the key. */
async function verifyNamedOrganizationIgnored(target: Target): Promise<string | undefined> {
  const { organization, otherOrganization, registry } = target.fixtures
  const { key } = otherOrganization
  const { orgId } = organization
  const otherManifest = requirePrecondition(await getPublicManifest(target, { key }))
  const otherReading = readManifest(target, otherManifest, registry.listed)

  const request = createRequest(target, 'getPublicManifest', { headers: { authorization: `Bearer ${key}` } })
  const exchange = await target.sendOutsideDocument(nameInPlaces(request, organizationPlaces, orgId))

  // A server may refuse undocumented parameters, and then it shows no tool set at all.
  const reading = readManifest(target, exchange, registry.listed)
  const distinctTools = registry.listed.filter(({ toolset }) => !otherReading.lists(toolset))
  const reason = `: the key belongs to another organization than ${orgId}, the one in the query, the cookies and the headers`
  await verifyEach(distinctTools, async ({ toolset }) => expectNoToolset(reading, toolset, reason))

  return distinctTools.length > 0 ? undefined : SAME_NAMES
}

const SAME_NAMES =
  'The other organization lists every tool set of fixtures.registry.listed. Declare one that it does not have to make the check exact.'

async function verifyManOrgCached(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  const manifests: CachedManifest[] = []
  for (const { key } of [registry, otherEnvironment, otherOrganization]) {
    manifests.push({ key, exchange: requirePrecondition(await getPublicManifest(target, { key })) })
  }

  await verifyEach(manifests.entries(), async ([index, cached]) => {
    const next = manifests[(index + 1) % manifests.length]
    await expectNotConfirmed(target, cached, next)
    warnOfSharedCaching(cached.exchange)
  })
}

interface CachedManifest {
  readonly key: string
  readonly exchange: Exchange
}

/** Expects the server not to confirm a cached manifest to a client without a key, or with a key that has another manifest. */
async function expectNotConfirmed(target: Target, cached: CachedManifest, next: CachedManifest | undefined): Promise<void> {
  const withoutKey = await revalidateManifest(target, cached.exchange, {})
  if (withoutKey !== undefined) {
    expectStatus(withoutKey, 401, 'a manifest without a key, with the ETag of one that was read')
  }

  if (next === undefined || next.exchange.text === cached.exchange.text) return
  const withOtherKey = await revalidateManifest(target, cached.exchange, { key: next.key })
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

/** Executes a tool with the key of another organization, and expects the variables of that organization. */
async function verifyVariablesOfOwnOrganization(target: Target): Promise<string | undefined> {
  const { executeEnvironment, otherOrganization, registry } = target.fixtures
  const { pointer, payload, expectedText } = executeEnvironment
  requirePreconditionSuccess(await executeTool(target, { key: registry.key, payload }))

  const exchange = await executeTool(target, { key: otherOrganization.key, payload })
  const containsValue = (value: string) => containsExpectedText(exchange, { pointer, expectedText: value })

  const foreignValue = expectedText.otherOrganization
  if (foreignValue !== undefined) {
    requirePreconditionSuccess(exchange)
    const place = pointer === undefined ? '' : `, at ${pointer}`
    const expected = `the variable of the key's organization, ${foreignValue}${place}`
    expectThat(containsValue(foreignValue), { expected, exchange })
    return undefined
  }

  if (!isSuccess(exchange)) return TOOL_NOT_SHARED
  const containsOwnValue = profiles.some((profile) => containsValue(expectedText[profile]))
  if (containsOwnValue) throw new RuleWarning(OWN_VALUE_SHOWN, exchange)
  return undefined
}

const REMEDY = 'Declare its value as fixtures.executeEnvironment.expectedText.otherOrganization to make the check exact.'
const OWN_VALUE_SHOWN = `expected no variable of this organization in an execution with the key of another one, which may have the same value. ${REMEDY}`
const TOOL_NOT_SHARED = `The other organization has no such tool, so its variables were not compared. ${REMEDY}`
