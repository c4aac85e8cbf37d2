import { executeTool } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { ListedTool, Target } from '../../../target/target.ts'
import { isSuccess, requireSuccess } from '../../expectations.ts'
import { PreconditionError, type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { containsExpectedText, isNamedIn } from '../find-text.ts'
import { profileFixtures } from '../keys/tool-hosting-keys.ts'
import { isVersionListed, publishFirstVersionAgain } from '../manifests/publication.ts'
import { pollTakenCredits, readSettledBalance } from './execution-credits.ts'
import { replaceTexts } from './payloads.ts'

/** The rules that only the version that is published to the profile of a key is executed. */
export const executionVersionRules = {
  'HOST-ENV.tool': {
    statement: 'a key executes no tool that exists only in another version of the tool set',
    warnsOf: 'an accepted execution whose response does not show which tool ran',
    advice: 'Check that execute looks for a tool only in the version that is published to the environment profile of the key.',
    check: verifyToolOfOtherVersionFails,
  },
  'HOST-ENV.unpublished': {
    statement: 'a key without published tool sets executes no tool',
    warnsOf: 'the text of the tool in a response for which no pointer is declared',
    advice: 'Check which version execute selects: only the organization manifest falls back to a version that is not published.',
    check: verifyUnpublishedToolDoesNotRun,
  },
  'HOST-ENV.published': {
    statement: 'executions use a new version after its publication to the environment profile',
    warnsOf: 'the text of the previous version in a response for which no pointer is declared',
    advice: 'Check how long the version is cached, and whether a publication clears that cache.',
    check: verifyPublicationReachesExecutions,
  },
} satisfies RuleTable

const NO_OTHER_TOOL_ADVICE =
  'No tool of another version was executed. Declare otherVersionTool in fixtures.registry.listed for the tool of fixtures.execute.payload to check it.'

/**
 * Checks that a key cannot execute a tool of a version that is not published.
 *
 * For example, version 1 of a tool set is published, and version 2 adds the tool `forecast`. The fixtures declare `forecast` as
 * `otherVersionTool`. The check executes it, and expects the same refusal as for `forecast-x`, which no version has.
 *
 * @returns advice if the fixtures declare no tool of another version
 */
async function verifyToolOfOtherVersionFails(target: Target): Promise<string | undefined> {
  const { execute, registry } = target.fixtures
  const declaredTool = findToolOfPayload(target)
  if (declaredTool?.otherVersionTool === undefined) return NO_OTHER_TOOL_ADVICE

  const { otherVersionTool, tool, toolset, version } = declaredTool
  requireSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))

  // No version has a tool of this name, so the response shows how the server refuses an unknown tool.
  const unknownToolExchange = await executeRenamedTool(target, { from: tool, to: `${otherVersionTool}-x` })
  const exchange = await executeRenamedTool(target, { from: tool, to: otherVersionTool })

  const expected = `expected no execution of ${otherVersionTool}, which version ${version} of ${toolset} does not have`
  const repeat = () => executeRenamedTool(target, { from: tool, to: otherVersionTool })
  await expectNotExecuted(target, { expected, exchange, unknownToolExchange, repeat })
  return undefined
}

/** Returns the declared tool whose name and tool set are in the payload of `fixtures.execute`. */
function findToolOfPayload({ fixtures }: Target): ListedTool | undefined {
  const { payload } = fixtures.execute
  return fixtures.registry.listed.find(({ tool, toolset }) => isNamedIn(payload, toolset) && isNamedIn(payload, tool))
}

interface Renaming {
  readonly from: string
  readonly to: string
}

/** Executes the declared payload with another name of a tool. */
function executeRenamedTool(target: Target, { from, to }: Renaming): Promise<Exchange> {
  const { execute, registry } = target.fixtures
  // The form of a payload is not documented, so the name is replaced in each text that contains it.
  const payload = replaceTexts(execute.payload, (text) => (isNamedIn(text, from) ? text.replaceAll(from, to) : text))
  return executeTool(target, { key: registry.key, payload })
}

interface OtherVersionExecution {
  readonly expected: string
  readonly exchange: Exchange
  /** The response to a tool that certainly does not exist. */
  readonly unknownToolExchange: Exchange
  /** Executes the tool again. */
  readonly repeat: () => Promise<Exchange>
}

