import { callOf, executeTool, getManifestAgain, getPublicManifest } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { control, controlSuccess, expectStatus, expectThat, inEach, isSuccess } from '../expectations.ts'
import { type RuleTable, RuleWarning } from '../rule.ts'
import { answerShows, expectNoToolSet, readManifest } from './manifest-contents.ts'
import { profiles } from './tool-hosting-keys.ts'

/** What a key sees of an organization that is not its own. */
export const otherOrganizationRules = {
  'MAN-ORG.named': {
    statement: 'the public manifest is that of the organization of the key, whichever one a query or a header names',
    since: '2026-12',
    lookAt: 'where the organization of a request comes from: the key alone, and no parameter that other endpoints have',
    check: manOrgNamed,
  },
  'MAN-ORG.cached': {
    statement: 'whoever has kept the manifest of another key is not told that it is the right one, and no cache is to keep it',
    since: '2026-12',
    lookAt: 'what answers If-None-Match: it comes after the key is looked at, and compares what this key would get',
    check: manOrgCached,
  },
  'HOST-KEY.variables': {
    statement: 'an execution sees no variables of an organization other than that of its key',
    since: '2026-12',
    lookAt: 'by what execute finds variables: by the organization of the key, and not by the name of the environment alone',
    check: hostKeyVariables,
  },
} satisfies RuleTable

async function manOrgNamed(target: Target): Promise<string | undefined> {
  const { organization, otherOrganization, registry } = target.fixtures
  const { key } = otherOrganization
  const theirs = readManifest(target, control(await getPublicManifest(target, { key })), registry.listed)
  const { orgId } = organization
  const query = ['orgId', 'org_id', 'org', 'organization', 'organizationId'].map((name) => [name, orgId])
  const headers = { authorization: `Bearer ${key}`, 'x-org-id': orgId, 'x-organization-id': orgId, 'x-organization': orgId }
  const call = callOf(target, 'getPublicManifest', { headers })
  const url = `${call.url}?${new URLSearchParams(query)}`
  // Who refuses what no document has shows nothing of anybody.
  const reading = readManifest(target, await target.sendOutsideDocument({ ...call, url }), registry.listed)
  const foreign = registry.listed.filter(({ toolSet }) => !theirs.lists(toolSet))
  const which = `, as the key belongs to another organization than ${orgId}, which the query and headers name`
  await inEach(foreign, async ({ toolSet }) => expectNoToolSet(reading, toolSet, which))
  return foreign.length > 0 ? undefined : sameNames
}

const sameNames =
  'The other organization lists every tool set of fixtures.registry.listed, too, so that nothing tells whose is shown. One that it has not makes the check stronger.'

async function manOrgCached(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  const keys = [registry.key, otherEnvironment.key, otherOrganization.key]
  const read: { readonly key: string; readonly exchange: Exchange }[] = []
  for (const key of keys) read.push({ key, exchange: control(await getPublicManifest(target, { key })) })
  await inEach(read.entries(), async ([index, { exchange: kept }]) => {
    const unidentified = await getManifestAgain(target, kept, {})
    if (unidentified !== undefined)
      expectStatus(unidentified, 401, 'a manifest without a key, with the ETag of one that was read')
    const { exchange: own, key } = read[(index + 1) % read.length] ?? { exchange: kept, key: '' }
    if (own.text !== kept.text) {
      const confirmed = await getManifestAgain(target, kept, { key })
      if (confirmed !== undefined) expectStatus(confirmed, 200, 'a manifest with the ETag of what another key was given')
    }
    const cacheControl = kept.headers.get('cache-control') ?? ''
    if (!isShared.test(cacheControl) || /authorization|\*/i.test(kept.headers.get('vary') ?? '')) return
    // RFC 9111, section 3.5: who else asks at this URL gets it, as the URL does not tell whose it is (section 4.2).
    const found = `found ${cacheControl}, by which a cache gives it to whoever asks`
    throw new RuleWarning(`expected no Cache-Control that shares the manifest of one key, ${found}`, kept)
  })
}

/** Whether an answer to a request with a key may be given to others, without asking the server. */
const isShared = /^(?!.*(?:no-cache|no-store|private)).*(?:public|s-maxage=[1-9])/i

async function hostKeyVariables(target: Target): Promise<string | undefined> {
  const { executeEnvironment, otherOrganization, registry } = target.fixtures
  const { payload, shows, ...place } = executeEnvironment
  controlSuccess(await executeTool(target, { key: registry.key, payload }))
  const executed = await executeTool(target, { key: otherOrganization.key, payload })
  const { otherOrganization: theirs } = shows
  const isShown = (value: string): boolean => answerShows(executed, { ...place, shows: value })
  if (theirs !== undefined) {
    controlSuccess(executed)
    const expected = `the variable of the key's organization, ${theirs}${place.at === undefined ? '' : `, at ${place.at}`}`
    expectThat(isShown(theirs), { expected, in: executed })
    return undefined
  }
  // How a failed execution is answered is not shown (EXE-PAYLOAD).
  if (!isSuccess(executed)) return notThere
  if (profiles.some((profile) => isShown(shows[profile]))) throw new RuleWarning(foreignValue, executed)
  return undefined
}

const declare = 'fixtures.executeEnvironment.shows.otherOrganization says what it has there, and makes the check exact.'
const foreignValue = `expected no variable of this organization in an execution with the key of another one, which may have the same. ${declare}`
const notThere = `The other organization has no such tool, so that it could not be seen whose variables it sees. ${declare}`
