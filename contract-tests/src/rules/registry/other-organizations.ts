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
import { type RuleTable, RuleWarning } from '../rule.ts'
import { showsText } from './find-text.ts'
import { expectNoToolSet, readManifest } from './manifest-contents.ts'
import { profiles } from './tool-hosting-keys.ts'

/** The rules that a key shows nothing of another organization. */
export const otherOrganizationRules = {
  'MAN-ORG.named': {
    statement: 'the public manifest is that of the organization of the key, whichever one a query or a header names',
    lookAt: 'where the organization of a request comes from: the key alone, and no parameter that other endpoints have',
    check: verifyManOrgNamed,
  },
  'MAN-ORG.cached': {
    statement: 'whoever has kept the manifest of another key is not told that it is the right one, and no cache is to keep it',
    lookAt: 'what answers If-None-Match: it comes after the key is looked at, and compares what this key would get',
    check: verifyManOrgCached,
  },
  'HOST-KEY.variables': {
    statement: 'an execution sees no variables of an organization other than that of its key',
    lookAt: 'by what execute finds variables: by the organization of the key, and not by the name of the environment alone',
    check: verifyHostKeyVariables,
  },
} satisfies RuleTable

/** The query parameters that could name an organization. */
const organizationParameters = ['orgId', 'org_id', 'org', 'organization', 'organizationId']

/** Names another organization in the query and in headers, and expects the manifest of the organization of the key. */
async function verifyManOrgNamed(target: Target): Promise<string | undefined> {
  const { organization, otherOrganization, registry } = target.fixtures
  const { key } = otherOrganization
  const { orgId } = organization
  const otherManifest = requirePrecondition(await getPublicManifest(target, { key }))
  const otherReading = readManifest(target, otherManifest, registry.listed)

  const query = new URLSearchParams(organizationParameters.map((name) => [name, orgId]))
  const headers = { authorization: `Bearer ${key}`, 'x-org-id': orgId, 'x-organization-id': orgId, 'x-organization': orgId }
  const request = createRequest(target, 'getPublicManifest', { headers })
  const exchange = await target.sendOutsideDocument({ ...request, url: `${request.url}?${query}` })

  // A server may refuse undocumented parameters, and then it shows no tool set at all.
  const reading = readManifest(target, exchange, registry.listed)
  const distinctTools = registry.listed.filter(({ toolSet }) => !otherReading.lists(toolSet))
  const reason = `, as the key belongs to another organization than ${orgId}, which the query and headers name`
  await verifyEach(distinctTools, async ({ toolSet }) => expectNoToolSet(reading, toolSet, reason))

  return distinctTools.length > 0 ? undefined : SAME_NAMES
}

const SAME_NAMES =
  'The other organization lists every tool set of fixtures.registry.listed, too, so that nothing tells whose is shown. One that it has not makes the check stronger.'

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

  const found = `found ${cacheControl}. A shared cache would return the manifest to other clients`
  throw new RuleWarning(`expected no Cache-Control that shares the manifest of one key, ${found}`, exchange)
}

/** Executes a tool with the key of another organization, and expects the variables of that organization. */
async function verifyHostKeyVariables(target: Target): Promise<string | undefined> {
  const { executeEnvironment, otherOrganization, registry } = target.fixtures
  const { at: pointer, payload, shows } = executeEnvironment
  requirePreconditionSuccess(await executeTool(target, { key: registry.key, payload }))

  const exchange = await executeTool(target, { key: otherOrganization.key, payload })
  const showsValue = (value: string) => showsText(exchange, { at: pointer, shows: value })

  const foreignValue = shows.otherOrganization
  if (foreignValue !== undefined) {
    requirePreconditionSuccess(exchange)
    const place = pointer === undefined ? '' : `, at ${pointer}`
    const expected = `the variable of the key's organization, ${foreignValue}${place}`
    expectThat(showsValue(foreignValue), { expected, exchange })
    return undefined
  }

  if (!isSuccess(exchange)) return TOOL_NOT_SHARED
  const showsOwnValue = profiles.some((profile) => showsValue(shows[profile]))
  if (showsOwnValue) throw new RuleWarning(OWN_VALUE_SHOWN, exchange)
  return undefined
}

const REMEDY = 'fixtures.executeEnvironment.shows.otherOrganization says what it has there, and makes the check exact.'
const OWN_VALUE_SHOWN = `expected no variable of this organization in an execution with the key of another one, which may have the same. ${REMEDY}`
const TOOL_NOT_SHARED = `The other organization has no such tool, so that it could not be seen whose variables it sees. ${REMEDY}`
