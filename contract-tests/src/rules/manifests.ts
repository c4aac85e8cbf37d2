import { executeTool, getPublicManifest, urlOf } from '../calls.ts'
import type { Target } from '../target/target.ts'
import { control, expectStatus, expectSuccess, expectThat } from './expectations.ts'
import { aboutToolSet, answerShows, namingOf, references } from './manifest-contents.ts'
import type { RuleTable } from './rule.ts'

export const manifestRules = {
  'MAN-ENDPOINT': {
    statement: 'GET of the public manifest with a tool-hosting key is answered with 200 and JSON',
    check: manEndpoint,
  },
  'MAN-ORG': {
    statement: 'one URL gives each key the manifest of its own organization',
    check: manOrg,
  },
  'MAN-CONTENT': {
    statement: 'the manifest lists every tool set, private or public, with a published version and at least one tool',
    check: manContent,
  },
  'MAN-VERSION': {
    statement: 'the manifest lists the version that is published to the profile of the key',
    check: manVersion,
  },
  'MAN-SKIP': {
    statement: 'a tool set without a version for the profile of the key, or without a tool, is not listed',
    check: manSkip,
  },
  'MAN-EMPTY': {
    statement: 'a manifest for which nothing qualifies is 400 with the message No published toolsets',
    check: manEmpty,
  },
  'MAN-EXECUTE': {
    statement: 'the manifest refers to the execute endpoint, which answers',
    check: manExecute,
  },
} satisfies RuleTable

async function manEndpoint(target: Target): Promise<void> {
  const exchange = await getPublicManifest(target, target.fixtures.registry)
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', in: exchange })
}

async function manOrg(target: Target): Promise<void> {
  const { otherOrganization, registry } = target.fixtures
  const own = control(await getPublicManifest(target, registry))
  const other = control(await getPublicManifest(target, otherOrganization))
  const toolSets = otherOrganization.listed.map(({ toolSet }) => toolSet)
  const ownToolSets = registry.listed.map(({ toolSet }) => toolSet)
  for (const toolSet of toolSets) {
    const named = namingOf(other.body, toolSets)(other.body, toolSet)
    expectThat(named, { expected: `tool set ${toolSet} of the key's organization`, in: other })
    const foreign = namingOf(own.body, ownToolSets)(own.body, toolSet)
    expectThat(!foreign, { expected: `no tool set ${toolSet} of another organization`, in: own })
  }
}

async function manContent(target: Target): Promise<void> {
  const { key, listed } = target.fixtures.registry
  const exchange = control(await getPublicManifest(target, { key }))
  const toolSets = listed.map(({ toolSet }) => toolSet)
  const isNamed = namingOf(exchange.body, toolSets)
  for (const { tool, toolSet } of listed) {
    expectThat(isNamed(exchange.body, toolSet), { expected: `tool set ${toolSet}`, in: exchange })
    const about = aboutToolSet(exchange.body, { toolSet, among: listed })
    expectThat(about.mentionsTool(tool), { expected: `tool ${tool} of tool set ${toolSet}`, in: exchange })
  }
}

async function manVersion(target: Target): Promise<void> {
  const { otherEnvironment, registry } = target.fixtures
  for (const { key, listed } of [registry, otherEnvironment]) {
    const exchange = control(await getPublicManifest(target, { key }))
    for (const { toolSet, version } of listed) {
      const about = aboutToolSet(exchange.body, { toolSet, among: listed })
      expectThat(about.mentionsVersion(version), { expected: `version ${version} of tool set ${toolSet}`, in: exchange })
    }
  }
}

async function manSkip(target: Target): Promise<void> {
  const { otherEnvironment, registry } = target.fixtures
  for (const { key, listed, notListed } of [registry, otherEnvironment]) {
    const exchange = control(await getPublicManifest(target, { key }))
    const toolSets = listed.map(({ toolSet }) => toolSet)
    const isNamed = namingOf(exchange.body, toolSets)
    for (const toolSet of notListed) {
      expectThat(!isNamed(exchange.body, toolSet), { expected: `no tool set ${toolSet}`, in: exchange })
    }
  }
}

async function manEmpty(target: Target): Promise<void> {
  control(await getPublicManifest(target, target.fixtures.registry))
  const exchange = await getPublicManifest(target, target.fixtures.nothingPublished)
  expectStatus(exchange, 400)
  expectThat(answerShows(exchange, 'No published toolsets'), { expected: '"No published toolsets"', in: exchange })
}

async function manExecute(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const exchange = control(await getPublicManifest(target, registry))
  const path = new URL(urlOf(target, 'executeTool')).pathname
  const refers = references(exchange.body).some((text) => pathOf(text, exchange.call.url) === path)
  expectThat(refers, { expected: `a reference to ${path}`, in: exchange })
  expectSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
}

function pathOf(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).pathname : undefined
}
