import { isDeepStrictEqual } from 'node:util'
import { executeTool, getPublicManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { ExecuteFixture, ExecuteProfilesFixture, Target } from '../../../target/target.ts'
import {
  expectStatus,
  expectSuccess,
  expectThat,
  isSuccess,
  requirePrecondition,
  requirePreconditionSuccess,
  verifyEach,
} from '../../expectations.ts'
import { type RuleTable, RuleViolation } from '../../rule.ts'
import { containsExpectedText, containsExpectedVersion, describeFoundText, isNamedIn } from '../find-text.ts'
import { profileFixtures } from '../keys/tool-hosting-keys.ts'
import { adviseVersionPointer, type ManifestReading } from '../manifests/manifest-contents.ts'
import { readPublicManifest } from '../manifests/publication.ts'
import { extendExpectedText } from './payloads.ts'

/** The rules for executions: the key decides which version of which tool set is executed. */
export const executionRules = {
  'HOST-KEY.execute': {
    statement: 'an execution uses only tool sets of the organization of its key',
    advice: 'Check that execute finds a tool set by its name and the organization of the key.',
    check: verifyForeignKeyDoesNotExecute,
  },
  'HOST-ENV.variables': {
    statement: 'the environment profile of the key decides the variables of an execution',
    check: (target: Target) => expectProfileDecides(target, 'variable', target.fixtures.executeEnvironment),
  },
  'HOST-ENV.version': {
    statement: 'the environment profile of the key decides the version that is executed',
    advice:
      'Check that execute selects the version that is published to the environment profile of the key, as the manifest does.',
    check: (target: Target) => expectProfileDecides(target, 'version', target.fixtures.executeVersion),
  },
  'EXE-ENDPOINT': {
    statement: 'POST to the execute endpoint with a tool-hosting key runs the tool with its arguments',
    check: verifyToolRunsWithArguments,
  },
} satisfies RuleTable

/**
 * Checks that the execute endpoint runs a tool with its arguments. Expects the declared text in the response, and then another
 * text for other arguments.
 *
 * @returns advice if the fixtures declare no text of the response
 */
async function verifyToolRunsWithArguments(target: Target): Promise<string | undefined> {
  const { execute, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: execute.payload })
  expectSuccess(exchange)

  const { expectedText, pointer } = execute
  if (expectedText === undefined) return NO_EXPECTED_TEXT

  const place = pointer === undefined ? 'in the response' : `at ${pointer}`
  const expectation = { expectedText, pointer }
  if (!containsExpectedText(exchange, expectation)) {
    const expected = `expected "${expectedText}" ${place}`
    // The message quotes the response, which can contain a secret.
    throw new RuleViolation((redact) => expected + describeFoundText(exchange, expectation, redact), exchange)
  }

  await expectOtherTextForOtherArguments(target, { ...execute, expectedText })
  return undefined
}

const NO_EXPECTED_TEXT =
  'Only the status showed that the tool ran. Declare a text of the response as fixtures.execute.expectedText to check the arguments.'

/**
 * Executes a tool with another text in the payload, and expects that the response does not show the text of the execution before.
 * If the response shows neither text, the tool may use its arguments in another way, and the rule passes.
 */
async function expectOtherTextForOtherArguments(
  target: Target,
  fixture: ExecuteFixture & { readonly expectedText: string },
): Promise<void> {
  const { expectedText: previousText, pointer } = fixture
  const { expectedText: newText, payload } = extendExpectedText(fixture, '-2')

  // The tool adds the text itself if the payload does not have it. Then no other payload has another text.
  const hasOtherPayload = !isDeepStrictEqual(payload, fixture.payload)
  if (!hasOtherPayload) return

  const exchange = await executeTool(target, { key: target.fixtures.registry.key, payload })
  if (!isSuccess(exchange) || containsExpectedText(exchange, { expectedText: newText, pointer })) return

  // Without a pointer, the previous text may be in the response for another reason.
  if (pointer === undefined) return

  expectThat(!containsExpectedText(exchange, fixture), {
    expected: `"${newText}" at ${pointer}, the text of this execution`,
    found: `"${previousText}" of the previous execution`,
    exchange,
  })
}

/**
 * Executes one payload with the keys of two environment profiles, and expects that each response shows the variable or the
 * version of its profile.
 */
async function expectProfileDecides(
  target: Target,
  kind: 'variable' | 'version',
  { pointer, payload, expectedText }: ExecuteProfilesFixture,
): Promise<void> {
  const containsValue = kind === 'version' ? containsExpectedVersion : containsExpectedText
  const place = pointer === undefined ? '' : `, at ${pointer}`

  await verifyEach(profileFixtures, async (fixtureName) => {
    const exchange = await executeWithProfile(target, fixtureName, payload)
    const text = { expectedText: expectedText[fixtureName], pointer }
    if (containsValue(exchange, text)) return

    const expected = `expected the ${kind} of the key's profile, ${text.expectedText}${place}`
    throw new RuleViolation((redact) => expected + describeFoundText(exchange, text, redact), exchange)
  })
}

