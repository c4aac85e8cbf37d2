import { selectEntries } from '../../../catalogues/catalogue.ts'
import { refusedPayloads } from '../../../catalogues/refused-requests.ts'
import { longTextsForMeters } from '../../../catalogues/values/long-texts.ts'
import { createRequest, executeTool, getOrganizationManifest, getPublicManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import { listLeaves } from '../../../target/select.ts'
import type { Target } from '../../../target/target.ts'
import { pollUntil } from '../../../waiting.ts'
import { expectThat, isSuccess, requirePrecondition, requirePreconditionSuccess } from '../../expectations.ts'
import { type RuleTable, RuleViolation } from '../../rule.ts'
import { containsExpectedText } from '../find-text.ts'
import { listUnknownToolPayloads, replaceTexts } from './payloads.ts'

/** The rules for the credits that executions take. */
export const executionCreditRules = {
  'EXE-CREDIT': {
    statement: 'a successful execution takes one credit from the organization of the key',
    check: verifyOneCreditForEachExecution,
  },
  'EXE-CREDIT-FAILED': { statement: 'a failed execution takes no credit', check: verifyNoCreditForFailedExecutions },
} satisfies RuleTable

/**
 * Checks that each successful execution takes exactly one credit from the organization of its key. Reads the balance, executes
 * tools with short and with long arguments, and reads the balance again. An execution with the key of another organization, and
 * reads of manifests, take no credit.
 */
async function verifyOneCreditForEachExecution(target: Target): Promise<void> {
  // Some servers count a long text as several units. An execution costs one credit, even if its arguments are long.
  const longPayloads: unknown[] = []
  for (const { length } of longTextsForMeters) longPayloads.push(await createLongPayloadIfAccepted(target, length))

  const balanceBefore = await waitAndReadBalance(target)
  const exchanges = await executePayloads(target, longPayloads)
  for (const exchange of exchanges) requirePreconditionSuccess(exchange)

  // Neither of these may cost this organization a credit.
  const hasUsedForeignKey = await executeWithForeignKeyIfDeclared(target)
  await readManifests(target)

  const takenCredits = await pollTakenCredits(target, balanceBefore, exchanges.length)
  if (takenCredits === exchanges.length) return

  const expected = describeExpectedCredits(exchanges.length, hasUsedForeignKey)
  throw new RuleViolation(`expected ${expected}, found ${describeCredits(balanceBefore, takenCredits)}`, exchanges.at(-1))
}

function describeExpectedCredits(executionCount: number, hasUsedForeignKey: boolean): string {
  const expected = `${executionCount} credits taken by ${executionCount} executions`
  return hasUsedForeignKey ? `${expected}, and none by the one with the key of another organization` : expected
}

/** Waits until all earlier executions have taken their credits, and reads the balance. */
async function waitAndReadBalance(target: Target): Promise<number> {
  await target.waitForEffects('executions')
  return target.hooks.creditBalance()
}

/**
 * Waits until executions have taken a number of credits, or `settleMs` has passed. Returns how many they have taken.
 *
 * @param balanceBefore the balance before the executions
 */
export async function pollTakenCredits(target: Target, balanceBefore: number, expectedCredits: number): Promise<number> {
  // The poll stops at the expected number. Without this wait, it would miss a further credit that is taken late.
  await target.waitForEffects('executions')

  return pollUntil(target, {
    read: async () => balanceBefore - (await target.hooks.creditBalance()),
    isDone: (takenCredits) => takenCredits === expectedCredits,
    timeoutMs: target.settleMs,
    reason: 'credits to be taken',
  })
}

/** Describes how many credits were taken, with the balances that show it. */
export function describeCredits(balanceBefore: number, takenCredits: number): string {
  return `${takenCredits}: the balance was ${balanceBefore}, and is ${balanceBefore - takenCredits}`
}

/**
 * Creates a payload with a long text: the declared payload, with some characters after the text that the tool returns. Tries it
 * out, and returns the declared payload instead if the tool does not treat the long text like the short one.
 */
async function createLongPayloadIfAccepted(target: Target, addedLength: number): Promise<unknown> {
  const { execute, registry } = target.fixtures
  const { payload, expectedText = '' } = execute
  const send = (sentPayload: unknown) => executeTool(target, { key: registry.key, payload: sentPayload })

  const longText = expectedText + 'x'.repeat(addedLength)
  const longPayload = replaceTexts(payload, (text) => (expectedText === '' ? text : text.replaceAll(expectedText, longText)))

  const shortExchange = requirePreconditionSuccess(await send(payload))
  const longExchange = await send(longPayload)

  const isAccepted = isSuccess(longExchange) && containsExpectedText(longExchange, { ...execute, expectedText: longText })
  if (!isAccepted) return payload

  // A refusal may have the same status, and repeat the text. It differs in the members of its body.
  return haveSameMembers(longExchange, shortExchange) ? longPayload : payload
}

function haveSameMembers(first: Exchange, second: Exchange): boolean {
  const listPointers = ({ body }: Exchange) => listLeaves(body).map(({ pointer }) => pointer)
  return listPointers(first).join() === listPointers(second).join()
}

/**
 * Executes the declared payload, the long payloads and, if the fixtures declare them, another tool and a tool in the other
 * environment profile. Each must take one credit.
 */
async function executePayloads(target: Target, longPayloads: readonly unknown[]): Promise<Exchange[]> {
  const { fixtures } = target
  const { key } = fixtures.registry
  const executions = [fixtures.execute.payload, ...longPayloads].map((payload) => ({ key, payload }))
  if ('executeVersion' in fixtures) executions.push({ key, payload: fixtures.executeVersion.payload })
  if ('otherEnvironment' in fixtures && 'executeEnvironment' in fixtures) {
    executions.push({ key: fixtures.otherEnvironment.key, payload: fixtures.executeEnvironment.payload })
  }

  const exchanges: Exchange[] = []
  for (const execution of executions) exchanges.push(await executeTool(target, execution))
  return exchanges
}

/**
 * Executes the payload with the key of another organization, if the fixtures declare one, and returns whether they do. No
 * document states whether that succeeds (EXE-PAYLOAD), but this organization must not pay for it.
 */
async function executeWithForeignKeyIfDeclared(target: Target): Promise<boolean> {
  const { fixtures } = target
  if (!('otherOrganization' in fixtures)) return false

  await executeTool(target, { key: fixtures.otherOrganization.key, payload: fixtures.execute.payload })
  return true
}

/** Reads the manifests, which must not take a credit. */
async function readManifests(target: Target): Promise<void> {
  requirePrecondition(await getPublicManifest(target, target.fixtures.registry))
  if ('organization' in target.fixtures) await getOrganizationManifest(target, target.fixtures.organization)
}

/**
 * Checks that a failed execution takes no credit. Reads the balance, sends executions that fail or are refused, and expects
 * the same balance after them.
 */
async function verifyNoCreditForFailedExecutions(target: Target): Promise<void> {
  const { execute, executeFailing: failingPayload, registry } = target.fixtures
  const executeWithValidKey = (payload: unknown) => executeTool(target, { key: registry.key, payload })
  requirePreconditionSuccess(await executeWithValidKey(execute.payload))

  // The source document does not state which payloads and keys a server refuses, so the check tries them out. An execution that
  // the server accepts takes a credit, so this comes before the balance is read.
  const refusedPayloads = await findRefusedPayloads(target)
  const unknownKey = `${registry.key}x`
  const refusedKeys = [...(await findRefusedKeys(target)), unknownKey]

  const balanceBefore = await waitAndReadBalance(target)
  const failedExchange = await executeWithValidKey(failingPayload)
  for (const payload of refusedPayloads) await executeWithValidKey(payload)
  for (const key of refusedKeys) await executeTool(target, { key, payload: execute.payload })
  const exchangesWithoutPayload = await sendBodiesWithoutPayload(target)
  const takenCredits = balanceBefore - (await waitAndReadBalance(target))

  // The bodies without a payload were not tried out. If the server accepts such a body and executes a tool, it may take a credit.
  const creditsOfAcceptedBodies = exchangesWithoutPayload.filter(isSuccess).length
  // A negative number means that the server has returned credits, which is a defect, too.
  const isExpected = takenCredits >= 0 && takenCredits <= creditsOfAcceptedBodies
  expectThat(isExpected, {
    expected: 'no credit taken by a failed execution',
    found: describeCredits(balanceBefore, takenCredits),
    exchange: failedExchange,
  })
}

/**
 * Sends payloads that name no tool, and returns those that the server refuses. A server may execute a payload with a changed text, since
 * no document states which text names the tool (EXE-PAYLOAD).
 */
async function findRefusedPayloads(target: Target): Promise<readonly unknown[]> {
  const { execute, registry } = target.fixtures
  const payloads = listUnknownToolPayloads(execute.payload).slice(target.isQuick ? -2 : 0)

  const refusedPayloads: unknown[] = []
  for (const payload of payloads) {
    const exchange = await executeTool(target, { key: registry.key, payload })
    if (!isSuccess(exchange)) refusedPayloads.push(payload)
  }
  // If all were refused, the last one, in which every text is changed, adds nothing to the others.
  return refusedPayloads.slice(0, payloads.length - 1)
}

/** Sends bodies that are no payload, with a valid key. */
async function sendBodiesWithoutPayload(target: Target): Promise<readonly Exchange[]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${target.fixtures.registry.key}` }

  const exchanges: Exchange[] = []
  for (const { text } of selectEntries(refusedPayloads, target)) {
    exchanges.push(await target.send(createRequest(target, 'executeTool', { headers, body: text })))
  }
  return exchanges
}

/**
 * Executes the payload with the key of an environment profile to which nothing is published, if the fixtures declare one.
 * Returns the key in a list, or an empty list if the server accepts that key.
 */
async function findRefusedKeys(target: Target): Promise<readonly string[]> {
  const { fixtures } = target
  if (!('nothingPublished' in fixtures)) return []

  const { key } = fixtures.nothingPublished
  const exchange = await executeTool(target, { key, payload: fixtures.execute.payload })
  return isSuccess(exchange) ? [] : [key]
}
