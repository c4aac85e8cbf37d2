import { executeTool, getOrganizationManifest, getPublicManifest, pollUntil } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import { leaves } from '../../target/select.ts'
import type { ExecuteFixture, ExecuteProfilesFixture, Target } from '../../target/target.ts'
import { control, controlSuccess, expectStatus, expectSuccess, expectThat, inEach, isSuccess } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import {
  answerShows,
  answerShowsVersion,
  isNamedIn,
  type ManifestReading,
  readManifest,
  weaknessOf,
} from './manifest-contents.ts'
import { isListed, whilePublished } from './manifests.ts'
import { namingNothing, withTexts } from './payloads.ts'
import { profiles } from './tool-hosting-keys.ts'

/** What an execution does, whose tool set in which version its key decides, and what it costs. */
export const executionRules = {
  'HOST-KEY.execute': {
    statement: 'an execution finds its tool set among those of the organization of its key',
    since: '2026-12',
    lookAt: 'by what execute finds a tool set: by its name and the organization of the key, and not by its name alone',
    check: hostKeyExecute,
  },
  'HOST-ENV.variables': {
    statement: 'the environment profile of the key decides the variables that an execution sees',
    check: (target: Target) => expectOfProfiles(target, { ...target.fixtures.executeEnvironment, what: 'variable' }),
  },
  'HOST-ENV.version': {
    statement: 'the environment profile of the key decides the version that is executed',
    since: '2026-12',
    lookAt: 'which version execute resolves: the one published to the profile of the key, as the manifest lists it',
    check: (target: Target) => expectOfProfiles(target, { ...target.fixtures.executeVersion, what: 'version' }),
  },
  'HOST-ENV.unpublished': {
    statement: 'a key to whose environment profile nothing is published executes no tool',
    since: '2026-12',
    lookAt: 'which version execute resolves: only the manifest of an organization falls back to one that is not published',
    check: hostEnvUnpublished,
  },
  'HOST-ENV.published': {
    statement: 'once another version is published to the profile, that one is executed',
    since: '2026-12',
    lookAt: 'how long what is executed is kept in a cache, and what a publication does to it',
    check: hostEnvPublished,
  },
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
  const elsewhere = await findRefusedKey(target)
  await target.settled('executions')
  const before = await target.hooks.creditBalance()
  const failed = await send(executeFailing)
  for (const payload of refused.slice(0, wrong.length - 1)) await send(payload)
  if (elsewhere !== undefined) await executeTool(target, { key: elsewhere, payload: execute.payload })
  await target.settled('executions')
  const taken = before - (await target.hooks.creditBalance())
  const expected = `no credit taken by a failed execution, found ${taken}: the balance was ${before}, and is ${before - taken}`
  expectThat(taken === 0, { expected, in: failed })
}

/** The key of a profile to which nothing is published, if it executes nothing, as it must. */
async function findRefusedKey(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  if (!('nothingPublished' in fixtures)) return undefined
  const { key } = fixtures.nothingPublished
  const executed = await executeTool(target, { key, payload: fixtures.execute.payload })
  return isSuccess(executed) ? undefined : key
}

/** Executes one payload with the keys of two profiles, and expects of each what the fixture says that it shows. */
async function expectOfProfiles(
  target: Target,
  { payload, shows, what, ...place }: ExecuteProfilesFixture & { readonly what: string },
): Promise<void> {
  await inEach(profiles, async (profile) => {
    const { key } = target.fixtures[profile]
    const executed = await executeTool(target, { key, payload })
    if (executed.status === 401 || executed.status === 403) {
      control(await getPublicManifest(target, { key }))
      expectStatus(executed, 200, `an execution with the key of fixtures.${profile}, which reads the manifest`)
    }
    controlSuccess(executed)
    const expected = `the ${what} of the key's profile, ${shows[profile]}${place.at === undefined ? '' : `, at ${place.at}`}`
    const isShown = what === 'version' ? answerShowsVersion : answerShows
    expectThat(isShown(executed, { ...place, shows: shows[profile] }), { expected, in: executed })
  })
}

async function hostEnvUnpublished(target: Target): Promise<string | undefined> {
  const { execute, nothingPublished, registry } = target.fixtures
  await expectNoVersion(target, nothingPublished.key)
  const { at, payload, shows } = execute
  controlSuccess(await executeTool(target, { key: registry.key, payload }))
  const executed = await executeTool(target, { key: nothingPublished.key, payload })
  // How a failed execution is answered is not shown (EXE-PAYLOAD): one with the same status may repeat what was asked for.
  if (!isSuccess(executed) || (shows !== undefined && !answerShows(executed, { ...execute, shows }))) return undefined
  if (shows === undefined) {
    return 'An execution by a key to whose profile nothing is published was answered with success. fixtures.execute.shows and at tell whether the tool ran.'
  }
  const expected = `expected no execution with the key of fixtures.nothingPublished, found "${shows}"`
  if (at !== undefined) throw new RuleViolation(`${expected} at ${at}`, executed)
  throw new RuleWarning(`${expected} in an answer with success. fixtures.execute.at tells whether the tool ran`, executed)
}

