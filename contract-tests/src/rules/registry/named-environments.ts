import { environmentPlaces } from '../../catalogues/override-places.ts'
import { createRequest, executeTool, getPublicManifest } from '../../requests.ts'
import type { RegistryFixture, Target } from '../../target/target.ts'
import { expectThat, isSuccess, requirePrecondition, requirePreconditionSuccess, verifyEach } from '../expectations.ts'
import { nameInPlaces } from '../name-places.ts'
import type { RuleTable } from '../rule.ts'
import { containsExpectedText } from './find-text.ts'
import { expectNoToolset, expectVersion, readManifest } from './manifest-contents.ts'

/** The rules that nothing in a request overrides the environment profile of its key (section 5.3). */
export const namedEnvironmentRules = {
  'HOST-ENV.named': {
    statement: 'only the key decides the environment profile of the manifest, and not a query, a cookie or a header',
    advice: 'Check that the environment profile of a request comes only from the key.',
    check: verifyNamedEnvironmentIgnored,
  },
  'HOST-ENV.named-execute': {
    statement: 'only the key decides the environment profile of an execution, and not a query, a header or the payload',
    advice: 'Check that the environment profile of a request comes only from the key.',
    check: verifyNamedEnvironmentIgnoredByExecute,
  },
} satisfies RuleTable

/** Names of environment profiles that many services have. The source document only names `default` (section 9). */
const commonNames = { registry: ['staging', 'production'], otherEnvironment: ['default'] } as const

type Profile = keyof typeof commonNames

/** Lists the names of other profiles that are sent with the key of a profile. A quick run sends one name for each key. */
function listNames({ isQuick }: Target, profile: Profile): readonly string[] {
  return isQuick ? commonNames[profile].slice(0, 1) : commonNames[profile]
}

const profiles = ['registry', 'otherEnvironment'] as const satisfies readonly Profile[]

/**
 * Checks that only the key decides the environment profile of a manifest. Names another profile in the query, in cookies and
 * in headers, and expects the manifest of the key, or a refusal.
 */
async function verifyNamedEnvironmentIgnored(target: Target): Promise<void> {
  await verifyEach(profiles, async (profile) => {
    const fixture = target.fixtures[profile]
    expectOwnToolsets(target, fixture, requirePrecondition(await getPublicManifest(target, fixture)))

    const request = createRequest(target, 'getPublicManifest', { headers: { authorization: `Bearer ${fixture.key}` } })
    await verifyEach(listNames(target, profile), async (name) => {
      const exchange = await target.sendOutsideDocument(nameInPlaces(request, environmentPlaces, name))
      // A server may refuse undocumented parameters.
      if (isSuccess(exchange)) expectOwnToolsets(target, fixture, exchange)
    })
  })
}

/** Expects the versions of the key, and none of the tool sets that its manifest must not list. */
function expectOwnToolsets(target: Target, fixture: RegistryFixture, exchange: Parameters<typeof readManifest>[1]): void {
  const reading = readManifest(target, exchange, fixture.listed)
  for (const listed of fixture.listed) expectVersion(reading, listed, ' of the environment profile of the key')
  for (const toolset of fixture.notListed) expectNoToolset(reading, toolset, ' of the environment profile of the key')
}

/**
 * Checks that only the key decides the environment profile of an execution. Names another profile in the query, in headers
 * and in the payload, and expects the variable of the profile of the key in the response, or a refusal.
 */
async function verifyNamedEnvironmentIgnoredByExecute(target: Target): Promise<void> {
  const { expectedText, payload, pointer } = target.fixtures.executeEnvironment

  await verifyEach(profiles, async (profile) => {
    const { key } = target.fixtures[profile]
    const ownVariable = { pointer, expectedText: expectedText[profile] }
    const { request } = requirePreconditionSuccess(await executeTool(target, { key, payload }))

    await verifyEach(listNames(target, profile), async (name) => {
      const exchange = await target.sendOutsideDocument(nameInPlaces(request, environmentPlaces, name))
      // A server may refuse undocumented members.
      if (!isSuccess(exchange)) return

      const expected = `the variable of the key's environment profile, ${ownVariable.expectedText}, although the request names ${name}`
      expectThat(containsExpectedText(exchange, ownVariable), { expected, exchange })
    })
  })
}
