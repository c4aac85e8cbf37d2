import { isDeepStrictEqual } from 'node:util'
import { executeTool, getPublicManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { ExecuteFixture, ExecuteProfilesFixture, Target } from '../../../target/target.ts'
import {
  expectStatus,
  expectSuccess,
  expectThat,
  isSuccess,
  requireStatus,
  requireSuccess,
  verifyEach,
} from '../../expectations.ts'
import { type RuleTable, RuleViolation } from '../../rule.ts'
import { containsExpectedText, containsExpectedVersion, describeFoundText } from '../find-text.ts'
import { profileFixtures } from '../keys/tool-hosting-keys.ts'
import { verifyForeignKeyDoesNotExecute } from './foreign-executions.ts'
import { createOtherExecution } from './payloads.ts'

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

  const { expectedText } = execute
  if (expectedText === undefined) return NO_EXPECTED_TEXT_ADVICE

  const execution = { ...execute, expectedText }
  expectOwnText(exchange, execution)
  await expectNoCachedResult(target, execution)
  return undefined
}

/** Fails the rule unless a response shows the text of its execution. */
function expectOwnText(exchange: Exchange, execution: TextExecution): void {
  if (containsExpectedText(exchange, execution)) return

  const { expectedText, pointer } = execution
  const expected = `expected "${expectedText}" ${pointer === undefined ? 'in the response' : `at ${pointer}`}`
  // The message quotes the response, which can contain a secret.
  throw new RuleViolation((redact) => expected + describeFoundText(exchange, execution, redact), exchange)
}

const NO_EXPECTED_TEXT_ADVICE =
  'Only the status showed that the tool ran. Declare a text of the response as fixtures.execute.expectedText to check the arguments.'

/**
 * Fails the rule if the server returns a cached or constant result. The caller has executed the payload with a text such as
 * `needle`. This function executes it with `needle-2`, and the response must not show `needle` at the declared pointer.
 */
async function expectNoCachedResult(target: Target, previous: TextExecution): Promise<void> {
  const next = createOtherExecution(previous, '-2')
  // A tool can add the text by itself. The payload then does not contain the text, and stays the same.
  if (isDeepStrictEqual(next.payload, previous.payload)) return

  const exchange = await executeTool(target, { key: target.fixtures.registry.key, payload: next.payload })
  expectThat(!showsTextOfOtherExecution(exchange, { sent: next, other: previous }), {
    expected: `"${next.expectedText}" at ${next.pointer}, the text of this execution`,
    found: `"${previous.expectedText}" of the previous execution`,
    exchange,
  })
}

/** An execution, and the text that its response must show. */
type TextExecution = ExecuteFixture & { readonly expectedText: string }

/**
 * Returns whether a response shows the text of another execution than the one that was sent. A response with neither text shows
 * nothing, because a tool may use its arguments in another way.
 */
function showsTextOfOtherExecution(
  exchange: Exchange,
  { other, sent }: { readonly other: TextExecution; readonly sent: TextExecution },
): boolean {
  // Without a pointer, the other text may be in the response for another reason.
  if (!isSuccess(exchange) || other.pointer === undefined) return false
  return containsExpectedText(exchange, other) && !containsExpectedText(exchange, sent)
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
    requireStatus(await getPublicManifest(target, { key }))
    expectStatus(exchange, 200, `an execution with the key of fixtures.${fixtureName}, which can read the manifest`)
  }
  return requireSuccess(exchange)
}
