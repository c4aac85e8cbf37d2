import type { Fixtures } from '../../../src/target/target.ts'
import { contractFixtures, manifestPointers } from '../../contract-world.ts'
import {
  intercept,
  isObject,
  type Json,
  type Mutant,
  type MutantResponse,
  onBody,
  onToolsets,
  respond,
  tokenOf,
  without,
} from '../mutant.ts'

const manifests = ['public manifest', 'organization manifest'] as const
const publicManifest = ['public manifest'] as const

/** The versions of the contract world as whole numbers, which also appear in many other places. */
const wholeNumbers: Readonly<Record<string, string>> = {
  '0.1.0': '1',
  '0.9.0': '1',
  '0.9.1': '2',
  '1.0.0': '1',
  '1.2.0': '2',
  '2.0.0': '3',
  '3.0.1': '1',
  '3.1.0': '2',
  '5.4.3': '4',
}

const { otherEnvironment, otherOrganization, publishableToolset, registry, unpublishedOrganization } = contractFixtures

/** The fixtures of a server whose versions are whole numbers. */
const wholeNumberFixtures: Partial<Fixtures> = {
  registry: withWholeVersions(registry),
  otherEnvironment: withWholeVersions(otherEnvironment),
  otherOrganization: withWholeVersions(otherOrganization),
  unpublishedOrganization: { ...unpublishedOrganization, latestVersion: toWholeNumber(unpublishedOrganization.latestVersion) },
  publishableToolset: { ...publishableToolset, version: '3.1.0' },
  executeVersion: { ...contractFixtures.executeVersion, expectedText: { registry: 'version 2', otherEnvironment: 'version 3' } },
}

function withWholeVersions(fixture: Fixtures['registry']): Fixtures['registry'] {
  return { ...fixture, listed: fixture.listed.map((listed) => ({ ...listed, version: toWholeNumber(listed.version) })) }
}

function toWholeNumber(version: unknown): string {
  return wholeNumbers[String(version)] ?? String(version)
}

/** Makes versions whole numbers. The port in the address contains the same digits. */
const withWholeNumbers = onBody(manifests, (body) => ({
  ...body,
  executeUrl: String(body['executeUrl']).replace('//workflows.test', '//workflows.test:12345'),
  toolsets: setsOf(body).map((set) => ({ ...set, version: Number(toWholeNumber(set['version'])) })),
}))

function setsOf({ toolsets }: Json): readonly Json[] {
  return Array.isArray(toolsets) ? toolsets.filter(isObject) : []
}

/** Whether the fixtures declare the place of a version. */
const versionPlaces: readonly { readonly fixtures: Partial<Fixtures>; readonly how: string }[] = [
  { fixtures: {}, how: '' },
  { fixtures: manifestPointers, how: ' at declared places' },
]

