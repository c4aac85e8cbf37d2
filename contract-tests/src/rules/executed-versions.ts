import { executeTool, getPublicManifest } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { ExecuteProfilesFixture, Target } from '../target/target.ts'
import { control, controlSuccess, expectThat, inEach, isSuccess } from './expectations.ts'
import { answerShows, isNamedIn, readManifest, weaknessOf } from './manifest-contents.ts'
import { whilePublished } from './manifests.ts'
import { ControlFailed, type RuleTable, RuleViolation } from './rule.ts'
import { profiles } from './tool-hosting-keys.ts'

/** What the key of an execution decides: whose tool set is executed, in which version, and with which variables. */
export const executedVersionRules = {
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
} satisfies RuleTable

/** Executes one payload with the keys of two profiles, and expects of each what the fixture says that it shows. */
async function expectOfProfiles(
  target: Target,
  { payload, shows, what, ...place }: ExecuteProfilesFixture & { readonly what: string },
): Promise<void> {
  await inEach(profiles, async (profile) => {
    const executed = controlSuccess(await executeTool(target, { key: target.fixtures[profile].key, payload }))
    const expected = `the ${what} of the key's profile, ${shows[profile]}${place.at === undefined ? '' : `, at ${place.at}`}`
    expectThat(answerShows(executed, { ...place, shows: shows[profile] }), { expected, in: executed })
  })
}

async function hostEnvUnpublished(target: Target): Promise<string | undefined> {
  const { execute, nothingPublished, registry } = target.fixtures
  const { at, payload, shows } = execute
  controlSuccess(await executeTool(target, { key: registry.key, payload }))
  const executed = await executeTool(target, { key: nothingPublished.key, payload })
  // How a failed execution is answered is not shown (EXE-PAYLOAD): one with the same status may repeat what was asked for.
  if (!isSuccess(executed) || (shows !== undefined && !answerShows(executed, { ...execute, shows }))) return undefined
  if (shows === undefined || at === undefined) {
    return 'An execution by a key to whose profile nothing is published was answered with success. fixtures.execute.shows and at tell whether the tool ran.'
  }
  const expected = `no execution with the key of fixtures.nothingPublished, found "${shows}" at ${at}`
  throw new RuleViolation(`expected ${expected}`, executed)
}

const whoseVersion =
  'An execution showed the same as before, and nothing tells whether it should. fixtures.executeVersion tells it where at says where the version stands, and where its payload names the tool set of fixtures.publishableToolSet.'

async function hostEnvPublished(target: Target): Promise<string | undefined> {
  const { executeVersion, publishableToolSet, registry } = target.fixtures
  const { at, payload, shows } = executeVersion
  const { toolSet, version } = publishableToolSet
  const execute = async () => controlSuccess(await executeTool(target, { key: registry.key, payload }))
  const isOld = (exchange: Exchange) => answerShows(exchange, { ...executeVersion, shows: shows.registry })
  const before = await execute()
  if (!isOld(before)) throw new ControlFailed(`expected "${shows.registry}", the version that is published`, before)
  return whilePublished(target, async () => {
    if (!isOld(await execute())) return undefined
    await target.wait(target.settleMs, 'a publication to show in an execution')
    const executed = await execute()
    if (!isOld(executed)) return undefined
    if (at === undefined || !isNamedIn(payload, toolSet)) return whoseVersion
    const expected = `expected version ${version} of ${toolSet}, which was published ${target.settleMs} ms ago (settleMs)`
    throw new RuleViolation(`${expected}, to be executed, found "${shows.registry}" at ${at}, as before`, executed)
  })
}

const whoseToolSet =
  'An execution with the key of another organization showed what this one has, which the other one may have as well. fixtures.executeVersion and fixtures.manifest tell it where at and version say where the version stands, and where the two have different versions.'

async function hostKeyExecute(target: Target): Promise<string | undefined> {
  const { fixtures } = target
  const { executeVersion, otherOrganization } = fixtures
  const { at, payload, shows } = executeVersion
  controlSuccess(await executeTool(target, { key: fixtures.registry.key, payload }))
  const theirs = readManifest(target, control(await getPublicManifest(target, otherOrganization)), otherOrganization.listed)
  const executed = await executeTool(target, { key: otherOrganization.key, payload })
  const isShown = (profile: (typeof profiles)[number]) => answerShows(executed, { ...executeVersion, shows: shows[profile] })
  const shown = isSuccess(executed) ? profiles.find(isShown) : undefined
  // How a failed execution is answered is not shown (EXE-PAYLOAD).
  if (shown === undefined) return undefined
  const own = fixtures[shown].listed.find(({ toolSet }) => isNamedIn(payload, toolSet))
  const isTheirs = ({ toolSet, version }: { readonly toolSet: string; readonly version: string }): boolean =>
    theirs.lists(toolSet) && (weaknessOf(target) !== undefined || theirs.insteadOf({ toolSet, version }) === undefined)
  if (at === undefined || own === undefined || isTheirs(own)) return whoseToolSet
  const what = `version ${own.version} of ${own.toolSet}, which its manifest does not list`
  throw new RuleViolation(
    `expected the key of another organization not to execute ${what}, found "${shows[shown]}" at ${at}`,
    executed,
  )
}
