import { executeTool, getPublicManifest } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
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
import { withTexts, worded } from './payloads.ts'
import { profiles } from './tool-hosting-keys.ts'

/** What an execution does, whose tool set in which version its key decides. */
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
  'HOST-ENV.tool': {
    statement: 'a key executes no tool that only another version of the tool set has',
    since: '2026-12',
    lookAt: 'where execute looks for a tool: in the version that is published to the profile of the key, and in no other',
    check: hostEnvTool,
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
  const other = worded(fixture, '-2')
  if (JSON.stringify(other.payload) === JSON.stringify(payload)) return
  const exchange = await executeTool(target, { key: target.fixtures.registry.key, payload: other.payload })
  if (!isSuccess(exchange) || answerShows(exchange, other)) return
  // Without a pointer it may be the name of anything.
  const isOld = at !== undefined && answerShows(exchange, fixture)
  const expected = `"${other.shows}" at ${at}, as was sent, found "${shows}" of the execution before`
  expectThat(!isOld, { expected, in: exchange })
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

const noOtherTool =
  'No tool of another version was executed. notTool in fixtures.registry.listed names one, of a tool set and a tool that the payload of fixtures.execute names, too.'

async function hostEnvTool(target: Target): Promise<string | undefined> {
  const { execute, registry } = target.fixtures
  const { at, payload, shows } = execute
  const named = registry.listed.find(({ tool, toolSet }) => isNamedIn(payload, toolSet) && isNamedIn(payload, tool))
  if (named?.notTool === undefined) return noOtherTool
  const { notTool, tool, toolSet, version } = named
  const executeNamed = async (name: string) => {
    const renamed = withTexts(payload, (text) => (isNamedIn(text, tool) ? text.replaceAll(tool, name) : text))
    return executeTool(target, { key: registry.key, payload: renamed })
  }
  controlSuccess(await executeTool(target, { key: registry.key, payload }))
  const unknown = await executeNamed(`${notTool}-x`)
  const executed = await executeNamed(notTool)
  if (!isSuccess(executed)) return undefined
  const expected = `expected no execution of ${notTool}, which version ${version} of ${toolSet} does not have`
  if (at !== undefined && shows !== undefined && answerShows(executed, { at, shows })) {
    throw new RuleViolation(`${expected}, found "${shows}" at ${at}`, executed)
  }
  // How a failed execution is answered is not shown (EXE-PAYLOAD).
  if (isSuccess(unknown)) return undefined
  throw new RuleWarning(`${expected}, found ${executed.status}, and ${unknown.status} for a tool that nobody has`, executed)
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
