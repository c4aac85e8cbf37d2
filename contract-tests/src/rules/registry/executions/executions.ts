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
 * Checks that the execute endpoint runs a tool with its arguments. For example, the payload of `fixtures.execute` has the text
 * `needle`, which the tool returns. The response must show it: at the declared JSON pointer, or else anywhere. Other arguments
 * must not get the same result.
 *
 * @returns advice if the fixtures declare no text of the response, so that only the status was checked
 */
async function verifyToolRunsWithArguments(target: Target): Promise<string | undefined> {
  const { execute, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: execute.payload })
  expectSuccess(exchange)

  const { expectedText, pointer } = execute
  if (expectedText === undefined) return NO_EXPECTED_TEXT_ADVICE

  const place = pointer === undefined ? 'in the response' : `at ${pointer}`
  const expectation = { expectedText, pointer }
  if (!containsExpectedText(exchange, expectation)) {
    const expected = `expected "${expectedText}" ${place}`
    // The message quotes the response, which can contain a secret.
    throw new RuleViolation((redact) => expected + describeFoundText(exchange, expectation, redact), exchange)
  }

  await expectNoCachedResult(target, { ...execute, expectedText })
  return undefined
}

const NO_EXPECTED_TEXT_ADVICE =
  'Only the status showed that the tool ran. Declare a text of the response as fixtures.execute.expectedText to check the arguments.'

/**
 * Fails the rule if the server returns a cached or constant result. The caller has executed `previousExecution`, and its response
 * showed the text of its payload, such as `needle`. This function executes the tool with `needle-2`, and the response must not
 * show `needle` at the declared pointer.
 *
 * A response without either text proves nothing, because the tool may use its arguments in another way.
 */
async function expectNoCachedResult(
  target: Target,
  previousExecution: ExecuteFixture & { readonly expectedText: string },
): Promise<void> {
  const { expectedText: previousText, payload: previousPayload, pointer } = previousExecution
  const { expectedText: newText, payload: newPayload } = extendExpectedText(previousExecution, '-2')

  // If the payload does not contain the text, the tool adds the text itself. No payload then leads to another text.
  const hasOtherPayload = !isDeepStrictEqual(newPayload, previousPayload)
  if (!hasOtherPayload) return

  const exchange = await executeTool(target, { key: target.fixtures.registry.key, payload: newPayload })
  const showsNewText = containsExpectedText(exchange, { expectedText: newText, pointer })
  if (!isSuccess(exchange) || showsNewText) return

  // Without a pointer, the previous text may be in the response for another reason.
  if (pointer === undefined) return

  const showsPreviousText = containsExpectedText(exchange, { expectedText: previousText, pointer })
  expectThat(!showsPreviousText, {
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
 * Fails the rule if a server executes a tool set with the key of another organization. For example, Acme has published its tool
 * set `mail` in version 1.2.0, and its tool responds with this version. An execution with a key of Initech must not show `1.2.0`.
 *
 * Only the version proves that the tool ran, because a server may report a failed execution with a successful status
 * (EXE-PAYLOAD).
 *
 * @param key the key of another organization than the one of `fixtures.registry`
 * @param otherManifest the manifest that the key reads. Undefined if its organization has published nothing
 * @returns advice if the response shows the version, but perhaps for another reason
 */
async function expectNoForeignExecution(
  target: Target,
  key: string,
  otherManifest?: ManifestReading,
): Promise<string | undefined> {
  const { expectedText, payload, pointer } = target.fixtures.executeVersion
  const exchange = await executeTool(target, { key, payload })

  // Each of the two profiles of the first organization publishes its own version. Without either version, nothing ran.
  const profileWithVersion = findProfileWithVersion(target, exchange)
  if (profileWithVersion === undefined) return undefined

  // If the payload names no listed tool set, it is unclear to which tool set the version belongs.
  const executedTool = target.fixtures[profileWithVersion].listed.find(({ toolset }) => isNamedIn(payload, toolset))
  if (executedTool === undefined) return UNCLEAR_EXECUTION_ADVICE
  if (mayHaveOtherCause(target, executedTool, otherManifest)) return UNCLEAR_EXECUTION_ADVICE

  const tool = `version ${executedTool.version} of ${executedTool.toolset}`
  const expected = `expected no execution of ${tool} with the key of an organization whose manifest does not list it`
  throw new RuleViolation(`${expected}, found "${expectedText[profileWithVersion]}" at ${pointer}`, exchange)
}

/** Returns whether a response with a version of a tool may have another cause than an execution for the wrong organization. */
function mayHaveOtherCause(target: Target, tool: ToolsetVersion, otherManifest: ManifestReading | undefined): boolean {
  // Without a pointer, the text of the version may be in the response for another reason.
  if (target.fixtures.executeVersion.pointer === undefined) return true

  // The organization of the key may have published the same version of a tool set with the same name.
  return otherManifest !== undefined && mayListVersion(target, otherManifest, tool)
}

/**
 * Returns the name of the fixture whose environment profile publishes the version in a response: `registry` or
 * `otherEnvironment`. Returns undefined if the response shows neither version.
 */
function findProfileWithVersion({ fixtures }: Target, exchange: Exchange): (typeof profileFixtures)[number] | undefined {
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

const UNCLEAR_EXECUTION_ADVICE =
  'An execution with the key of another organization showed a version that both organizations may have. Declare fixtures.executeVersion.pointer and fixtures.manifest.version, and give the organizations different versions, to make the check exact.'
