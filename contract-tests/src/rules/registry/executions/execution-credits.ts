import { selectEntries } from '../../../catalogues/catalogue.ts'
import { refusedPayloads } from '../../../catalogues/refused-requests.ts'
import { longTextsForMeters } from '../../../catalogues/values/long-texts.ts'
import { createRequest, executeTool, getOrganizationManifest, getPublicManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import { listLeaves } from '../../../target/select.ts'
import type { Target } from '../../../target/target.ts'
import { pollUntil } from '../../../waiting.ts'
import { expectThat, isSuccess, requireStatus, requireSuccess } from '../../expectations.ts'
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
 * Checks that each successful execution takes exactly one credit from the organization of its key. Other requests, such as reads
 * of manifests, take none.
 */
async function verifyOneCreditForEachExecution(target: Target): Promise<void> {
  const longPayloads = await createLongPayloads(target)

  const balanceBefore = await readSettledBalance(target)
  const exchanges = await executePayloads(target, longPayloads)
  for (const exchange of exchanges) requireSuccess(exchange)
  await sendRequestsWithoutCredit(target)

  const takenCredits = await pollTakenCredits(target, balanceBefore, exchanges.length)
  if (takenCredits === exchanges.length) return

  const expected = describeExpectedCredits(target, exchanges.length)
  throw new RuleViolation(`expected ${expected}, found ${describeCredits(balanceBefore, takenCredits)}`, exchanges.at(-1))
}

function describeExpectedCredits({ fixtures }: Target, executionCount: number): string {
  const expected = `${executionCount} credits taken by ${executionCount} executions`
  if (!('otherOrganization' in fixtures)) return expected
  return `${expected}, and none by the one with the key of another organization`
}

/** Waits until all earlier executions have taken their credits, and reads the balance. */
export async function readSettledBalance(target: Target): Promise<number> {
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

/** Creates payloads with long arguments. Some servers count a long text as several units, but an execution costs one credit. */
async function createLongPayloads(target: Target): Promise<readonly unknown[]> {
  const payloads: unknown[] = []
  for (const { length } of longTextsForMeters) payloads.push(await createLongPayloadIfAccepted(target, length))
  return payloads
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

  const shortExchange = requireSuccess(await send(payload))
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

/** Sends requests that must not cost this organization a credit. */
async function sendRequestsWithoutCredit(target: Target): Promise<void> {
  const { fixtures } = target

  // No document states whether the other key can execute this payload (EXE-PAYLOAD). If it can, the other organization pays.
  if ('otherOrganization' in fixtures) {
    await executeTool(target, { key: fixtures.otherOrganization.key, payload: fixtures.execute.payload })
  }

  requireStatus(await getPublicManifest(target, fixtures.registry))
  if ('organization' in fixtures) await getOrganizationManifest(target, fixtures.organization)
}

/** Checks that executions that fail or are refused do not change the balance. */
async function verifyNoCreditForFailedExecutions(target: Target): Promise<void> {
  const { execute, executeFailing: failingPayload, registry } = target.fixtures
  // First make sure that the key and the tool work. They cannot cause the failure below then.
  requireSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  const refusedExecutions = await findRefusedExecutions(target)

  const balanceBefore = await readSettledBalance(target)
  const failedExchange = await executeTool(target, { key: registry.key, payload: failingPayload })
  for (const execution of refusedExecutions) await executeTool(target, execution)
  // A server may accept a body without a payload and execute a tool, which costs one credit.
  const exchangesWithoutPayload = await sendBodiesWithoutPayload(target)
  const allowedCredits = exchangesWithoutPayload.filter(isSuccess).length
  const takenCredits = balanceBefore - (await readSettledBalance(target))

  // A negative number means that the server has returned credits, which is a defect, too.
  const isAllowed = takenCredits >= 0 && takenCredits <= allowedCredits
  expectThat(isAllowed, {
    expected: 'no credit taken by a failed execution',
    found: describeCredits(balanceBefore, takenCredits),
    exchange: failedExchange,
  })
}

/**
 * Finds executions that the server refuses. The source document does not state which payloads and keys it refuses, so this
 * function tries them out. An accepted execution takes a credit.
 */
async function findRefusedExecutions(target: Target): Promise<readonly Execution[]> {
  const { execute, registry } = target.fixtures
  const payloads = await findRefusedPayloads(target)
  const keys = await findRefusedKeys(target)

  // No organization has this key, so it needs no trial.
  const unknownKey = `${registry.key}x`
  return [
    ...payloads.map((payload) => ({ key: registry.key, payload })),
    ...[...keys, unknownKey].map((key) => ({ key, payload: execute.payload })),
  ]
}

interface Execution {
  readonly key: string
  readonly payload: unknown
}

/**
 * Sends payloads that name no tool, and returns those that the server refuses. A server may execute a payload with a changed
 * text, since no document states which text names the tool (EXE-PAYLOAD).
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

/** Sends bodies that are not payloads, with a valid key. */
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
