import { executeTool } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { ListedTool, Target } from '../../../target/target.ts'
import { isSuccess, requireSuccess } from '../../expectations.ts'
import { RuleViolation } from '../../rule.ts'
import { containsExpectedText, isNamedIn } from '../find-text.ts'
import { profileFixtures } from '../keys/tool-hosting-keys.ts'
import { adviseVersionPointer, type ManifestReading } from '../manifests/manifest-contents.ts'
import { readPublicManifest } from '../manifests/publication.ts'

/**
 * Checks that a key executes no tool set of another organization. Sends a payload for a tool set of `fixtures.registry` with
 * the keys of two other organizations.
 *
 * @returns advice if a response may come from a tool set of the other organization
 */
export async function verifyForeignKeyDoesNotExecute(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  const { executeVersion, otherOrganization, registry } = fixtures
  requireSuccess(await executeTool(target, { key: registry.key, payload: executeVersion.payload }))

  const otherManifest = await readPublicManifest(target, otherOrganization)
  const advice = await expectNoForeignExecution(target, otherOrganization.key, otherManifest)

  // `otherOrganization` may have a tool set of the same name. `unpublishedOrganization` has published nothing.
  if ('unpublishedOrganization' in fixtures) {
    await expectNoForeignExecution(target, fixtures.unpublishedOrganization.key)
  }
  return advice
}

/**
 * Fails the rule if the key of another organization executes a tool of `fixtures.registry`. For example, the tool set `mail` of
 * Acme responds with its version, 1.2.0. An execution with a key of Initech must not show `1.2.0`.
 *
 * Only the version proves that the tool ran, because a server may report a failed execution with a successful status
 * (EXE-PAYLOAD).
 *
 * @param otherManifest the manifest that the key reads. Undefined if its organization has published nothing
 * @returns advice if the response shows the version, but perhaps for another reason
 */
async function expectNoForeignExecution(
  target: Target,
  key: string,
  otherManifest?: ManifestReading,
): Promise<string | undefined> {
  const exchange = await executeTool(target, { key, payload: target.fixtures.executeVersion.payload })

  const profile = findProfileOfVersion(target, exchange)
  if (profile === undefined) return undefined

  const tool = findNamedTool(target, profile)
  const isProof = tool !== undefined && isProofOfExecution(target, tool, otherManifest)
  if (!isProof) return adviseOnUnclearExecution(target)

  throw createForeignExecutionError(target, { exchange, profile, tool })
}

type ProfileFixture = (typeof profileFixtures)[number]

/**
 * Finds the environment profile whose version a response shows: `registry` or `otherEnvironment`. Each of them publishes its own
 * version. Returns undefined if the response shows neither version.
 */
function findProfileOfVersion({ fixtures }: Target, exchange: Exchange): ProfileFixture | undefined {
  if (!isSuccess(exchange)) return undefined

  const { expectedText, pointer } = fixtures.executeVersion
  return profileFixtures.find((profile) => containsExpectedText(exchange, { pointer, expectedText: expectedText[profile] }))
}

/** Finds the tool of a profile whose tool set the payload names. Without it, the version can belong to any tool set. */
function findNamedTool({ fixtures }: Target, profile: ProfileFixture): ListedTool | undefined {
  return fixtures[profile].listed.find(({ toolset }) => isNamedIn(fixtures.executeVersion.payload, toolset))
}

/** Returns whether the version of a tool in a response proves that this tool ran. */
function isProofOfExecution(target: Target, tool: ListedTool, otherManifest: ManifestReading | undefined): boolean {
  // Without a pointer, the text of the version may be in the response for another reason.
  if (target.fixtures.executeVersion.pointer === undefined) return false

  // The organization of the key may have published the same version of a tool set with the same name.
  return otherManifest === undefined || !mayListVersion(target, otherManifest, tool)
}

/** Returns whether a manifest may list a version. Without a pointer to the versions, the name of the tool set decides. */
function mayListVersion(target: Target, reading: ManifestReading, tool: ListedTool): boolean {
  if (!reading.lists(tool.toolset)) return false

  const hasVersionPointer = adviseVersionPointer(target) === undefined
  return !hasVersionPointer || reading.describeWrongVersion(tool) === undefined
}

interface ForeignExecution {
  readonly exchange: Exchange
  readonly profile: ProfileFixture
  readonly tool: ListedTool
}

function createForeignExecutionError({ fixtures }: Target, { exchange, profile, tool }: ForeignExecution): RuleViolation {
  const { expectedText, pointer } = fixtures.executeVersion
  const executed = `version ${tool.version} of ${tool.toolset}`
  const expected = `expected no execution of ${executed} with the key of an organization whose manifest does not list it`
  return new RuleViolation(`${expected}, found "${expectedText[profile]}" at ${pointer}`, exchange)
}

/** Names what would show whether the tool of the other organization ran: pointers that are not declared, and other versions. */
function adviseOnUnclearExecution(target: Target): string {
  const isPointerDeclared = target.fixtures.executeVersion.pointer !== undefined
  const isVersionDeclared = adviseVersionPointer(target) === undefined
  const missing = [
    isPointerDeclared ? undefined : 'Declare fixtures.executeVersion.pointer',
    isVersionDeclared ? undefined : 'Declare fixtures.manifest.version',
    'Give the organizations different versions',
  ].filter((remedy) => remedy !== undefined)

  const found = 'An execution with the key of another organization showed a version that both organizations may have.'
  return `${found} ${missing.join('. ')} to make the check exact.`
}