/** Executes a payload with the key of a profile. A key that reads the manifest must not be refused. */
async function executeWithProfile(
  target: Target,
  fixtureName: (typeof profileFixtures)[number],
  payload: unknown,
): Promise<Exchange> {
  const { key } = target.fixtures[fixtureName]
  const exchange = await executeTool(target, { key, payload })

  if (exchange.status === 401 || exchange.status === 403) {
    requirePrecondition(await getPublicManifest(target, { key }))
    expectStatus(exchange, 200, `an execution with the key of fixtures.${fixtureName}, which can read the manifest`)
  }
  return requirePreconditionSuccess(exchange)
}

/**
 * Checks that a key executes no tool set of another organization. Sends a payload for a tool set of `fixtures.registry` with
 * the keys of two other organizations.
 *
 * @returns advice if a response may come from a tool set of the other organization
 */
async function verifyForeignKeyDoesNotExecute(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  const { executeVersion, otherOrganization, registry } = fixtures
  requirePreconditionSuccess(await executeTool(target, { key: registry.key, payload: executeVersion.payload }))

  const otherManifest = await readPublicManifest(target, otherOrganization)
  const advice = await expectNoForeignExecution(target, otherOrganization.key, otherManifest)

  // `otherOrganization` may have a tool set of the same name. `unpublishedOrganization` has published nothing.
  if ('unpublishedOrganization' in fixtures) {
    await expectNoForeignExecution(target, fixtures.unpublishedOrganization.key)
  }
  return advice
}

/**
 * Executes a tool set of `fixtures.registry` with the key of another organization. The server must not run it.
 *
 * A server may report a failed execution with a successful status (EXE-PAYLOAD). So only the version of the tool set in the
 * response proves that it ran:
 *
 * - If the response shows no version of `fixtures.registry`, nothing ran, and the rule continues.
 * - If the other organization may have published the same version, the result is unclear. It is also unclear if the configuration
 *   does not declare where the version is in the response, or if the payload names no listed tool set.
 * - Otherwise, the rule fails.
 *
 * @param otherManifest the manifest that the key reads, unless its organization has published nothing
 * @returns advice if the result is unclear
 */
async function expectNoForeignExecution(
  target: Target,
  key: string,
  otherManifest?: ManifestReading,
): Promise<string | undefined> {
  const { expectedText, payload, pointer } = target.fixtures.executeVersion
  const exchange = await executeTool(target, { key, payload })

  const fixtureName = findFixtureOfVersion(target, exchange)
  if (fixtureName === undefined) return undefined

  const executedTool = target.fixtures[fixtureName].listed.find(({ toolset }) => isNamedIn(payload, toolset))
  if (executedTool === undefined || isExecutionUnclear(target, executedTool, otherManifest)) return UNKNOWN_ORGANIZATION_ADVICE

  const tool = `version ${executedTool.version} of ${executedTool.toolset}`
  const expected = `expected no execution of ${tool} with the key of an organization whose manifest does not list it`
  throw new RuleViolation(`${expected}, found "${expectedText[fixtureName]}" at ${pointer}`, exchange)
}

/** Returns whether a response with a version of a tool may have another cause than an execution for the wrong organization. */
function isExecutionUnclear(target: Target, tool: ToolsetVersion, otherManifest: ManifestReading | undefined): boolean {
  // Without a pointer, the text of the version may be in the response for another reason.
  if (target.fixtures.executeVersion.pointer === undefined) return true

  // The organization of the key may have published the same version of a tool set with the same name.
  return otherManifest !== undefined && mayListVersion(target, otherManifest, tool)
}

/**
 * Returns the name of the fixture whose environment profile publishes the version in a response: `registry` or
 * `otherEnvironment`. Returns undefined if the response shows neither version.
 */
function findFixtureOfVersion({ fixtures }: Target, exchange: Exchange): (typeof profileFixtures)[number] | undefined {
  if (!isSuccess(exchange)) return undefined

  const { expectedText, pointer } = fixtures.executeVersion
  return profileFixtures.find((fixtureName) =>
    containsExpectedText(exchange, { pointer, expectedText: expectedText[fixtureName] }),
  )
}

interface ToolsetVersion {
  readonly toolset: string
  readonly version: string
}

/** Returns whether a manifest may list a version. Without a pointer to the versions, the name of the tool set decides. */
function mayListVersion(target: Target, reading: ManifestReading, tool: ToolsetVersion): boolean {
  if (!reading.lists(tool.toolset)) return false

  const hasVersionPointer = adviseVersionPointer(target) === undefined
  return !hasVersionPointer || reading.describeWrongVersion(tool) === undefined
}

const UNKNOWN_ORGANIZATION_ADVICE =
  'An execution with the key of another organization showed a version that both organizations may have. Declare fixtures.executeVersion.pointer and fixtures.manifest.version, and give the organizations different versions, to make the check exact.'
