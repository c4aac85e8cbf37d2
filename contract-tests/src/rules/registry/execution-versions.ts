import { executeTool } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { isSuccess, requirePreconditionSuccess } from '../expectations.ts'
import { PreconditionFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { isNamedIn, showsText } from './find-text.ts'
import { replaceTexts } from './payloads.ts'
import { isVersionListed, whileOtherVersionIsPublished } from './publication.ts'
import { profiles } from './tool-hosting-keys.ts'

/** The rules that only the version that is published to the profile of a key is executed. */
export const executionVersionRules = {
  'HOST-ENV.tool': {
    statement: 'a key executes no tool that only another version of the tool set has',
    lookAt: 'where execute looks for a tool: in the version that is published to the profile of the key, and in no other',
    check: verifyHostEnvTool,
  },
  'HOST-ENV.unpublished': {
    statement: 'a key to whose environment profile nothing is published executes no tool',
    lookAt: 'which version execute resolves: only the manifest of an organization falls back to one that is not published',
    check: verifyHostEnvUnpublished,
  },
  'HOST-ENV.published': {
    statement: 'once another version is published to the profile, that one is executed',
    lookAt: 'how long what is executed is kept in a cache, and what a publication does to it',
    check: verifyHostEnvPublished,
  },
} satisfies RuleTable

const NO_OTHER_TOOL =
  'No tool of another version was executed. notTool in fixtures.registry.listed names one, of a tool set and a tool that the payload of fixtures.execute names, too.'

/** Executes a tool that only another version of the tool set has, and expects a failure. */
async function verifyHostEnvTool(target: Target): Promise<string | undefined> {
  const { execute, registry } = target.fixtures
  const { at: pointer, payload, shows } = execute
  const listed = registry.listed.find(({ tool, toolSet }) => isNamedIn(payload, toolSet) && isNamedIn(payload, tool))
  if (listed?.notTool === undefined) return NO_OTHER_TOOL

  const { notTool, tool, toolSet, version } = listed
  const executeOtherTool = (name: string) => {
    const otherPayload = replaceTexts(payload, (text) => (isNamedIn(text, tool) ? text.replaceAll(tool, name) : text))
    return executeTool(target, { key: registry.key, payload: otherPayload })
  }
  requirePreconditionSuccess(await executeTool(target, { key: registry.key, payload }))
  const ofUnknownTool = await executeOtherTool(`${notTool}-x`)
  const ofOtherVersion = await executeOtherTool(notTool)
  if (!isSuccess(ofOtherVersion)) return undefined

  const expected = `expected no execution of ${notTool}, which version ${version} of ${toolSet} does not have`
  if (pointer !== undefined && shows !== undefined && showsText(ofOtherVersion, { at: pointer, shows })) {
    throw new RuleViolation(`${expected}, found "${shows}" at ${pointer}`, ofOtherVersion)
  }

  // No document states the status of a failed execution (EXE-PAYLOAD), so the status for an unknown tool decides.
  if (isSuccess(ofUnknownTool)) return undefined
  throw new RuleWarning(
    `${expected}, found ${ofOtherVersion.status}, and ${ofUnknownTool.status} for a tool that nobody has`,
    ofOtherVersion,
  )
}

/**
 * Executes a tool with a key whose environment profile has no published tool sets, and expects that the tool does not run.
 *
 * @returns advice if the response does not show whether the tool ran
 */
async function verifyHostEnvUnpublished(target: Target): Promise<string | undefined> {
  const { execute, nothingPublished, registry } = target.fixtures
  const { at: pointer, payload, shows } = execute
  await expectNoVersion(target, nothingPublished.key)

  requirePreconditionSuccess(await executeTool(target, { key: registry.key, payload }))
  const exchange = await executeTool(target, { key: nothingPublished.key, payload })
  if (!isSuccess(exchange)) return undefined

  // A failed execution may have a successful status, too (EXE-PAYLOAD). Only the shown text proves that the tool ran.
  if (shows === undefined) return SUCCESS_WITHOUT_SHOWN_TEXT
  if (!showsText(exchange, { ...execute, shows })) return undefined

  const expected = `expected no execution with the key of fixtures.nothingPublished, found "${shows}"`
  if (pointer !== undefined) throw new RuleViolation(`${expected} at ${pointer}`, exchange)
  // Without a pointer, the response of a failed execution may repeat the text.
  throw new RuleWarning(`${expected} in an answer with success. fixtures.execute.at tells whether the tool ran`, exchange)
}

const SUCCESS_WITHOUT_SHOWN_TEXT =
  'An execution by a key whose profile has no published tool sets got a success. fixtures.execute.shows and at tell whether the tool ran.'

/** Fails the rule if an execution with a key shows any version. It needs the pointer of `fixtures.executeVersion`. */
async function expectNoVersion(target: Target, key: string): Promise<void> {
  const { fixtures } = target
  if (!('executeVersion' in fixtures) || fixtures.executeVersion.at === undefined) return

  const { at: pointer, payload, shows } = fixtures.executeVersion
  const exchange = await executeTool(target, { key, payload })
  if (!isSuccess(exchange)) return

  const versions = profiles.map((profile) => shows[profile])
  const shownVersion = versions.find((version) => showsText(exchange, { at: pointer, shows: version }))
  if (shownVersion === undefined) return
  throw new RuleViolation(
    `expected no execution with the key of fixtures.nothingPublished, found "${shownVersion}" at ${pointer}`,
    exchange,
  )
}

/** Publishes another version of a tool set, and expects later executions to use that version. */
async function verifyHostEnvPublished(target: Target): Promise<string | undefined> {
  const { executeVersion, registry } = target.fixtures
  const { payload, shows } = executeVersion
  const showsFirstVersion = (exchange: Exchange) => showsText(exchange, { ...executeVersion, shows: shows.registry })

  const exchange = requirePreconditionSuccess(await executeTool(target, { key: registry.key, payload }))
  if (!showsFirstVersion(exchange)) {
    throw new PreconditionFailed(`expected "${shows.registry}", the version that is published`, exchange)
  }

  const visibility = {
    isVisible: (version: { readonly toolSet: string; readonly version: string }) => isVersionListed(target, version),
    isRestored: async () => showsFirstVersion(await executeInBothVersions(target)),
  }
  return whileOtherVersionIsPublished(target, visibility, async () => {
    if (!showsFirstVersion(await executeInBothVersions(target))) return undefined

    await target.wait(target.settleMs, 'a publication to show in an execution')
    const laterExchange = await executeInBothVersions(target)
    if (!showsFirstVersion(laterExchange)) return undefined

    return reportFirstVersion(target, laterExchange)
  })
}

/** Executes the payload of `fixtures.executeVersion`, and blocks the rule if the other version does not have the tool. */
async function executeInBothVersions(target: Target): Promise<Exchange> {
  const { executeVersion, publishableToolSet, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: executeVersion.payload })
  if (isSuccess(exchange)) return exchange

  const { toolSet, version } = publishableToolSet
  throw new PreconditionFailed(
    `expected fixtures.executeVersion to be executed in ${version} of ${toolSet}, too, which fixtures.publishableToolSet names, found status ${exchange.status}: name a version that has the same tool`,
    exchange,
  )
}

/** Reports that an execution shows the first version after another one was published, or returns advice if this is unclear. */
function reportFirstVersion(target: Target, exchange: Exchange): string {
  const { executeVersion, publishableToolSet } = target.fixtures
  const { at: pointer, payload, shows } = executeVersion
  const { toolSet, version } = publishableToolSet
  if (!isNamedIn(payload, toolSet)) return UNKNOWN_TOOL_SET

  const expected = `expected version ${version} of ${toolSet}, which was published ${target.settleMs} ms ago (settleMs)`
  const found = `${expected}, to be executed, found "${shows.registry}"`
  if (pointer !== undefined) throw new RuleViolation(`${found} at ${pointer}, as before`, exchange)
  throw new RuleWarning(`${found} in the answer, as before. fixtures.executeVersion.at tells whether it is the version`, exchange)
}

const UNKNOWN_TOOL_SET =
  'An execution showed the same as before, and nothing tells whether it should. fixtures.executeVersion tells it where its payload names the tool set of fixtures.publishableToolSet.'
