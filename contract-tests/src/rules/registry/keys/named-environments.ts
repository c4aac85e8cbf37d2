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

type FixtureName = keyof typeof otherProfileNames

/** Lists the names of other profiles that are sent with the key of a fixture. A quick run sends one name for each key. */
function listOtherProfileNames({ isQuick }: Target, fixtureName: FixtureName): readonly string[] {
  return isQuick ? otherProfileNames[fixtureName].slice(0, 1) : otherProfileNames[fixtureName]
}

/** Lists the fixtures with the keys of two environment profiles of one organization. A quick run uses one of them. */
function listProfileFixtures({ isQuick }: Target): readonly FixtureName[] {
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
 * For the key of each profile, reads the manifest with the key alone. Then repeats the request with the name of another profile in
 * it, once for each name. The manifest must stay the same, unless the server refuses the name.
 */
function verifyManifestOfOwnProfile(
  target: Target,
  createManifestRequest: (key: string) => CheckRequest,
  expectContents: ExpectContents,
): Promise<void> {
  return verifyEach(listProfileFixtures(target), async (fixtureName) => {
    const fixture = target.fixtures[fixtureName]
    const request = createManifestRequest(fixture.key)
    const exchange = requirePrecondition(await target.send(request))
    expectContents(fixture, readManifest(target, exchange, fixture.listed))

    const otherProfiles = listOtherProfileNames(target, fixtureName)
    await verifyEach(otherProfiles, async (otherProfile) => {
      const manifest = await readManifestNamingProfile(target, { request, fixture, otherProfile })
      const isRefused = manifest === undefined
      if (!isRefused) expectContents(fixture, manifest)
    })
  })
}

interface NamedProfile {
  readonly request: CheckRequest
  readonly fixture: RegistryFixture
  readonly otherProfile: string
}

/**
 * Reads a manifest with the name of another profile in the query, the cookies and the headers. Returns undefined if the server
 * refuses these undocumented parameters, which it may do.
 */
async function readManifestNamingProfile(
  target: Target,
  { fixture, otherProfile, request }: NamedProfile,
): Promise<ManifestReading | undefined> {
  const exchange = await target.sendUndocumented(addValueAtPlaces(request, environmentPlaces, otherProfile))
  return isSuccess(exchange) ? readManifest(target, exchange, fixture.listed) : undefined
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

  await verifyEach(listProfileFixtures(target), async (fixtureName) => {
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
