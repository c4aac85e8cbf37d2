import { environmentPlaces } from '../../../catalogues/override-places.ts'
import { createRequest, executeTool } from '../../../requests.ts'
import type { CheckRequest, Exchange } from '../../../target/exchange.ts'
import type { RegistryFixture, Target } from '../../../target/target.ts'
import { expectThat, isSuccess, requireStatus, requireSuccess, verifyEach } from '../../expectations.ts'
import { addValueAtPlaces, membersWithValue } from '../../name-places.ts'
import type { RuleTable } from '../../rule.ts'
import { addToNestedCalls } from '../executions/payloads.ts'
import { containsExpectedText } from '../find-text.ts'
import { expectNoToolset, expectVersion, type ManifestReading, readManifest } from '../manifests/manifest-contents.ts'

/** The rules that nothing in a request overrides the environment profile of its key (section 5.3). */
export const namedEnvironmentRules = {
  'HOST-ENV.named': {
    statement: 'only the key decides the environment profile of the manifest, and not a query, a cookie or a header',
    advice: 'Check that the environment profile of a request comes only from the key.',
    check: verifyNamedEnvironmentIgnored,
  },
  'HOST-ENV.named-organization': {
    statement: 'only the key decides the environment profile of the organization manifest, and not a query, a cookie or a header',
    advice: 'Check that the environment profile of a request comes only from the key.',
    check: verifyNamedEnvironmentIgnoredForOrganization,
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

type ProfileFixtureName = keyof typeof otherProfileNames

/** Lists the names of other profiles that are sent with the key of a fixture. A quick run sends one name for each key. */
function listOtherProfileNames({ isQuick }: Target, fixtureName: ProfileFixtureName): readonly string[] {
  return isQuick ? otherProfileNames[fixtureName].slice(0, 1) : otherProfileNames[fixtureName]
}

/** Lists the fixtures with the keys of two environment profiles of one organization. A quick run uses one of them. */
function listProfileFixtureNames({ isQuick }: Target): readonly ProfileFixtureName[] {
  return isQuick ? ['registry'] : ['registry', 'otherEnvironment']
}

/** Checks that only the key decides the environment profile of the public manifest. */
function verifyNamedEnvironmentIgnored(target: Target): Promise<void> {
  return verifyManifestOfOwnProfile(target, {
    createManifestRequest: (key) => createRequest(target, 'getPublicManifest', { headers: { authorization: `Bearer ${key}` } }),
    expectContents: (profile, reading) => {
      for (const listed of profile.listed) expectVersion(reading, listed, PROFILE_OF_KEY)
      for (const toolset of profile.notListed) expectNoToolset(reading, toolset, PROFILE_OF_KEY)
    },
  })
}

/**
 * Checks that only the key decides the environment profile of the organization manifest. Compares only versions: section 4.3
 * may mean that a tool set which is not published to the profile falls back to its latest version (ORG-FALLBACK-SCOPE).
 */
function verifyNamedEnvironmentIgnoredForOrganization(target: Target): Promise<void> {
  const { orgId } = target.fixtures.organization

  return verifyManifestOfOwnProfile(target, {
    createManifestRequest: (key) =>
      createRequest(target, 'getOrganizationManifest', { parameters: { orgId }, headers: { authorization: `Bearer ${key}` } }),
    expectContents: (profile, reading) => {
      for (const listed of profile.listed) expectVersion(reading, listed, PROFILE_OF_KEY)
    },
  })
}

const PROFILE_OF_KEY = ' of the environment profile of the key'

/** How to request a kind of manifest, and what to expect of it. There is a public manifest, and one of the organization. */
interface ManifestTest {
  readonly createManifestRequest: (key: string) => CheckRequest
  /** Fails the rule unless a manifest has the contents of the environment profile that a fixture describes. */
  readonly expectContents: (profile: RegistryFixture, reading: ManifestReading) => void
}

/**
 * Expects that the key alone decides which environment profile a manifest shows. A profile is a set of published tool sets, such
 * as `default` or `staging`, and each tool-hosting key belongs to one profile.
 */
async function verifyManifestOfOwnProfile(target: Target, test: ManifestTest): Promise<void> {
  await verifyEach(listProfileFixtureNames(target), (fixtureName) => expectManifestOfProfile(target, fixtureName, test))
}

/**
 * Reads the manifest with the key of a profile, and then once more with the name of each other profile in the request. The
 * contents of the manifest must stay the same.
 */
async function expectManifestOfProfile(
  target: Target,
  fixtureName: ProfileFixtureName,
  { createManifestRequest, expectContents }: ManifestTest,
): Promise<void> {
  const profile = target.fixtures[fixtureName]
  const request = createManifestRequest(profile.key)
  const exchange = requireStatus(await target.send(request))
  expectContents(profile, readManifest(target, exchange, profile.listed))

  await verifyEach(listOtherProfileNames(target, fixtureName), async (otherProfileName) => {
    const exchangeWithName = await target.send(addValueAtPlaces(request, environmentPlaces, otherProfileName))
    // The API document does not have these parameters, so the server may also refuse the request.
    if (!isSuccess(exchangeWithName)) return
    expectContents(profile, readManifest(target, exchangeWithName, profile.listed))
  })
}

/**
 * Checks that only the key decides the environment profile of an execution. An organization has several profiles, such as
 * `default` and `staging`, each with a key and with its own value of a variable. The tool of `fixtures.executeEnvironment`
 * returns the value.
 */
async function verifyNamedEnvironmentIgnoredByExecute(target: Target): Promise<void> {
  await verifyEach(listProfileFixtureNames(target), (fixtureName) => expectVariableOfProfile(target, fixtureName))
}

/**
 * Executes the tool with the key of `default`, for example, and with the name `staging` in the query, the headers and the
 * payload. The response must show the value of `default`, or be a refusal.
 */
async function expectVariableOfProfile(target: Target, fixtureName: ProfileFixtureName): Promise<void> {
  const { payload } = target.fixtures.executeEnvironment
  const { key } = target.fixtures[fixtureName]
  const { request } = requireSuccess(await executeTool(target, { key, payload }))

  await verifyEach(listOtherProfileNames(target, fixtureName), async (name) => {
    const exchange = await target.send(addValueAtPlaces(request, environmentPlaces, name))
    expectOwnVariable(target, exchange, { fixtureName, name })
  })
  if (fixtureName === 'otherEnvironment') await verifyNestedNameIgnored(target)
}

/**
 * Executes the tool with the name `default` inside the payload, and with the key of another profile. A payload may have the name of
 * the tool in an object, and then a server may read the name of a profile there, too.
 */
async function verifyNestedNameIgnored(target: Target): Promise<void> {
  const { executeEnvironment, otherEnvironment } = target.fixtures
  const members = membersWithValue(environmentPlaces, 'default')
  const payload = addToNestedCalls(target, executeEnvironment.payload, members)
  if (payload === undefined) return

  const exchange = await executeTool(target, { key: otherEnvironment.key, payload })
  expectOwnVariable(target, exchange, { fixtureName: 'otherEnvironment', name: 'default' })
}

interface NamedProfile {
  /** The fixture with the key of the execution. */
  readonly fixtureName: ProfileFixtureName
  /** The name of another profile, which is in the request. */
  readonly name: string
}

/** Fails the rule if a successful execution does not show the variable of the profile of its key. */
function expectOwnVariable({ fixtures }: Target, exchange: Exchange, { fixtureName, name }: NamedProfile): void {
  // A server may refuse undocumented parameters and members.
  if (!isSuccess(exchange)) return

  const { expectedText, pointer } = fixtures.executeEnvironment
  // The value of a profile has the same name as the fixture with the key of the profile.
  const value = expectedText[fixtureName]
  const isValueVisible = containsExpectedText(exchange, { pointer, expectedText: value })
  const expected = `the variable of the key's environment profile, ${value}, although the request names ${name}`
  expectThat(isValueVisible, { expected, exchange })
}
