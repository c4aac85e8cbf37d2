import { organizationPlaces } from '../../../catalogues/override-places.ts'
import { getOrganizationManifest, getPublicManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import { requireMember } from '../../../target/optional-members.ts'
import type { ListedTool, RegistryFixture, Target } from '../../../target/target.ts'
import { expectOneOfStatuses, expectStatus, expectThat, requireStatus, verifyEach } from '../../expectations.ts'
import { listSimilarKeys } from '../../keys/wrong-keys.ts'
import { addValueAtPlaces } from '../../name-places.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'
import { expectToolsHidden, listMissingTools } from './hidden-tools.ts'
import {
  adviseDistinctNames,
  adviseVersionPointer,
  expectNoToolset,
  expectNothingForeign,
  expectTool,
  expectToolset,
  expectVersion,
  type ManifestReading,
  readManifest,
} from './manifest-contents.ts'
import { expectPublicationVisible } from './publication.ts'

export const organizationManifestRules = {
  'ORG-ENDPOINT': { statement: 'GET of an organization manifest returns 200 and JSON', check: verifyOrganizationManifestIsJson },
  'ORG-AUTH': {
    statement:
      'the organization manifest accepts a key of the organization, and hides the organization from keys of other organizations',
    warnsOf: 'the manifest of another organization at the address of this one',
    check: verifyKeysOfOtherOrganizationsRefused,
  },
  'ORG-AUTH.session': {
    statement: 'the organization manifest accepts a console session, and lists the tool sets of its organization',
    warnsOf: 'a version that no environment profile publishes',
    advice: 'Check whether the session of fixtures.organization has expired. Then check how a session is looked up.',
    check: verifySessionReadsManifest,
  },
  'ORG-AUTH.wrong-session': {
    statement: 'a wrong console session is refused',
    advice: 'Check that a session is compared completely, and not by its beginning.',
    check: verifyWrongSessionsRefused,
  },
  'ORG-CONTENT': {
    statement: 'the organization manifest lists the same tool sets as the public manifest of the organization',
    check: verifyOrganizationManifestLikePublic,
  },
  'ORG-CONTENT.other-profile': {
    statement: 'the organization manifest lists the versions that are published to the environment profile of the key',
    check: verifyProfileDecidesOrganizationVersions,
  },
  'ORG-CONTENT.published': {
    statement: 'the organization manifest lists a new version after its publication',
    advice: 'Check how long a manifest is cached, and whether a publication clears that cache.',
    check: verifyPublicationReachesOrganizationManifest,
  },
  'ORG-FALLBACK': {
    statement: 'the organization manifest lists the latest versions if nothing is published',
    check: verifyLatestVersionsListed,
  },
  'ORG-FALLBACK.toolless': {
    statement: 'the organization manifest leaves out tool sets without a tool, also if nothing is published',
    advice: 'Check that the fallback to the latest version requires at least one tool, as section 4.2 does.',
    check: verifyToollessSetsNotInFallback,
  },
} satisfies RuleTable

/** Checks that a key of the organization reads the organization manifest as JSON. */
async function verifyOrganizationManifestIsJson(target: Target): Promise<void> {
  const { key, orgId } = target.fixtures.organization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', exchange })
}

/**
 * Checks that a key reads only the manifest of its own organization. For example, a key of Acme reads the tool sets of Acme. A
 * key of Initech must not see them at the address of Acme, even if the request also names Acme in its query, a header or a
 * cookie.
 *
 * A tool set whose name both organizations use proves nothing, so the check looks only for the tool sets that Initech lacks.
 */
async function verifyKeysOfOtherOrganizationsRefused(target: Target): Promise<void> {
  // In the example, `organization` is Acme, and `otherOrganization` is Initech.
  const { organization, otherOrganization } = target.fixtures
  const { key, orgId } = organization
  expectStatus(await getOrganizationManifest(target, { orgId, key }), 200, 'a key of the organization')

  const tools = listMissingTools(target, await getPublicManifest(target, otherOrganization))
  const exchange = await getOrganizationManifest(target, { orgId, key: otherOrganization.key })
  await expectToolsHidden(target, exchange, { tools, description: ' for the key of another organization' })

  // The same request, with the id of the organization also in its query, its cookies and its headers.
  const exchangeWithName = await target.send(addValueAtPlaces(exchange.request, organizationPlaces, orgId))
  const description = ` for the key of another organization, although the request names ${orgId}`
  await expectToolsHidden(target, exchangeWithName, { tools, description })

  warnOfManifestOfOtherOrganization(target, exchange)
}

/** Warns if the address of an organization responds with the manifest of another one, which would mislead a client. */
function warnOfManifestOfOtherOrganization(target: Target, exchange: Exchange): void {
  const { organization, otherOrganization } = target.fixtures
  const reading = readManifest(target, exchange, otherOrganization.listed)

  const isOtherManifest = otherOrganization.listed.some(({ toolset }) => reading.lists(toolset))
  if (!isOtherManifest) return
  throw new RuleWarning(`expected no manifest of another organization at the address of ${organization.orgId}`, exchange)
}

/**
 * Checks that a console session reads the manifest of its own organization, which lists no tool set of another organization.
 * No document states the response to a session of another organization, but it must not be the manifest of that organization.
 * Warns of versions that no declared environment profile publishes.
 */
async function verifySessionReadsManifest(target: Target): Promise<void> {
  const { consoleSession: session, organization, otherOrganization, registry, unpublishedOrganization } = target.fixtures

  const exchange = await getOrganizationManifest(target, { orgId: organization.orgId, session })
  expectStatus(exchange, 200, 'a console session of the organization')
  expectThat(exchange.body !== undefined, { expected: 'a manifest for the session', found: 'no JSON', exchange })
  const reading = readManifest(target, exchange, registry.listed)
  await expectNothingForeign(reading, registry, otherOrganization)

  const { orgId, toolset } = unpublishedOrganization
  const foreignExchange = await getOrganizationManifest(target, { orgId, session })
  const foreignReading = readManifest(target, foreignExchange, registry.listed)
  expectNoToolset(foreignReading, toolset, ' for a session of another organization')

  await verifyEach(registry.listed, async (listed) => warnOfUnpublishedVersion(target, reading, listed))
}

/**
 * Warns if the manifest of a session lists a version that is published to no declared environment profile. Section 4.3 does
 * not state the profile of a session, so a profile that the fixtures do not declare can be the reason.
 */
function warnOfUnpublishedVersion(target: Target, reading: ManifestReading, { toolset, version }: ListedTool): void {
  if (!('otherEnvironment' in target.fixtures) || !reading.lists(toolset)) return

  const wrongVersion = reading.describeWrongVersion({ toolset, version })
  if (wrongVersion === undefined) return

  const { otherEnvironment } = target.fixtures
  const otherVersions = otherEnvironment.listed.filter((other) => other.toolset === toolset).map((other) => other.version)
  const isOtherVersion = otherVersions.some((other) => reading.describeWrongVersion({ toolset, version: other }) === undefined)
  if (isOtherVersion) return

  const publishedVersions = [...new Set([version, ...otherVersions])].join(' or ')
  const expected = `expected version ${publishedVersions} of tool set ${toolset} for a console session`
  throw new RuleWarning(`${expected}, as declared environment profiles publish it, found ${wrongVersion}`, reading.exchange)
}

/** Checks that a session is compared completely: sends sessions that resemble the valid one, and expects a refusal of each. */
async function verifyWrongSessionsRefused(target: Target): Promise<void> {
  const { consoleSession, organization } = target.fixtures
  const { orgId } = organization
  requireStatus(await getOrganizationManifest(target, { orgId, session: consoleSession }))

  const wrongSessions = listSimilarKeys(target, consoleSession.value).slice(0, target.isQuick ? 1 : 3)
  await verifyEach(wrongSessions, async ({ description, value }) => {
    const exchange = await getOrganizationManifest(target, { orgId, session: { ...consoleSession, value } })
    // Section 4.3 states no status, and a server may redirect to its login page.
    expectOneOfStatuses(exchange, [401, 403, 302, 303, 307], `a console session ${description}`)
  })
}

/**
 * Checks that the organization manifest lists the same tool sets as the public manifest. Each declared one has its version
 * and its tools. Tool sets of another organization, and those without a tool, are not listed.
 */
async function verifyOrganizationManifestLikePublic(target: Target): Promise<string | undefined> {
  const { organization, otherOrganization, registry } = target.fixtures
  const exchange = requireStatus(await getOrganizationManifest(target, organization))
  const reading = readManifest(target, exchange, registry.listed)

  const expectations = [
    ...registry.listed.map((listed) => () => expectListed(reading, listed)),
    () => expectNothingForeign(reading, registry, otherOrganization),
    () => expectNoToolless(reading, registry),
  ]
  await verifyEach(expectations, (expectation) => expectation())

  return adviseVersionPointer(target) ?? adviseDistinctNames(registry, otherOrganization)
}

/**
 * Expects that no tool set without a tool is listed. A tool set that `notListed` names may be listed if it has a tool:
 * section 4.3 may mean that each tool set falls back to its latest version (ORG-FALLBACK-SCOPE).
 */
function expectNoToolless(reading: ManifestReading, { notListed }: RegistryFixture): Promise<void> {
  const toollessSets = notListed.filter((toolset) => reading.isToolless(toolset))
  return verifyEach(toollessSets, async (toolset) => expectNoToolset(reading, toolset, ', a tool set without a tool'))
}

async function expectListed(reading: ManifestReading, listed: ListedTool, description = ''): Promise<void> {
  expectToolset(reading, listed.toolset, description)
  await verifyEach([expectVersion, expectTool], async (expect) => expect(reading, listed, description))
}

/** Verifies that the environment profile of the key decides the versions, as in the public manifest (section 5.3). */
async function verifyProfileDecidesOrganizationVersions(target: Target): Promise<string | undefined> {
  const { organization, otherEnvironment } = target.fixtures
  const { key, listed } = otherEnvironment
  requireStatus(await getPublicManifest(target, { key }))

  // Section 4.3 accepts each key of the organization, with any environment profile.
  const exchange = await getOrganizationManifest(target, { orgId: organization.orgId, key })
  expectStatus(exchange, 200, 'the key of the other environment profile, which can read the public manifest')

  const reading = readManifest(target, exchange, listed)
  await verifyEach(listed, (tool) => expectListed(reading, tool, ' for the key of the other environment'))
  return adviseVersionPointer(target)
}

/** Checks that the organization manifest lists a new version after its publication. */
function verifyPublicationReachesOrganizationManifest(target: Target): Promise<string | undefined> {
  const readManifestFor = async (tools: readonly ListedTool[]) => {
    const exchange = await getOrganizationManifest(target, target.fixtures.organization)
    return readManifest(target, requireStatus(exchange), tools)
  }
  return expectPublicationVisible(target, { readManifestFor })
}

/** Checks that the organization manifest lists the latest version if the organization has published nothing. */
async function verifyLatestVersionsListed(target: Target): Promise<string | undefined> {
  const reading = await readFallbackManifest(target)
  const { latestVersion, toolset } = target.fixtures.unpublishedOrganization

  expectToolset(reading, toolset)
  expectVersion(reading, { toolset, version: latestVersion }, ', the latest')
  return adviseVersionPointer(target)
}

/** Checks that the fallback leaves out tool sets without a tool. */
async function verifyToollessSetsNotInFallback(target: Target): Promise<void> {
  requireMember(target, ['unpublishedOrganization.notListed'])
  const { notListed = [], toolset } = target.fixtures.unpublishedOrganization

  const reading = await readFallbackManifest(target)
  expectToolset(reading, toolset)
  await verifyEach(notListed, async (toolless) => expectNoToolset(reading, toolless, ', a tool set without a tool'))
}

/** Reads the manifest of an organization that has published nothing. */
async function readFallbackManifest(target: Target): Promise<ManifestReading> {
  const { organization, unpublishedOrganization } = target.fixtures
  requireStatus(await getOrganizationManifest(target, organization))

  const { key, latestVersion, orgId, toolset } = unpublishedOrganization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200, 'a key of an organization that has published nothing')
  return readManifest(target, exchange, [{ toolset, version: latestVersion, tool: toolset }])
}
