import { executeTool, getOrganizationManifest, getPublicManifest, pollUntil } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { ExecuteFixture, Target } from '../target/target.ts'
import { control, controlSuccess, expectSuccess, expectThat, isSuccess } from './expectations.ts'
import { answerShows } from './manifest-contents.ts'
import { type RuleTable, RuleViolation } from './rule.ts'

export const executionRules = {
  'EXE-ENDPOINT': {
    statement: 'POST to the execute endpoint with a tool-hosting key runs the tool with its arguments',
    check: exeEndpoint,
  },
  'EXE-CREDIT': {
    statement: 'each successful execution takes one credit from the organization of the key',
    check: exeCredit,
  },
  'EXE-CREDIT-FAILED': {
    statement: 'a failed execution takes no credit',
    check: exeCreditFailed,
  },
} satisfies RuleTable

async function exeEndpoint(target: Target): Promise<string | undefined> {
  const { execute, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: execute.payload })
  expectSuccess(exchange)
  const { at, shows } = execute
  if (shows === undefined) {
    return 'That the tool ran with its arguments was taken from the status alone. fixtures.execute.shows has what the response then shows.'
  }
  const place = at === undefined ? 'in the response' : `at ${at}`
  expectThat(answerShows(exchange, { ...execute, shows }), { expected: `"${shows}" ${place}`, in: exchange })
  await expectOwnArguments(target, { ...execute, shows })
  return undefined
}

/** An execution with another text does not show the one before, where the tool takes it. */
async function expectOwnArguments(target: Target, fixture: ExecuteFixture & { readonly shows: string }): Promise<void> {
  const { at, payload, shows } = fixture
  const other = `${shows}-2`
  const changed = withTexts(payload, (text) => text.replaceAll(shows, other))
  if (JSON.stringify(changed) === JSON.stringify(payload)) return
  const exchange = await executeTool(target, { key: target.fixtures.registry.key, payload: changed })
  if (!isSuccess(exchange) || answerShows(exchange, { ...fixture, shows: other })) return
  // Without a pointer it may be the name of anything.
  const isOld = at !== undefined && answerShows(exchange, fixture)
  expectThat(!isOld, { expected: `"${other}" at ${at}, as was sent, found "${shows}" of the execution before`, in: exchange })
}

async function exeCredit(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  // What was executed before may still be charged.
  await target.settled('executions')
  const before = await target.hooks.creditBalance()
  const execution = () => executeTool(target, { key: registry.key, payload: execute.payload })
  const first = controlSuccess(await execution())
  const others = [await execution(), await execution(), ...(await elsewhere(target))]
  for (const other of others) controlSuccess(other)
  const executions = 1 + others.length
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
    others.at(-1) ?? first,
  )
}

/** An execution with a key of the same organization and another environment, where one payload is known to suit both. */
async function elsewhere(target: Target): Promise<Exchange[]> {
  const { fixtures } = target
  if (!('otherEnvironment' in fixtures && 'executeEnvironment' in fixtures)) return []
  const { payload } = fixtures.executeEnvironment
  return [await executeTool(target, { key: fixtures.otherEnvironment.key, payload })]
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
  await target.settled('executions')
  const before = await target.hooks.creditBalance()
  const failed = await send(executeFailing)
  for (const payload of refused.slice(0, wrong.length - 1)) await send(payload)
  await target.settled('executions')
  const taken = before - (await target.hooks.creditBalance())
  const expected = `no credit taken by a failed execution, found ${taken}: the balance was ${before}, and is ${before - taken}`
  expectThat(taken === 0, { expected, in: failed })
}

/** The payload with another word for each of its first texts, one at a time, and for all of them: some of these name no tool. */
function namingNothing(payload: unknown): unknown[] {
  const texts = new Set<string>()
  withTexts(payload, (text) => {
    texts.add(text)
    return text
  })
  const other = 'no-such-name'
  const each = [...texts].slice(0, 3).map((one) => withTexts(payload, (text) => (text === one ? other : text)))
  return [...each, withTexts(payload, () => other)]
}

function withTexts(payload: unknown, change: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(payload), (_name, value: unknown) => (typeof value === 'string' ? change(value) : value))
}
