import { getOrganizationManifest, getPublicManifest } from '../../calls.ts'
import { NotDeclared } from '../../target/connect-target.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { RegistryFixture, Target } from '../../target/target.ts'
import { control, expectOneOf, expectStatus, expectThat, inEach } from '../expectations.ts'
import { nearlyRight } from '../keys/nearly-right.ts'
import { type RuleTable, RuleWarning } from '../rule.ts'
import {
  expectNoToolSet,
  expectNothingForeign,
  expectTool,
  expectToolSet,
  expectVersion,
  type ManifestReading,
  readManifest,
  weaknessOf,
  weaknessOfNames,
} from './manifest-contents.ts'
import { expectPublished } from './manifests.ts'

export const organizationManifestRules = {
  'ORG-ENDPOINT': { statement: 'GET of an organization manifest is answered with 200 and JSON', check: orgEndpoint },
  'ORG-AUTH': {
    statement: 'the organization manifest accepts a key of the organization, and shows nothing of it to the key of another one',
    check: orgAuth,
  },
  'ORG-AUTH.session': {
    statement: 'the organization manifest accepts a console session, and shows it what belongs to its own organization',
    lookAt: 'whether the session of fixtures.organization has expired, and then by what a session is looked up',
    check: orgAuthSession,
  },
  'ORG-AUTH.wrong-session': {
    statement: 'a wrong console session is refused',
    lookAt: 'how a session is compared: as a whole, and to nothing that merely begins with it',
    check: orgAuthWrongSession,
  },
  'ORG-CONTENT': {
    statement: 'the organization manifest lists what the public manifest lists for that organization',
    check: orgContent,
  },
  'ORG-CONTENT.other-profile': {
    statement: 'the organization manifest lists what is published to the profile of the key',
    check: orgContentOtherProfile,
  },
  'ORG-CONTENT.published': {
    statement: 'once another version is published to the profile, the organization manifest lists that one, too',
    since: '2026-12',
    lookAt: 'how long a manifest is kept in a cache, and what a publication does to it',
    check: orgContentPublished,
  },
  'ORG-FALLBACK': {
    statement: 'the manifest of an organization that has published nothing lists the latest versions',
    check: orgFallback,
  },
  'ORG-FALLBACK.toolless': {
    statement: 'the manifest that falls back to the latest versions leaves out tool sets without a tool',
    since: '2026-12',
    lookAt: 'whether the manifest that falls back asks for at least one tool, as section 4.2 does',
    check: orgFallbackToolless,
  },
} satisfies RuleTable

async function orgEndpoint(target: Target): Promise<void> {
  const { key, orgId } = target.fixtures.organization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', in: exchange })
}

async function orgAuth(target: Target): Promise<void> {
  const { organization, otherOrganization, registry } = target.fixtures
  const { key, orgId } = organization
  expectStatus(await getOrganizationManifest(target, { orgId, key }), 200, 'a key of the organization')
  // Two organizations may have tool sets of one name, whether fixtures.otherOrganization names these or not.
  const theirs = readManifest(target, await getPublicManifest(target, otherOrganization), registry.listed)
  const own = registry.listed.filter(({ toolSet }) => !theirs.lists(toolSet))
  const foreign = await getOrganizationManifest(target, { orgId, key: otherOrganization.key })
  const reading = readManifest(target, foreign, registry.listed)
  const ownReading = readManifest(target, foreign, otherOrganization.listed)
  await inEach(own, async ({ toolSet }) => expectNoToolSet(reading, toolSet, ' for the key of another organization'))
  // What it gets is not shown (ORG-SESSION). Its own manifest at this address tells whoever asks the wrong thing.
  const gotItsOwn = otherOrganization.listed.some(({ toolSet }) => ownReading.lists(toolSet))
  if (gotItsOwn) throw new RuleWarning(`expected no manifest of another organization at the address of ${orgId}`, foreign)
}

async function orgAuthSession(target: Target): Promise<void> {
  const { consoleSession, organization, otherOrganization, registry, unpublishedOrganization } = target.fixtures
  const signedIn = await getOrganizationManifest(target, { orgId: organization.orgId, session: consoleSession })
  expectStatus(signedIn, 200, 'a console session of the organization')
  expectThat(signedIn.body !== undefined, { expected: 'a manifest for the session, found no JSON', in: signedIn })
  await expectNothingForeign(readManifest(target, signedIn, registry.listed), registry, otherOrganization)
  // Whose manifest it is, or whether it is one at all, is not shown: it is not that of somebody else.
  const { orgId, toolSet } = unpublishedOrganization
  const elsewhere = await getOrganizationManifest(target, { orgId, session: consoleSession })
  const reading = readManifest(target, elsewhere, registry.listed)
  expectNoToolSet(reading, toolSet, ' for a session of another organization')
}

