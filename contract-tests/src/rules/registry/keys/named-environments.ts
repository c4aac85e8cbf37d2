import { environmentPlaces } from '../../../catalogues/override-places.ts'
import { createRequest, executeTool, getPublicManifest } from '../../../requests.ts'
import type { RegistryFixture, Target } from '../../../target/target.ts'
import { expectThat, isSuccess, requirePrecondition, requirePreconditionSuccess, verifyEach } from '../../expectations.ts'
import { addValueAtPlaces } from '../../name-places.ts'
import type { RuleTable } from '../../rule.ts'
import { containsExpectedText } from '../find-text.ts'
import { expectNoToolset, expectVersion, readManifest } from '../manifests/manifest-contents.ts'

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

/**
 * Names of environment profiles that many services have, and that the key of a fixture does not belong to. The source
 * document only names `default` (section 9).
 */
const otherProfileNames = { registry: ['staging', 'production'], otherEnvironment: ['default'] } as const

type FixtureName = keyof typeof otherProfileNames

/** Lists the names of other profiles that are sent with the key of a fixture. A quick run sends one name for each key. */
function listOtherProfileNames({ isQuick }: Target, fixtureName: FixtureName): readonly string[] {
  return isQuick ? otherProfileNames[fixtureName].slice(0, 1) : otherProfileNames[fixtureName]
}

/** The fixtures with the keys of two environment profiles of one organization. */
const profileFixtures = ['registry', 'otherEnvironment'] as const satisfies readonly FixtureName[]

/**
 * Checks that only the key decides the environment profile of a manifest. Adds the name of another profile to the query, the
 * cookies and the headers, and expects the manifest of the key, or a refusal.
 */
async function verifyNamedEnvironmentIgnored(target: Target): Promise<void> {
  await verifyEach(profileFixtures, async (fixtureName) => {
    const fixture = target.fixtures[fixtureName]
    expectOwnToolsets(target, fixture, requirePrecondition(await getPublicManifest(target, fixture)))

    const request = createRequest(target, 'getPublicManifest', { headers: { authorization: `Bearer ${fixture.key}` } })
    await verifyEach(listOtherProfileNames(target, fixtureName), async (otherProfile) => {
      const exchange = await target.sendUndocumented(addValueAtPlaces(request, environmentPlaces, otherProfile))
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
 * Checks that only the key decides the environment profile of an execution.
 *
 * An organization has several environment profiles, each with its own key and variables. The tool of
 * `fixtures.executeEnvironment` returns a variable of the profile in which it runs. The rule adds the name of another profile to
 * the query, the headers and the payload. It expects the variable of the key's own profile, or a refusal.
 */
async function verifyNamedEnvironmentIgnoredByExecute(target: Target): Promise<void> {
  const { expectedText, payload, pointer } = target.fixtures.executeEnvironment

  await verifyEach(profileFixtures, async (fixtureName) => {
    const { key } = target.fixtures[fixtureName]
    const { request } = requirePreconditionSuccess(await executeTool(target, { key, payload }))
    const variableOfProfile = expectedText[fixtureName]

    await verifyEach(listOtherProfileNames(target, fixtureName), async (otherProfile) => {
      const exchange = await target.sendUndocumented(addValueAtPlaces(request, environmentPlaces, otherProfile))
      // A server may refuse undocumented parameters and members.
      if (!isSuccess(exchange)) return

      const hasOwnVariable = containsExpectedText(exchange, { pointer, expectedText: variableOfProfile })
      const expected = `the variable of the key's environment profile, ${variableOfProfile}, although the request names ${otherProfile}`
      expectThat(hasOwnVariable, { expected, exchange })
    })
  })
}
