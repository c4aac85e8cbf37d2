import { selectEntries } from '../../catalogues/catalogue.ts'
import { refusedPayloads } from '../../catalogues/refused-requests.ts'
import { createRequest, executeTool, getOrganizationManifest, getPublicManifest } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import { listLeaves } from '../../target/select.ts'
import type { Target } from '../../target/target.ts'
import { pollUntil } from '../../waiting.ts'
import { expectThat, isSuccess, requirePrecondition, requirePreconditionSuccess } from '../expectations.ts'
import { type RuleTable, RuleViolation } from '../rule.ts'
import { containsExpectedText } from './find-text.ts'
import { listUnknownToolPayloads, replaceTexts } from './payloads.ts'

/** The rules for the credits that executions take. */
export const executionCreditRules = {
  'EXE-CREDIT': {
    statement: 'a successful execution takes one credit from the organization of the key',
    check: verifyOneCreditForEachExecution,
  },
  'EXE-CREDIT-FAILED': { statement: 'a failed execution takes no credit', check: verifyNoCreditForFailedExecutions },
} satisfies RuleTable

/** Executes several tools, and expects each execution to take one credit from the organization of the key. */
async function verifyOneCreditForEachExecution(target: Target): Promise<void> {
  const longPayload = await findLongPayload(target)
  // Credits of earlier executions may be taken late.
  await target.waitForEffects('executions')
  const balanceBefore = await target.hooks.creditBalance()

  const exchanges = await executePayloads(target, longPayload)
  for (const exchange of exchanges) requirePreconditionSuccess(exchange)
  const usedForeignKey = await executeWithForeignKey(target)
  await readManifests(target)

  // An additional credit may also be taken late.
  await target.waitForEffects('executions')
  const credits = await pollUntil(target, {
    read: async () => balanceBefore - (await target.hooks.creditBalance()),
    isDone: (taken) => taken === exchanges.length,
    timeoutMs: target.settleMs,
    reason: 'credits to be taken',
  })
  if (credits === exchanges.length) return

  const foreign = usedForeignKey ? ', and none by the one with the key of another organization' : ''
  const expected = `${exchanges.length} credits taken by ${exchanges.length} executions${foreign}`
  throw new RuleViolation(`expected ${expected}, found ${describeCredits(balanceBefore, credits)}`, exchanges.at(-1))
}

function describeCredits(balanceBefore: number, credits: number): string {
  return `${credits}: the balance was ${balanceBefore}, and is ${balanceBefore - credits}`
}

/** A text as long as a page. An execution takes one credit, even if its arguments are long. */
const LONG_TEXT = ' and more of it'.repeat(70)

/** Returns the payload with a long text, if the tool accepts that like the short one. Returns the payload otherwise. */
async function findLongPayload(target: Target): Promise<unknown> {
  const { execute, registry } = target.fixtures
  const { payload, expectedText = '' } = execute
  const send = (sentPayload: unknown) => executeTool(target, { key: registry.key, payload: sentPayload })

  const shortExchange = requirePreconditionSuccess(await send(payload))
  const longPayload = replaceTexts(payload, (text) =>
    expectedText === '' ? text : text.replaceAll(expectedText, expectedText + LONG_TEXT),
  )
  const longExchange = await send(longPayload)
  if (!isSuccess(longExchange) || !containsExpectedText(longExchange, { ...execute, expectedText: expectedText + LONG_TEXT }))
    return payload

  // A refusal may have the same status, and repeat the text. It differs in the members of its body.
  return haveSameMembers(longExchange, shortExchange) ? longPayload : payload
}

function haveSameMembers(one: Exchange, other: Exchange): boolean {
  const listPointers = ({ body }: Exchange) => listLeaves(body).map(({ pointer }) => pointer)
  return listPointers(one).join() === listPointers(other).join()
}

/**
 * Executes the declared payload, the long payload and, if the fixtures declare them, another tool and a tool in the other
 * environment profile. Each must take one credit.
 */
async function executePayloads(target: Target, longPayload: unknown): Promise<Exchange[]> {
  const { fixtures } = target
  const { key } = fixtures.registry
  const executions = [
    { key, payload: fixtures.execute.payload },
    { key, payload: longPayload },
  ]
  if ('executeVersion' in fixtures) executions.push({ key, payload: fixtures.executeVersion.payload })
  if ('otherEnvironment' in fixtures && 'executeEnvironment' in fixtures) {
    executions.push({ key: fixtures.otherEnvironment.key, payload: fixtures.executeEnvironment.payload })
  }

  const exchanges: Exchange[] = []
  for (const execution of executions) exchanges.push(await executeTool(target, execution))
  return exchanges
}

/**
 * Executes the payload with the key of another organization, if there is one. No document states whether that succeeds
 * (EXE-PAYLOAD), but this organization must not pay for it.
 */
async function executeWithForeignKey(target: Target): Promise<boolean> {
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

/** Sends executions that fail or are refused, and expects that they take no credit. */
async function verifyNoCreditForFailedExecutions(target: Target): Promise<void> {
  const { execute, executeFailing, registry } = target.fixtures
  const send = (payload: unknown) => executeTool(target, { key: registry.key, payload })
  requirePreconditionSuccess(await send(execute.payload))

  // Only payloads that the server refuses may be sent while credits are counted (EXE-PAYLOAD).
  const unknownToolPayloads = listUnknownToolPayloads(execute.payload).slice(target.isQuick ? -2 : 0)
  const refusedPayloads: unknown[] = []
  for (const payload of unknownToolPayloads) {
    if (!isSuccess(await send(payload))) refusedPayloads.push(payload)
  }
  const refusedKey = await findRefusedKey(target)

  await target.waitForEffects('executions')
  const balanceBefore = await target.hooks.creditBalance()
  const failed = await send(executeFailing)
  for (const payload of refusedPayloads.slice(0, unknownToolPayloads.length - 1)) await send(payload)
  if (refusedKey !== undefined) await executeTool(target, { key: refusedKey, payload: execute.payload })
  await executeTool(target, { key: `${registry.key}x`, payload: execute.payload })
  const withoutPayload = await sendRefusedPayloads(target)

  await target.waitForEffects('executions')
  const credits = balanceBefore - (await target.hooks.creditBalance())
  // A server that ignores the payload may execute a tool without one.
  const mostCredits = withoutPayload.filter(isSuccess).length
  expectThat(credits >= 0 && credits <= mostCredits, {
    expected: `no credit taken by a failed execution, found ${describeCredits(balanceBefore, credits)}`,
    exchange: failed,
  })
}

/** Sends bodies that are no payload, with a valid key. */
async function sendRefusedPayloads(target: Target): Promise<readonly Exchange[]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${target.fixtures.registry.key}` }

  const exchanges: Exchange[] = []
  for (const { text } of selectEntries(refusedPayloads, target)) {
    exchanges.push(await target.send(createRequest(target, 'executeTool', { headers, body: text })))
  }
  return exchanges
}

/** Returns the key of an environment profile to which nothing is published, if the server refuses it. */
async function findRefusedKey(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  if (!('nothingPublished' in fixtures)) return undefined

  const { key } = fixtures.nothingPublished
  const exchange = await executeTool(target, { key, payload: fixtures.execute.payload })
  return isSuccess(exchange) ? undefined : key
}