async function orgAuthWrongSession(target: Target): Promise<void> {
  const { consoleSession, organization } = target.fixtures
  const { orgId } = organization
  control(await getOrganizationManifest(target, { orgId, session: consoleSession }))
  await inEach(nearlyRight(consoleSession.value).slice(0, 3), async ({ value, what }) => {
    const exchange = await getOrganizationManifest(target, { orgId, session: { ...consoleSession, value } })
    // Section 4.3 names no status, and who is not signed in may be sent to do so.
    expectOneOf(exchange, [401, 403, 302, 303, 307], `a console session ${what}`)
  })
}

async function orgContent(target: Target): Promise<string | undefined> {
  const { organization, otherOrganization, registry } = target.fixtures
  const exchange = control(await getOrganizationManifest(target, organization))
  const reading = readManifest(target, exchange, registry.listed)
  await inEach(
    [
      ...registry.listed.map((listed) => () => expectListed(reading, listed)),
      () => expectNothingForeign(reading, registry, otherOrganization),
      () => expectNoToolless(reading, registry),
    ],
    (expect) => expect(),
  )
  return weaknessOf(target) ?? weaknessOfNames(registry, otherOrganization)
}

/** It may be read so that each tool set falls back by itself (ORG-FALLBACK-SCOPE): then more may be listed, if it has a tool. */
function expectNoToolless(reading: ManifestReading, { notListed }: RegistryFixture): Promise<void> {
  return inEach(notListed.filter(reading.isToolless), async (toolSet) => expectNoToolSet(reading, toolSet, ', which has no tool'))
}

async function expectListed(reading: ManifestReading, listed: RegistryFixture['listed'][number], which = ''): Promise<void> {
  expectToolSet(reading, listed.toolSet, which)
  await inEach([expectVersion, expectTool], async (expect) => expect(reading, listed, which))
}

/** The profile of the key decides which version it is, here as elsewhere (section 5.3). */
async function orgContentOtherProfile(target: Target): Promise<string | undefined> {
  const { organization, otherEnvironment } = target.fixtures
  const { key, listed } = otherEnvironment
  control(await getPublicManifest(target, { key }))
  const exchange: Exchange = await getOrganizationManifest(target, { orgId: organization.orgId, key })
  // Section 4.3 has the organization's API key, whichever profile it is bound to.
  expectStatus(exchange, 200, 'the key of the other environment, which reads the public manifest')
  const reading = readManifest(target, exchange, listed)
  await inEach(listed, (one) => expectListed(reading, one, ' for the key of the other environment'))
  return weaknessOf(target)
}

function orgContentPublished(target: Target): Promise<string | undefined> {
  const { organization } = target.fixtures
  return expectPublished(target, {
    read: async (listed) => readManifest(target, control(await getOrganizationManifest(target, organization)), listed),
  })
}

async function orgFallback(target: Target): Promise<string | undefined> {
  const reading = await readFallback(target)
  const { latestVersion, toolSet } = target.fixtures.unpublishedOrganization
  expectToolSet(reading, toolSet)
  expectVersion(reading, { toolSet, version: latestVersion }, ', the latest')
  return weaknessOf(target)
}

async function orgFallbackToolless(target: Target): Promise<void> {
  const reading = await readFallback(target)
  const { notListed = [], toolSet } = target.fixtures.unpublishedOrganization
  if (notListed.length === 0)
    throw new NotDeclared('fixtures.unpublishedOrganization has no notListed: a tool set without a tool')
  expectToolSet(reading, toolSet)
  await inEach(notListed, async (toolless) => expectNoToolSet(reading, toolless, ', which has no tool'))
}

async function readFallback(target: Target): Promise<ManifestReading> {
  const { organization, unpublishedOrganization } = target.fixtures
  control(await getOrganizationManifest(target, organization))
  const { key, latestVersion, orgId, toolSet } = unpublishedOrganization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200, 'a key of an organization that has published nothing')
  return readManifest(target, exchange, [{ toolSet, version: latestVersion, tool: toolSet }])
}
