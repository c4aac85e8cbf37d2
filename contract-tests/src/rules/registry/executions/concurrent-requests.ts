import { executeTool, getPublicManifest, sendConcurrently } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { ExecuteFixture, RegistryFixture, Target } from '../../../target/target.ts'
import { expectStatus, expectSuccess, expectThat, requireStatus, requireSuccess, verifyEach } from '../../expectations.ts'
import { chooseRepeatCounts } from '../../repeat-counts.ts'
import { type RuleTable, RuleViolation } from '../../rule.ts'
import { containsExpectedText } from '../find-text.ts'
import { profileFixtures } from '../keys/tool-hosting-keys.ts'
import { readManifest } from '../manifests/manifest-contents.ts'
import { describeCredits, pollTakenCredits } from './execution-credits.ts'
import { createOtherExecution } from './payloads.ts'

export const concurrentRequestRules = {
  'EXE-ENDPOINT.parallel': {
    statement: 'each concurrent execution has the result of its own arguments',
    advice: 'Check what executions share, such as a global variable or a connection.',
    check: verifyOwnResultOfConcurrentExecutions,
  },
  'HOST-ENV.parallel': {
    statement: 'each concurrent execution has the variables of the environment profile of its own key',
    advice: 'Check how an execution receives its variables: the environment of a shared process changes during an execution.',
    check: verifyOwnVariablesOfConcurrentExecutions,
  },
  'EXE-CREDIT.parallel': {
    statement: 'each concurrent execution takes one credit',
    advice: 'Check that a credit is taken in one atomic step, and not by a balance that is read and then written.',
    check: verifyCreditsOfConcurrentExecutions,
  },
  'MAN-ORG.parallel': {
    statement: 'each concurrent request for a manifest gets the manifest of its own key',
    advice: 'Check where the key of a request is stored: a global variable, or a cache whose own key lacks it.',
    check: verifyOwnManifestOfConcurrentRequests,
  },
} satisfies RuleTable

/** Checks that each concurrent execution has the result of its own arguments: executes a tool with several texts. */
async function verifyOwnResultOfConcurrentExecutions(target: Target): Promise<void> {
  const { execute, executeEnvironment, registry } = target.fixtures
  const { key } = registry
  const declared = { ...execute, key, expectedText: execute.expectedText ?? '' }
  const ofOtherTool = { ...executeEnvironment, key, expectedText: executeEnvironment.expectedText.registry }
  const extended = createOtherExecution(declared, '-2')
  const extendedOtherwise = createOtherExecution(declared, '-3')

  // Some tools refuse another text. Then two different tools run concurrently.
  const acceptsOtherTexts =
    execute.expectedText !== undefined && containsExpectedText(await executeTool(target, extended), extended)
  const executions = acceptsOtherTexts ? [extended, extendedOtherwise, ofOtherTool] : [declared, ofOtherTool]
  await expectOwnResponses(target, executions, 'of its own arguments')
}

/** Checks that each concurrent execution has the variables of its own environment profile: uses the keys of two profiles. */
async function verifyOwnVariablesOfConcurrentExecutions(target: Target): Promise<void> {
  const { executeEnvironment } = target.fixtures
  const { expectedText } = executeEnvironment

  const executions = profileFixtures.map((fixtureName) => ({
    ...executeEnvironment,
    key: target.fixtures[fixtureName].key,
    expectedText: expectedText[fixtureName],
  }))
  await expectOwnResponses(target, executions, 'of the profile of its own key')
}

type Execution = ExecuteFixture & { readonly key: string; readonly expectedText: string }

/** Sends each execution alone, and then all of them concurrently. Expects each response to show the text of its execution. */
async function expectOwnResponses(target: Target, executions: readonly Execution[], description: string): Promise<void> {
  for (const execution of executions) requireSuccess(await executeTool(target, execution))

  const length = Math.floor(chooseRepeatCounts(target).concurrentRequests / executions.length)
  const copies = Array.from({ length }, () => executions).flat()
  const results = await Promise.all(
    copies.map(async (execution) => ({ execution, exchange: await executeTool(target, execution) })),
  )

  await verifyEach(results, async ({ exchange, execution }) => {
    expectSuccess(exchange)
    expectThat(containsExpectedText(exchange, execution), { expected: `"${execution.expectedText}" ${description}`, exchange })
  })
}

