import { type Credentials, callOf, executeTool, getOrganizationManifest, getPublicManifest } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import { control, controlSuccess, expectStatus, expectSuccess, expectThat, isSuccess } from './expectations.ts'
import { aboutToolSet, answerShows, namingOf } from './manifest-contents.ts'
import { keyElsewhere, nearlyRight } from './nearly-right.ts'
import { type RuleTable, RuleWarning } from './rule.ts'

export const toolHostingKeyRules = {
  'HOST-KEY': {
    statement: 'a tool-hosting key stands for its own organization and environment profile',
    check: hostKey,
  },
  'HOST-ENV': {
    statement: 'the environment profile of the key decides the version that is used and the variables it sees',
    check: hostEnv,
  },
  'HOST-401': {
    statement: 'each registry endpoint refuses a missing or invalid key with 401',
    check: host401,
  },
  'PRODUCT-SEGMENT': {
    statement: 'the registry answers under the product segment that the target names',
    check: productSegment,
  },
  'REG-VERSION': {
    statement: 'the registry answers under v1, and should not answer the same under another version',
    check: regVersion,
  },
} satisfies RuleTable

async function hostKey(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  for (const own of [registry, otherEnvironment, otherOrganization]) {
    const exchange = control(await getPublicManifest(target, own))
    const toolSets = own.listed.map(({ toolSet }) => toolSet)
    const isNamed = namingOf(exchange.body, toolSets)
    for (const toolSet of toolSets) {
      expectThat(isNamed(exchange.body, toolSet), { expected: `tool set ${toolSet} of the key`, in: exchange })
    }
    for (const toolSet of own.notListed) {
      expectThat(!isNamed(exchange.body, toolSet), { expected: `no tool set ${toolSet}`, in: exchange })
    }
  }
}

async function hostEnv(target: Target): Promise<void> {
  const { executeEnvironment } = target.fixtures
  for (const profile of ['registry', 'otherEnvironment'] as const) {
    const { key, listed } = target.fixtures[profile]
    const manifest = control(await getPublicManifest(target, { key }))
    for (const { toolSet, version } of listed) {
      const about = aboutToolSet(manifest.body, { toolSet, among: listed })
      expectThat(about.mentionsVersion(version), { expected: `version ${version} of tool set ${toolSet}`, in: manifest })
    }
    const executed = controlSuccess(await executeTool(target, { key, payload: executeEnvironment.payload }))
    const expected = `the variable of the key's profile, ${executeEnvironment.shows[profile]}`
    expectThat(answerShows(executed, executeEnvironment.shows[profile]), { expected, in: executed })
  }
}

async function host401(target: Target): Promise<void> {
  const { execute, organization, registry } = target.fixtures
  const endpoints: ((credentials: Credentials) => Promise<Exchange>)[] = [
    (credentials) => getPublicManifest(target, credentials),
    (credentials) => getOrganizationManifest(target, { ...credentials, orgId: organization.orgId }),
    (credentials) => executeTool(target, { ...credentials, payload: execute.payload }),
  ]
  const wrongKeys = ['wrong-key', ...nearlyRight(registry.key), target.fixtures.echo.key]
  for (const call of endpoints) {
    controlSuccess(await call({ key: registry.key }))
    expectStatus(await call({}), 401)
    expectStatus(await call({ others: keyElsewhere(registry.key) }), 401)
    for (const key of wrongKeys) expectStatus(await call({ key }), 401)
  }
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
