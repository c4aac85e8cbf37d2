import { executeTool, getOrganizationManifest, getPublicManifest, pollUntil } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import { leaves } from '../../target/select.ts'
import type { Target } from '../../target/target.ts'
import { control, controlSuccess, expectThat, isSuccess } from '../expectations.ts'
import { type RuleTable, RuleViolation } from '../rule.ts'
import { answerShows } from './manifest-contents.ts'
import { namingNothing, withTexts } from './payloads.ts'

/** What executions cost. */
export const executionCreditRules = {
  'EXE-CREDIT': { statement: 'each successful execution takes one credit from the organization of the key', check: exeCredit },
  'EXE-CREDIT-FAILED': { statement: 'a failed execution takes no credit', check: exeCreditFailed },
} satisfies RuleTable

/** As long as a page of text: an execution is one, however much it is given. */
const more = ' and more of it'.repeat(70)

/** The payload with a long text in it where the tool takes that as it takes the short one, or as it is. */
async function findLongPayload(target: Target): Promise<unknown> {
  const { execute, registry } = target.fixtures
  const { payload, shows = '' } = execute
  const send = (sent: unknown) => executeTool(target, { key: registry.key, payload: sent })
  const short = controlSuccess(await send(payload))
  const long = withTexts(payload, (text) => (shows === '' ? text : text.replaceAll(shows, shows + more)))
  const answer = await send(long)
  const [taken, usual] = [answer, short].map(({ body }) => leaves(body).map(({ pointer }) => pointer))
  // Who refuses it may do so with the same status, and repeat it.
  const isTaken = isSuccess(answer) && answerShows(answer, { ...execute, shows: shows + more }) && `${taken}` === `${usual}`
  return isTaken ? long : payload
}

async function exeCredit(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const long = await findLongPayload(target)
  // What was executed before may still be charged.
  await target.settled('executions')
  const before = await target.hooks.creditBalance()
  const execution = (payload: unknown) => executeTool(target, { key: registry.key, payload })
  const answers = [await execution(execute.payload), await execution(long), ...(await elsewhere(target))]
  for (const answer of answers) controlSuccess(answer)
  const executions = answers.length
  const isForeignKnown = await executeForOtherOrganization(target)
  // To read a manifest is no execution.
  control(await getPublicManifest(target, registry))
  if ('organization' in target.fixtures) await getOrganizationManifest(target, target.fixtures.organization)
  const taken = async () => before - (await target.hooks.creditBalance())
  // A credit too many may come late, too.
  await target.settled('executions')
  const isThere = (credits: number) => credits === executions
  const credits = await pollUntil(target, { ask: taken, isThere, withinMs: target.settleMs, reason: 'credits to be taken' })
  if (credits === executions) return
  throw new RuleViolation(
    `expected ${executions} credits taken by ${executions} executions${isForeignKnown ? ', and none by the one with the key of another organization' : ''}, found ${credits}: the balance was ${before}, and is ${before - credits}`,
    answers.at(-1),
  )
}

/** Executions of other tools, one of them in the other environment of the organization, where a payload is known to suit. */
async function elsewhere(target: Target): Promise<Exchange[]> {
  const { fixtures } = target
  const { key } = fixtures.registry
  const version = 'executeVersion' in fixtures ? [{ key, payload: fixtures.executeVersion.payload }] : []
  if (!('otherEnvironment' in fixtures && 'executeEnvironment' in fixtures)) return inTurn(target, version)
  return inTurn(target, [...version, { key: fixtures.otherEnvironment.key, payload: fixtures.executeEnvironment.payload }])
}

async function inTurn(target: Target, calls: readonly Parameters<typeof executeTool>[1][]): Promise<Exchange[]> {
  const answers: Exchange[] = []
  for (const call of calls) answers.push(await executeTool(target, call))
  return answers
}

/** Whether it executes is not shown (EXE-PAYLOAD): a credit for it comes from the other organization. */
async function executeForOtherOrganization(target: Target): Promise<boolean> {
  const { fixtures } = target
  if (!('otherOrganization' in fixtures)) return false
  await executeTool(target, { key: fixtures.otherOrganization.key, payload: fixtures.execute.payload })
  return true
}

async function exeCreditFailed(target: Target): Promise<void> {
  const { execute, executeFailing, registry } = target.fixtures
  controlSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  const send = (payload: unknown) => executeTool(target, { key: registry.key, payload })
  const wrong = namingNothing(execute.payload)
  const refused: unknown[] = []
  // What a payload with another word is to a server is not shown (EXE-PAYLOAD): it may be an execution like any other.
  for (const payload of wrong) if (!isSuccess(await send(payload))) refused.push(payload)
  const elsewhere = await findRefusedKey(target)
  await target.settled('executions')
  const before = await target.hooks.creditBalance()
  const failed = await send(executeFailing)
  for (const payload of refused.slice(0, wrong.length - 1)) await send(payload)
  if (elsewhere !== undefined) await executeTool(target, { key: elsewhere, payload: execute.payload })
  await executeTool(target, { key: `${registry.key}x`, payload: execute.payload })
  const empty = await send(null)
  await target.settled('executions')
  const taken = before - (await target.hooks.creditBalance())
  const expected = `no credit taken by a failed execution, found ${taken}: the balance was ${before}, and is ${before - taken}`
  // Whoever reads nothing of a payload executes null as well.
  expectThat(taken === 0 || (taken === 1 && isSuccess(empty)), { expected, in: failed })
}

/** The key of a profile to which nothing is published, if it executes nothing, as it must. */
async function findRefusedKey(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  if (!('nothingPublished' in fixtures)) return undefined
  const { key } = fixtures.nothingPublished
  const executed = await executeTool(target, { key, payload: fixtures.execute.payload })
  return isSuccess(executed) ? undefined : key
}