/**
 * Checks that concurrent executions take one credit each from the balance of an organization, the one of `fixtures.registry`.
 * Executions with the key of another organization, at the same time, must not change this balance.
 */
async function verifyCreditsOfConcurrentExecutions(target: Target): Promise<void> {
  await expectOneCreditEach(target, () => executeWithOwnKey(target))
  if ('otherOrganization' in target.fixtures) await expectOneCreditEach(target, () => executeWithBothKeys(target))
}

async function executeWithOwnKey(target: Target): Promise<ConcurrentExecutions> {
  const { execute, registry } = target.fixtures
  const ownExchanges = await sendConcurrently(() => executeTool(target, { key: registry.key, payload: execute.payload }))
  return { ownExchanges, otherCount: 0 }
}

/**
 * Executes a tool with the keys of two organizations at the same time. No document states whether the other key can execute the
 * payload, so its responses are not judged. If it can, the other organization pays.
 */
async function executeWithBothKeys(target: Target): Promise<ConcurrentExecutions> {
  const { execute, otherOrganization, registry } = target.fixtures
  // The two keys take turns.
  const hasOwnKey = (index: number) => index % 2 === 0
  const exchanges = await sendConcurrently((index) => {
    const { key } = hasOwnKey(index) ? registry : otherOrganization
    return executeTool(target, { key, payload: execute.payload })
  })

  const ownExchanges = exchanges.filter((_, index) => hasOwnKey(index))
  return { ownExchanges, otherCount: exchanges.length - ownExchanges.length }
}

/** Concurrent executions with the keys of one or two organizations. */
interface ConcurrentExecutions {
  /** The executions that the organization of `fixtures.registry` must pay for. */
  readonly ownExchanges: readonly Exchange[]
  /** The number of executions with the key of another organization. Only the message needs it. */
  readonly otherCount: number
}

/**
 * Sends concurrent executions, and expects them to take one credit each from the organization of `fixtures.registry`. Reads the
 * balance before and after them with the hook `creditBalance`.
 */
async function expectOneCreditEach(target: Target, sendExecutions: () => Promise<ConcurrentExecutions>): Promise<void> {
  // Earlier executions must not take their credits between the two readings.
  await target.waitForEffects('executions')
  const balanceBefore = await target.hooks.creditBalance()

  const { otherCount, ownExchanges } = await sendExecutions()
  for (const exchange of ownExchanges) requireSuccess(exchange)
  const expectedCredits = ownExchanges.length

  const takenCredits = await pollTakenCredits(target, balanceBefore, expectedCredits)
  if (takenCredits === expectedCredits) return

  const otherExecutions = otherCount === 0 ? '' : ` beside ${otherCount} of another organization`
  const executions = `${expectedCredits} concurrent executions${otherExecutions}`
  const found = `found ${describeCredits(balanceBefore, takenCredits)}`
  throw new RuleViolation(`expected ${expectedCredits} credits taken by ${executions}, ${found}`, ownExchanges[0])
}

/** Checks that each concurrent request for a manifest gets the manifest of its own key: uses the keys of three manifests. */
async function verifyOwnManifestOfConcurrentRequests(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  const fixtures = [registry, otherEnvironment, otherOrganization]
  for (const { key } of fixtures) requireStatus(await getPublicManifest(target, { key }))

  const requestedFixtures = target.isQuick ? fixtures : [...fixtures, ...fixtures]
  const results = await Promise.all(
    requestedFixtures.map(async (fixture) => ({ fixture, exchange: await getPublicManifest(target, fixture) })),
  )

  await verifyEach(results, async ({ exchange, fixture }) => {
    expectStatus(exchange, 200, `one of ${results.length} manifests that are read concurrently`)
    expectToolsetsOfKey(target, exchange, fixture)
  })
}

/** Expects a manifest to list all tool sets of its key, and none that it must not list. */
function expectToolsetsOfKey(target: Target, exchange: Exchange, { listed, notListed }: RegistryFixture): void {
  const reading = readManifest(target, exchange, listed)
  const toolsets = listed.map(({ toolset }) => toolset)
  const missing = toolsets.filter((toolset) => !reading.lists(toolset)).map((toolset) => `no ${toolset}`)
  const foreign = notListed.filter((toolset) => reading.lists(toolset))

  const problems = [...missing, ...foreign].join(', ')
  expectThat(problems === '', {
    expected: `the tool sets of the key, ${toolsets.join(', ')}, found ${problems}`,
    exchange,
  })
}