/** Servers whose manifest has wrong values although the right values appear elsewhere, and servers with a wrong fallback. */
export const declaredPlaces: readonly Mutant[] = [
  ...versionPlaces.flatMap(({ fixtures, how }) => [
    listsWholeNumber('MAN-VERSION', {
      defect: `the latest of several versions that are whole numbers${how} is listed`,
      lists: 3,
      fixtures,
    }),
    listsWholeNumber('MAN-VERSION', {
      defect: `the oldest of several versions that are whole numbers${how} is listed`,
      lists: 5,
      fixtures,
    }),
  ]),
  ...versionPlaces.map(({ fixtures, how }) =>
    listsWholeNumber('ORG-FALLBACK', {
      defect: `the fallback is the first of several versions that are whole numbers${how}`,
      lists: 4,
      fixtures,
    }),
  ),
  changesToolsets('MAN-VERSION', 'the right version is in another member than the listed version', (set) => ({
    ...set,
    version: '9.9.9',
    was: set['version'],
  })),
  changesToolsets('MAN-VERSION', 'every version of a tool set is listed', (set) => [set, { ...set, version: '0.0.1' }]),
  changesToolsets('MAN-VERSION', 'the version is a part of a longer text', (set) => ({
    ...set,
    version: `before ${set['version']}`,
  })),
  changesToolsets('MAN-VERSION', 'the version is an object', (set) => ({ ...set, version: { number: set['version'] } })),
  { ...changesToolsets('MAN-CONTENT', 'the same tool set is listed twice', (set) => [set, set]), isWarned: true },
  changesToolsets('MAN-CONTENT', 'the name of a tool appears only in a description', (set) => ({
    ...set,
    tools: [],
    about: set['tools'],
  })),
  changesToolsets('MAN-CONTENT', 'the name of a tool is written in capitals', (set) => ({
    ...set,
    tools: (Array.isArray(set['tools']) ? set['tools'] : []).map((tool) => ({ ...tool, name: String(tool.name).toUpperCase() })),
  })),
  changesToolsets('MAN-CONTENT', 'the name of a tool set is only part of a longer text', (set) => ({
    ...set,
    name: `The ${set['name']} tools`,
  })),
  changesToolsets('MAN-CONTENT', 'a tool set of a manifest has no name', (set) =>
    set['name'] === 'mail' ? without(set, 'name') : set,
  ),
  changesToolsets(
    'MAN-CONTENT',
    'the tools of the latest version stand beside an older one, as MAN-CONTENT sees',
    addLatestTools,
  ),
  changesToolsets(
    'ORG-CONTENT',
    'the tools of the latest version stand beside an older one, as ORG-CONTENT sees',
    addLatestTools,
  ),
  ...(['ORG-CONTENT', 'ORG-CONTENT.other-profile'] as const).map((foundBy) =>
    changesToolsets(foundBy, `the version that is listed is one that was withdrawn, as ${foundBy} sees`, listWithdrawn),
  ),
  changesToolsets('HOST-ENV', 'the version that is listed is one that was withdrawn, as HOST-ENV sees', listWithdrawn),
  keepsManifests('the manifest of an organization is kept for good', () => true, 'ORG-CONTENT.published'),
  keepsManifests('a manifest is cached for a minute, and a publication does not change it', () => true),
  inDocument(
    keepsManifests('a manifest that is an OpenAPI 3.1.0 document is cached, and a publication does not change it', () => true),
  ),
  keepsManifests('a publication shows only in the manifests of other keys', (key) => key === contractFixtures.registry.key),
  {
    defect: 'a publication of any version shows the latest version',
    foundBy: 'MAN-VERSION.published',
    mutate: (service) => ({
      ...service,
      publishToolset: (orgId, publication) => service.publishToolset(orgId, { ...publication, version: '3.0.1' }),
    }),
  },
  {
    defect: 'a publication to one profile reaches every other profile',
    foundBy: 'MAN-VERSION.published',
    mutate: (service) => ({
      ...service,
      publishToolset: (orgId, publication) => {
        service.publishToolset(orgId, publication)
        service.publishToolset(orgId, { ...publication, environment: 'staging' })
      },
    }),
  },
  {
    defect: 'a publication is listed together with the previous publication',
    foundBy: 'MAN-VERSION.published',
    fixtures: manifestPointers,
    mutate: (service) => {
      let published = 0
      const doubled = onToolsets(publicManifest, (sets) =>
        published % 2 === 0 ? sets : [...sets, ...sets.map((set) => ({ ...set, version: '3.0.1' }))],
      )(service)
      return {
        ...doubled,
        publishToolset: (orgId, publication) => {
          published += 1
          service.publishToolset(orgId, publication)
        },
      }
    },
  },
  unpublished('the public manifest falls back to the latest version where nothing is published', () =>
    respond(200, { toolsets: [{ name: 'reports', version: '0.9.1', tools: [{ name: 'print' }] }] }),
  ),
  unpublished('the public manifest is empty where an organization has published nothing', () => respond(200, { toolsets: [] })),
  unpublished('the public manifest is not found where an organization has published nothing', () =>
    respond(404, { message: 'No published toolsets' }),
  ),
  unpublished('the public manifest of an organization that has published nothing says something else', () =>
    respond(400, { message: 'Publish something first' }),
  ),
]

/** Lists one whole number as the version of two tool sets. */
function listsWholeNumber(
  foundBy: Mutant['foundBy'],
  on: { readonly defect: string; readonly lists: number; readonly fixtures: Partial<Fixtures> },
): Mutant {
  const lists = onToolsets(manifests, (sets) =>
    sets.map((set) => (set['name'] === 'mail' || set['name'] === 'reports' ? { ...set, version: on.lists } : set)),
  )
  return {
    defect: on.defect,
    foundBy,
    fixtures: { ...wholeNumberFixtures, ...on.fixtures },
    mutate: (service) => lists(withWholeNumbers(service)),
  }
}

/** Adds the tool of a later version to those of the published version. */
function addLatestTools(set: Json): Json {
  return { ...set, tools: set['name'] === 'mail' ? [set['tools'], { name: 'recall' }].flat() : set['tools'] }
}

/** Lists another version, and the published version as withdrawn. */
function listWithdrawn(set: Json): Json {
  return { ...set, version: '0.0.1', withdrawn: set['version'] }
}

/** Changes each tool set of both manifests, whose members have declared places. */
function changesToolsets(foundBy: Mutant['foundBy'], defect: string, change: (set: Json) => Json | readonly Json[]): Mutant {
  return { defect, foundBy, fixtures: manifestPointers, mutate: onToolsets(manifests, (sets) => sets.flatMap(change)) }
}

/** Keeps the first manifest of each key forever. */
function keepsManifests(
  defect: string,
  when: (key: string) => boolean,
  foundBy: Mutant['foundBy'] = 'MAN-VERSION.published',
): Mutant {
  const at = foundBy === 'MAN-VERSION.published' ? 'public manifest' : 'organization manifest'
  return {
    defect,
    foundBy,
    remembers: true,
    mutate: (service) => {
      const kept = new Map<string, MutantResponse>()
      return intercept([at], async (request, { pass }) => {
        const key = tokenOf(request)
        const response = (when(key) ? kept.get(key) : undefined) ?? (await pass())
        if (response.status === 200) kept.set(key, response)
        return response
      })(service)
    },
  }
}

/** Adds a member `openapi` with the version of the tool set that is published during the check. */
function inDocument({ mutate, ...mutant }: Mutant): Mutant {
  const document = onBody(publicManifest, (body) => ({ ...body, openapi: contractFixtures.publishableToolset.version }))
  return { ...mutant, mutate: (service) => document(mutate(service)) }
}

function unpublished(defect: string, response: () => MutantResponse): Mutant {
  const mutate = intercept(publicManifest, (request, { pass }) =>
    tokenOf(request) === unpublishedOrganization.key ? response() : pass(),
  )
  return { defect, foundBy: 'MAN-EMPTY.unpublished', mutate }
}
