import { environmentPlaces } from '../../../catalogues/override-places.ts'
import { createRequest, executeTool } from '../../../requests.ts'
import type { CheckRequest } from '../../../target/exchange.ts'
import type { RegistryFixture, Target } from '../../../target/target.ts'
import { expectThat, isSuccess, requirePrecondition, requirePreconditionSuccess, verifyEach } from '../../expectations.ts'
import { addValueAtPlaces } from '../../name-places.ts'
import type { RuleTable } from '../../rule.ts'
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
  const createManifestRequest = (key: string) =>
    createRequest(target, 'getPublicManifest', { headers: { authorization: `Bearer ${key}` } })

  return verifyManifestOfOwnProfile(target, createManifestRequest, (fixture, reading) => {
    for (const listed of fixture.listed) expectVersion(reading, listed, PROFILE_OF_KEY)
    for (const toolset of fixture.notListed) expectNoToolset(reading, toolset, PROFILE_OF_KEY)
  })
}

/**
 * Checks that only the key decides the environment profile of the organization manifest. Compares only versions: section 4.3
 * may mean that a tool set which is not published to the profile falls back to its latest version (ORG-FALLBACK-SCOPE).
 */
function verifyNamedEnvironmentIgnoredForOrganization(target: Target): Promise<void> {
  const { orgId } = target.fixtures.organization
  const createManifestRequest = (key: string) =>
    createRequest(target, 'getOrganizationManifest', { parameters: { orgId }, headers: { authorization: `Bearer ${key}` } })

  return verifyManifestOfOwnProfile(target, createManifestRequest, (fixture, reading) => {
    for (const listed of fixture.listed) expectVersion(reading, listed, PROFILE_OF_KEY)
  })
}

const PROFILE_OF_KEY = ' of the environment profile of the key'

/** Fails the rule unless a manifest has the contents of the environment profile that a fixture describes. */
type ExpectContents = (fixture: RegistryFixture, reading: ManifestReading) => void

/**
 * Expects that the key alone decides which environment profile a manifest shows. A profile is a set of published tool sets, such
 * as `default` or `staging`, and each tool-hosting key belongs to one profile.
 *
 * For the key of each profile, reads the manifest with the key alone. Then repeats the request with the name of another profile
 * in it, once for each name. The manifest must stay the same, unless the server refuses the name.
 */
function verifyManifestOfOwnProfile(
  target: Target,
  createManifestRequest: (key: string) => CheckRequest,
  expectContents: ExpectContents,
): Promise<void> {
  return verifyEach(listProfileFixtureNames(target), async (fixtureName) => {
    // The key of the profile, and the tools that are published to it.
    const profile = target.fixtures[fixtureName]
    const request = createManifestRequest(profile.key)
    const exchange = requirePrecondition(await target.send(request))
    expectContents(profile, readManifest(target, exchange, profile.listed))

    await verifyEach(listOtherProfileNames(target, fixtureName), async (otherName) => {
      const manifest = await readManifestWithName(target, { request, profile, otherName })
      if (manifest !== 'refused') expectContents(profile, manifest)
    })
  })
}

interface NamingRequest {
  readonly request: CheckRequest
  /** The profile of the key of the request. */
  readonly profile: RegistryFixture
  /** The name of another profile. */
  readonly otherName: string
}

/**
 * Reads a manifest with the name of another profile in the query, the cookies and the headers. The API document does not have
 * these parameters, so the server may also refuse the request.
 */
async function readManifestWithName(
  target: Target,
  { otherName, profile, request }: NamingRequest,
): Promise<ManifestReading | 'refused'> {
  const exchange = await target.send(addValueAtPlaces(request, environmentPlaces, otherName))
  return isSuccess(exchange) ? readManifest(target, exchange, profile.listed) : 'refused'
}

/**
 * Checks that only the key decides the environment profile of an execution. An organization has several profiles, such as
 * `default` and `staging`, each with a key and with its own value of a variable. The tool of `fixtures.executeEnvironment`
 * returns the value.
 *
 * The check executes the tool with the key of `default`, for example, and with the name `staging` in the query, the headers and
 * the payload. The response must show the value of `default`, or be a refusal.
 */
async function verifyNamedEnvironmentIgnoredByExecute(target: Target): Promise<void> {
  const { expectedText: valuesByFixture, payload, pointer } = target.fixtures.executeEnvironment

  // The fixture with the key of a profile has the same name as the value of this profile in `expectedText`.
  await verifyEach(listProfileFixtureNames(target), async (profileFixtureName) => {
    const { key } = target.fixtures[profileFixtureName]
    const expectedValue = valuesByFixture[profileFixtureName]
    const { request } = requirePreconditionSuccess(await executeTool(target, { key, payload }))

    await verifyEach(listOtherProfileNames(target, profileFixtureName), async (otherName) => {
      const exchange = await target.send(addValueAtPlaces(request, environmentPlaces, otherName))
      // A server may refuse undocumented parameters and members.
      if (!isSuccess(exchange)) return

      const showsExpectedValue = containsExpectedText(exchange, { pointer, expectedText: expectedValue })
      const expected = `the variable of the key's environment profile, ${expectedValue}, although the request names ${otherName}`
      expectThat(showsExpectedValue, { expected, exchange })
    })
  })
}