/** With a pointer the version that ran tells that something did. */
async function expectNoVersion(target: Target, key: string): Promise<void> {
  const { fixtures } = target
  if (!('executeVersion' in fixtures) || fixtures.executeVersion.at === undefined) return
  const { at, payload, shows } = fixtures.executeVersion
  const executed = await executeTool(target, { key, payload })
  const found = profiles.map((name) => shows[name]).find((version) => answerShows(executed, { at, shows: version }))
  if (!isSuccess(executed) || found === undefined) return
  throw new RuleViolation(`expected no execution with the key of fixtures.nothingPublished, found "${found}" at ${at}`, executed)
}

const whoseVersion =
  'An execution showed the same as before, and nothing tells whether it should. fixtures.executeVersion tells it where its payload names the tool set of fixtures.publishableToolSet.'

async function hostEnvPublished(target: Target): Promise<string | undefined> {
  const { executeVersion, publishableToolSet, registry } = target.fixtures
  const { at, payload, shows } = executeVersion
  const { toolSet, version } = publishableToolSet
  const execute = async () => {
    const exchange = await executeTool(target, { key: registry.key, payload })
    if (isSuccess(exchange)) return exchange
    const has = `expected fixtures.executeVersion to be executed in ${version} of ${toolSet}, too, which fixtures.publishableToolSet names`
    throw new ControlFailed(`${has}, found status ${exchange.status}: name a version that has the same tool`, exchange)
  }
  const isOld = (exchange: Exchange) => answerShows(exchange, { ...executeVersion, shows: shows.registry })
  const before = controlSuccess(await executeTool(target, { key: registry.key, payload }))
  if (!isOld(before)) throw new ControlFailed(`expected "${shows.registry}", the version that is published`, before)
  const isBack = async () => isOld(await execute())
  return whilePublished(target, { isShown: (one) => isListed(target, one), isBack }, async () => {
    if (!isOld(await execute())) return undefined
    await target.wait(target.settleMs, 'a publication to show in an execution')
    const executed = await execute()
    if (!isOld(executed)) return undefined
    if (!isNamedIn(payload, toolSet)) return whoseVersion
    const expected = `expected version ${version} of ${toolSet}, which was published ${target.settleMs} ms ago (settleMs)`
    const found = `${expected}, to be executed, found "${shows.registry}"`
    if (at !== undefined) throw new RuleViolation(`${found} at ${at}, as before`, executed)
    throw new RuleWarning(
      `${found} in the answer, as before. fixtures.executeVersion.at tells whether it is the version`,
      executed,
    )
  })
}

const whoseToolSet =
  'An execution with the key of another organization showed what this one has, which the other one may have as well. fixtures.executeVersion and fixtures.manifest tell it where at and version say where the version stands, and where the two have different versions.'

async function hostKeyExecute(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  const { executeVersion, otherOrganization, registry } = fixtures
  controlSuccess(await executeTool(target, { key: registry.key, payload: executeVersion.payload }))
  const theirs = readManifest(target, control(await getPublicManifest(target, otherOrganization)), otherOrganization.listed)
  const weaker = await expectForeign(target, otherOrganization.key, theirs)
  // One may have a tool set of the same name. One that has published nothing has none to execute.
  if ('unpublishedOrganization' in fixtures) await expectForeign(target, fixtures.unpublishedOrganization.key)
  return weaker
}

/** A key of another organization does not execute what this one has published. Returns what weakens that. */
async function expectForeign(target: Target, key: string, theirs?: ManifestReading): Promise<string | undefined> {
  const { fixtures } = target
  const { executeVersion } = fixtures
  const { at, payload, shows } = executeVersion
  const executed = await executeTool(target, { key, payload })
  const isShown = (profile: (typeof profiles)[number]) => answerShows(executed, { ...executeVersion, shows: shows[profile] })
  const shown = isSuccess(executed) ? profiles.find(isShown) : undefined
  // How a failed execution is answered is not shown (EXE-PAYLOAD).
  if (shown === undefined) return undefined
  const own = fixtures[shown].listed.find(({ toolSet }) => isNamedIn(payload, toolSet))
  const isTheirs = ({ toolSet, version }: { readonly toolSet: string; readonly version: string }): boolean =>
    theirs?.lists(toolSet) === true && (weaknessOf(target) !== undefined || theirs.insteadOf({ toolSet, version }) === undefined)
  if (at === undefined || own === undefined || isTheirs(own)) return whoseToolSet
  const what = `version ${own.version} of ${own.toolSet}, which its manifest does not list`
  throw new RuleViolation(
    `expected the key of another organization not to execute ${what}, found "${shows[shown]}" at ${at}`,
    executed,
  )
}