/**
 * Fails the rule if the text of the tool or a credit shows that a tool was executed. No document states the status of a failed
 * execution (EXE-PAYLOAD). A success alone is therefore only a warning, and only if an unknown tool gets no success.
 */
async function expectNotExecuted(target: Target, execution: OtherVersionExecution): Promise<void> {
  const { exchange, expected, repeat, unknownToolExchange } = execution
  if (!isSuccess(exchange)) return

  const { expectedText, pointer } = target.fixtures.execute
  const isTextVisible =
    pointer !== undefined && expectedText !== undefined && containsExpectedText(exchange, { expectedText, pointer })
  if (isTextVisible) throw new RuleViolation(`${expected}, found "${expectedText}" at ${pointer}`, exchange)

  if (isSuccess(unknownToolExchange)) return
  const found = `found ${exchange.status}, and ${unknownToolExchange.status} for an unknown tool`

  // Each successful execution takes a credit (EXE-CREDIT).
  const takenCredits = 'creditBalance' in target.hooks ? await countCredits(target, repeat) : 0
  if (takenCredits > 0) throw new RuleViolation(`${expected}, ${found}, and ${takenCredits} credit taken`, exchange)
  throw new RuleWarning(`${expected}, ${found}`, exchange)
}

/** Returns how many credits an execution takes. */
async function countCredits(target: Target, execute: () => Promise<Exchange>): Promise<number> {
  const balanceBefore = await readSettledBalance(target)
  await execute()
  return pollTakenCredits(target, balanceBefore, 1)
}

/**
 * Checks that a key executes nothing if no tool set is published to its environment profile. A profile is a set of published tool
 * sets, such as `default` or `staging`, and each key belongs to one profile.
 *
 * @returns advice if the response does not show whether the tool ran
 */
async function verifyUnpublishedToolDoesNotRun(target: Target): Promise<string | undefined> {
  // A version shows most clearly that a tool ran, so a tool that responds with its version is preferred.
  const showsVersion = 'executeVersion' in target.fixtures && target.fixtures.executeVersion.pointer !== undefined
  if (showsVersion) return verifyNoVersionRuns(target)

  const { execute, nothingPublished, registry } = target.fixtures
  requireSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  return expectNoTextOfTool(target, await executeTool(target, { key: nothingPublished.key, payload: execute.payload }))
}

/**
 * Fails the rule if a response has the text of the tool at its declared pointer, and warns if the fixtures declare no pointer. A
 * server may report a failed execution with a successful status (EXE-PAYLOAD), so only the text proves that the tool ran.
 *
 * @returns advice if the execution was successful, and the fixtures declare no text
 */
function expectNoTextOfTool({ fixtures }: Target, exchange: Exchange): string | undefined {
  const { expectedText, pointer } = fixtures.execute
  if (!isSuccess(exchange)) return undefined
  if (expectedText === undefined) return SUCCESS_WITHOUT_TEXT_ADVICE
  if (!containsExpectedText(exchange, { expectedText, pointer })) return undefined

  const problem = `expected no execution with the key of fixtures.nothingPublished, found "${expectedText}"`
  if (pointer !== undefined) throw new RuleViolation(`${problem} at ${pointer}`, exchange)

  // Without a pointer, this is only a warning, because the response of a failed execution may repeat the text.
  const remedy = 'Declare fixtures.execute.pointer to show whether the tool ran'
  throw new RuleWarning(`${problem} in a successful response. ${remedy}`, exchange)
}

const SUCCESS_WITHOUT_TEXT_ADVICE =
  'An execution with a key without published tool sets was successful. Declare fixtures.execute.expectedText and pointer to show whether the tool ran.'

