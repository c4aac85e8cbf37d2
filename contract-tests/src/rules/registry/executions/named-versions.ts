import { executeTool } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { isObject, isSuccess, requireSuccess } from '../../expectations.ts'
import { PreconditionError, type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { containsExpectedText, containsExpectedVersion, isNamedIn } from '../find-text.ts'
import { addToNestedCalls } from './payloads.ts'

/** The rule that a request cannot choose the version that it executes (section 5.3). */
export const namedVersionRules = {
  'HOST-ENV.named-version': {
    statement: 'only the key decides which version is executed, and not a version in the payload',
    warnsOf: 'the text of another version in a response for which no pointer is declared',
    advice: 'Check that execute takes the version only from the environment profile of the key.',
    check: verifyNamedVersionIgnored,
  },
} satisfies RuleTable

const NO_OTHER_VERSION_ADVICE =
  'No execution named another version. Declare fixtures.publishableToolset, or the version in fixtures.otherEnvironment.listed, for the tool set of fixtures.executeVersion to check it.'

/**
 * Checks that a version in the payload does not decide which version is executed. The tool of `fixtures.executeVersion` shows its
 * version. It is executed with the name of a version that is not published to the environment profile of the key.
 *
 * @returns advice if the fixtures declare no other version of the tool set
 */
async function verifyNamedVersionIgnored(target: Target): Promise<string | undefined> {
  const { executeVersion, registry } = target.fixtures
  const { payload } = executeVersion
  const otherVersion = findOtherVersion(target)
  if (otherVersion === undefined) return NO_OTHER_VERSION_ADVICE

  const published = requireSuccess(await executeTool(target, { key: registry.key, payload }))
  if (!showsPublishedVersion(target, published)) {
    throw new PreconditionError(`expected "${executeVersion.expectedText.registry}", the version that is published`, published)
  }

  const members = { version: otherVersion }
  const namedPayload = { ...Object(addToNestedCalls(target, payload, members) ?? payload), ...members }
  const exchange = await executeTool(target, { key: registry.key, payload: namedPayload })

  // A server may refuse undocumented members.
  if (!isSuccess(exchange) || showsPublishedVersion(target, exchange)) return undefined
  reportOtherVersion(target, exchange, otherVersion)
  return undefined
}

/**
 * Finds a version of the tool set of `fixtures.executeVersion` that is not published to the profile of `fixtures.registry`.
 * Undefined if the fixtures declare none, or if their payload names a version itself.
 */
function findOtherVersion({ fixtures }: Target): string | undefined {
  const { payload } = fixtures.executeVersion
  if (isObject(payload) && 'version' in payload) return undefined

  const publishable = 'publishableToolset' in fixtures ? [fixtures.publishableToolset] : []
  const listedElsewhere = 'otherEnvironment' in fixtures ? fixtures.otherEnvironment.listed : []
  const versions = [...publishable, ...listedElsewhere]
    .filter(({ toolset }) => isNamedIn(payload, toolset))
    .map(({ version }) => version)

  const publishedVersions = fixtures.registry.listed.map(({ version }) => version)
  return versions.find((version) => !publishedVersions.includes(version))
}

function showsPublishedVersion({ fixtures }: Target, exchange: Exchange): boolean {
  const { expectedText, pointer } = fixtures.executeVersion
  return containsExpectedText(exchange, { expectedText: expectedText.registry, pointer })
}

/**
 * Reports that a response shows another version than the published one. Without a pointer, this is only a warning, because a
 * message about an undocumented member may name the version, too.
 */
function reportOtherVersion({ fixtures }: Target, exchange: Exchange, otherVersion: string): void {
  const { expectedText, pointer } = fixtures.executeVersion
  const isOtherVersion = containsExpectedVersion(exchange, { expectedText: otherVersion, pointer })
  const isOtherProfile = containsExpectedText(exchange, { expectedText: expectedText.otherEnvironment, pointer })
  if (!isOtherVersion && !isOtherProfile) return

  const found = isOtherVersion ? otherVersion : expectedText.otherEnvironment
  const problem = `expected "${expectedText.registry}", although the payload names version ${otherVersion}, found "${found}"`
  if (pointer !== undefined) throw new RuleViolation(`${problem} at ${pointer}`, exchange)

  const remedy = 'Declare fixtures.executeVersion.pointer to show whether it is the version'
  throw new RuleWarning(`${problem} in the response. ${remedy}`, exchange)
}
