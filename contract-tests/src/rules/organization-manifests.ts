import { getOrganizationManifest } from '../calls.ts'
import type { Target } from '../target/target.ts'
import { control, expectStatus, expectThat } from './expectations.ts'
import { aboutToolSet, containsText, namingOf } from './manifest-contents.ts'
import { nearlyRight } from './nearly-right.ts'
import { type RuleTable, RuleWarning } from './rule.ts'

export const organizationManifestRules = {
  'ORG-ENDPOINT': {
    statement: 'GET of an organization manifest is answered with 200 and JSON',
    check: orgEndpoint,
  },
  'ORG-AUTH': {
    statement: 'the organization manifest accepts a console session or a key of the organization, and nothing else',
    check: orgAuth,
  },
  'ORG-CONTENT': {
    statement: 'the organization manifest lists what the public manifest lists for that organization',
    check: orgContent,
  },
  'ORG-FALLBACK': {
    statement: 'the manifest of an organization that has published nothing lists the latest versions',
    check: orgFallback,
  },
} satisfies RuleTable

async function orgEndpoint(target: Target): Promise<void> {
  const { key, orgId } = target.fixtures.organization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', in: exchange })
}

async function orgAuth(target: Target): Promise<void> {
  const { key, orgId } = target.fixtures.organization
  const { consoleSession } = target.fixtures
  const own = await getOrganizationManifest(target, { orgId, key })
  expectStatus(own, 200)
  const signedIn = await getOrganizationManifest(target, { orgId, session: consoleSession })
  expectStatus(signedIn, 200)
  expectThat(signedIn.body !== undefined, { expected: 'a manifest for the session, found no JSON', in: signedIn })
  for (const wrong of nearlyRight(consoleSession.value).slice(0, 3)) {
    expectStatus(await getOrganizationManifest(target, { orgId, session: { ...consoleSession, value: wrong } }), 401)
  }
  const { otherOrganization, registry, unpublishedOrganization } = target.fixtures
  const toolSets = registry.listed.map(({ toolSet }) => toolSet)
  const isNamed = namingOf(own.body, toolSets)
  for (const { toolSet } of otherOrganization.listed.filter((foreign) => !toolSets.includes(foreign.toolSet))) {
    const shown = isNamed(signedIn.body, toolSet)
    expectThat(!shown, { expected: `no tool set ${toolSet} of another organization for the session`, in: signedIn })
  }
  // Whose manifest it is, or whether it is one at all, is not shown: it is not that of somebody else.
  const elsewhere = await getOrganizationManifest(target, { orgId: unpublishedOrganization.orgId, session: consoleSession })
  expectThat(!isNamed(elsewhere.body, unpublishedOrganization.toolSet), {
    expected: `no tool set ${unpublishedOrganization.toolSet} for a session of another organization`,
    in: elsewhere,
  })
  const foreign = await getOrganizationManifest(target, { orgId, key: otherOrganization.key })
  const theirs = new Set(otherOrganization.listed.map(({ toolSet }) => toolSet))
  for (const { toolSet } of registry.listed.filter((listed) => !theirs.has(listed.toolSet))) {
    const shown = isNamed(foreign.body, toolSet)
    expectThat(!shown, { expected: `no tool set ${toolSet} for the key of another organization`, in: foreign })
  }
  // What it gets is not shown (ORG-SESSION). Its own manifest at this address tells whoever asks the wrong thing.
  const gotItsOwn = [...theirs].some((toolSet) => isNamed(foreign.body, toolSet))
  if (gotItsOwn) throw new RuleWarning(`expected no manifest of another organization at the address of ${orgId}`, foreign)
}

async function orgContent(target: Target): Promise<void> {
  const { organization, otherOrganization, registry } = target.fixtures
  const { key, orgId } = organization
  const exchange = control(await getOrganizationManifest(target, { orgId, key }))
  const toolSets = registry.listed.map(({ toolSet }) => toolSet)
  const isNamed = namingOf(exchange.body, toolSets)
  for (const { tool, toolSet, version } of registry.listed) {
    expectThat(isNamed(exchange.body, toolSet), { expected: `tool set ${toolSet}`, in: exchange })
    const about = aboutToolSet(exchange.body, { toolSet, among: registry.listed })
    expectThat(about.mentionsVersion(version), { expected: `version ${version} of tool set ${toolSet}`, in: exchange })
    expectThat(about.mentionsTool(tool), { expected: `tool ${tool} of tool set ${toolSet}`, in: exchange })
  }
  for (const { toolSet } of otherOrganization.listed) {
    expectThat(!isNamed(exchange.body, toolSet), { expected: `no tool set ${toolSet} of another organization`, in: exchange })
  }
  await checkOtherEnvironment(target)
}

/** The profile of the key decides which version it is, here as elsewhere (section 5.3). */
async function checkOtherEnvironment(target: Target): Promise<void> {
  const { fixtures } = target
  if (!('otherEnvironment' in fixtures)) return
  const { key, listed } = fixtures.otherEnvironment
  const exchange = control(await getOrganizationManifest(target, { orgId: fixtures.organization.orgId, key }))
  for (const { tool, toolSet, version } of listed) {
    const about = aboutToolSet(exchange.body, { toolSet, among: listed })
    const there = `of tool set ${toolSet} for the key of the other environment`
    expectThat(about.mentionsVersion(version), { expected: `version ${version} ${there}`, in: exchange })
    expectThat(about.mentionsTool(tool), { expected: `tool ${tool} ${there}`, in: exchange })
  }
}

async function orgFallback(target: Target): Promise<void> {
  const { organization, unpublishedOrganization } = target.fixtures
  control(await getOrganizationManifest(target, { orgId: organization.orgId, key: organization.key }))
  const { key, latestVersion, orgId, toolSet } = unpublishedOrganization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200)
  expectThat(namingOf(exchange.body, [toolSet])(exchange.body, toolSet), { expected: `tool set ${toolSet}`, in: exchange })
  expectThat(containsText(exchange.body, latestVersion), { expected: `version ${latestVersion}, the latest`, in: exchange })
}