/** Fails the rule if an execution with the key of `fixtures.nothingPublished` shows any version of a tool. */
async function verifyNoVersionRuns(target: Target): Promise<undefined> {
  const { executeVersion, nothingPublished, registry } = target.fixtures
  const { pointer, payload, expectedText } = executeVersion
  requireSuccess(await executeTool(target, { key: registry.key, payload }))

  const exchange = await executeTool(target, { key: nothingPublished.key, payload })
  if (!isSuccess(exchange)) return undefined

  const versions = profileFixtures.map((fixtureName) => expectedText[fixtureName])
  const visibleVersion = versions.find((version) => containsExpectedText(exchange, { pointer, expectedText: version }))
  if (visibleVersion === undefined) return undefined

  throw new RuleViolation(
    `expected no execution with the key of fixtures.nothingPublished, found "${visibleVersion}" at ${pointer}`,
    exchange,
  )
}

/**
 * Checks that executions use a new version of a tool set soon after its publication. Publishes the other version of
 * `fixtures.publishableToolset`, and expects that an execution no longer shows the first version.
 *
 * @returns advice if the execution may use another tool set
 */
async function verifyPublicationReachesExecutions(target: Target): Promise<string | undefined> {
  await requireFirstVersionExecuted(target)

  try {
    await target.hooks.publishToolset(target.fixtures.publishableToolset)
    return await expectFirstVersionReplaced(target)
  } finally {
    await publishFirstVersionAgain(target, {
      isVisible: (version) => isVersionListed(target, version),
      isFirstVersionExecuted: async () => showsFirstVersion(target, await executePublishedVersion(target)),
    })
  }
}

/** Executes the tool up to twice, with a pause of `settleMs`. Reports the first version if the last execution still shows it. */
async function expectFirstVersionReplaced(target: Target): Promise<string | undefined> {
  const exchange = await executePublishedVersion(target)
  if (!showsFirstVersion(target, exchange)) return undefined

  await target.wait(target.settleMs, 'a publication to show in an execution')
  const laterExchange = await executePublishedVersion(target)
  return showsFirstVersion(target, laterExchange) ? reportFirstVersion(target, laterExchange) : undefined
}

/** Blocks the rule unless an execution shows the version that is published before the check begins. */
async function requireFirstVersionExecuted(target: Target): Promise<void> {
  const { executeVersion, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: executeVersion.payload })

  requireSuccess(exchange)
  if (showsFirstVersion(target, exchange)) return
  throw new PreconditionError(`expected "${executeVersion.expectedText.registry}", the version that is published`, exchange)
}

function showsFirstVersion({ fixtures }: Target, exchange: Exchange): boolean {
  const { expectedText, pointer } = fixtures.executeVersion
  return containsExpectedText(exchange, { expectedText: expectedText.registry, pointer })
}

/**
 * Executes the payload of `fixtures.executeVersion` with whichever version is published. Both versions must have the tool:
 * the rule is blocked if one of them does not execute it.
 */
async function executePublishedVersion(target: Target): Promise<Exchange> {
  const { executeVersion, publishableToolset, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: executeVersion.payload })
  if (isSuccess(exchange)) return exchange

  const { toolset, version } = publishableToolset
  throw new PreconditionError(
    `expected fixtures.executeVersion to be executed also in version ${version} of ${toolset}, found status ${exchange.status}. Declare a version with the same tool as fixtures.publishableToolset`,
    exchange,
  )
}

/** Reports that an execution shows the first version after another one was published, or returns advice if this is unclear. */
function reportFirstVersion(target: Target, exchange: Exchange): string {
  const { executeVersion, publishableToolset } = target.fixtures
  const { pointer, payload, expectedText } = executeVersion
  const { toolset, version } = publishableToolset
  if (!isNamedIn(payload, toolset)) return UNKNOWN_TOOLSET

  const expected = `expected an execution of version ${version} of ${toolset} ${target.settleMs} ms after its publication (settleMs)`
  const found = `${expected}, found "${expectedText.registry}"`
  if (pointer !== undefined) throw new RuleViolation(`${found} at ${pointer}, the previous version`, exchange)

  // Without a pointer, the text may be in the response for another reason.
  throw new RuleWarning(
    `${found} in the response, the previous version. Declare fixtures.executeVersion.pointer to show whether it is the version`,
    exchange,
  )
}

const UNKNOWN_TOOLSET =
  'An execution did not change after a publication, and may use another tool set. Name the tool set of fixtures.publishableToolset in the payload of fixtures.executeVersion to make the check exact.'
