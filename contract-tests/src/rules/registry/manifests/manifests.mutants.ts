import { contractFixtures, manifestPointers } from '../../../../proof/contract-world.ts'
import {
  bearerOf,
  intercept,
  type Mutant,
  type MutantResponse,
  mutantsOf,
  onBody,
  onResponse,
  onStatus,
  onToolsets,
  refuse,
  respond,
  tokenOf,
  without,
} from '../../../../proof/mutants/mutant.ts'
import {
  addLatestTools,
  type Change,
  changesToolsets,
  hide,
  keepsManifests,
  publicManifest,
  swap,
  tagManifests,
  tagOf,
  toolset,
  withManifestKey,
} from '../../../../proof/mutants/parts/manifests.ts'
import { listsWholeNumber, versionPlaces } from '../../../../proof/mutants/parts/whole-number-versions.ts'

/** Servers whose public manifest lists too few, too many or wrong tool sets. */
export const mutants: readonly Mutant[] = [
  listsAlso('MAN-CONTENT', { defect: 'private tool sets are hidden', change: hide((set) => set['visibility'] === 'private') }),
  listsAlso('MAN-CONTENT', { defect: 'public tool sets are hidden', change: hide((set) => set['visibility'] === 'public') }),
  listsAlso('MAN-CONTENT', { defect: 'only the first tool set is listed', change: (sets) => sets.slice(0, 1) }),
  listsAlso('MAN-CONTENT', { defect: 'the last tool set is cut off', change: (sets) => sets.slice(0, -1) }),
  listsAlso('MAN-CONTENT', {
    defect: 'tool sets are listed without tools',
    change: (sets) => sets.map((set) => without(set, 'tools')),
  }),
  listsAlso('MAN-CONTENT', {
    defect: 'only the first tool of each tool set is listed',
    change: (sets) => sets.map((set) => ({ ...set, tools: Array.isArray(set['tools']) ? set['tools'].slice(0, 1) : null })),
  }),
  listsAlso('MAN-CONTENT', { defect: 'tools are only counted', change: (sets) => sets.map((set) => ({ ...set, tools: 1 })) }),
  listsAlso('MAN-VERSION', {
    defect: 'the latest version is listed instead of the published one',
    change: (sets) => sets.map((set) => (set['id'] === 'mail' ? { ...set, version: '2.0.0' } : set)),
  }),
  listsAlso('MAN-VERSION', {
    defect: 'the first version is listed instead of the published one',
    change: (sets) => sets.map((set) => (set['id'] === 'mail' ? { ...set, version: '1.0.0' } : set)),
  }),
  listsAlso('MAN-VERSION', { defect: "two tool sets have each other's versions", change: swap('version') }),
  listsAlso('MAN-CONTENT', { defect: "two tool sets have each other's tools", change: swap('tools') }),
  listsAlso('MAN-VERSION', { defect: 'versions are not listed', change: (sets) => sets.map((set) => without(set, 'version')) }),
  listsAlso('MAN-SKIP', { defect: 'a tool set without tools is listed', change: (sets) => [...sets, toolset('toolless')] }),
  listsAlso('MAN-SKIP', {
    defect: 'a tool set that is not published is listed',
    change: (sets) => [...sets, toolset('unpublished')],
  }),
  {
    defect: 'a tool set of another profile is listed',
    foundBy: 'MAN-SKIP',
    mutate: onToolsets(publicManifest, (sets, request) =>
      tokenOf(request) === 'host-acme-default' ? [...sets, toolset('staging-only')] : sets,
    ),
  },
  {
    defect: 'a tool set of another organization is listed',
    foundBy: 'MAN-ORG',
    mutate: onToolsets(publicManifest, (sets, request) =>
      tokenOf(request).includes('acme') ? [...sets, toolset('billing')] : sets,
    ),
  },
  {
    defect: 'the ETag of a manifest does not change after the publication of another version',
    foundBy: 'MAN-VERSION.published',
    mutate: tagManifests((request) => request.headers.get('if-none-match') === tagOf(request)),
  },
  ...mutantsOf('MAN-ORG', {
    'every key gets the first manifest': (service) => {
      let kept: MutantResponse | undefined
      return intercept(publicManifest, async (_request, { pass }) => {
        const response = await pass()
        if (response.status === 200) kept ??= response
        return kept ?? response
      })(service)
    },
    'every key gets the manifest of one organization': withManifestKey(() => 'host-acme-default'),
  }),
  empty('a manifest for which nothing qualifies is 200 with an empty list', 200, { toolsets: [] }),
  empty('a manifest for which nothing qualifies is 200 with the message', 200, { message: 'No published toolsets' }),
  empty('a manifest for which nothing qualifies is 404', 404, { message: 'No published toolsets' }),
  empty('a manifest for which nothing qualifies is 204', 204, null),
  empty('a manifest without a qualifying tool set is refused with 400 and another message', 400, { message: 'Nothing here' }),
  empty('a manifest for which nothing qualifies is 400 with a message in small letters', 400, {
    message: 'no published toolsets',
  }),
  {
    defect: 'the first responses after a publication do not show it',
    foundBy: 'MAN-VERSION.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      let left = 0
      const publishToolset: typeof service.publishToolset = (organization, publication) => {
        left = 3
        return service.publishToolset(organization, publication)
      }
      const takeBack = onToolsets(publicManifest, (sets) => (left-- > 0 ? sets.filter(({ id }) => id !== 'weather') : sets))
      return takeBack({ ...service, publishToolset })
    },
  },
  ...mutantsOf('MAN-EXECUTE', {
    'the manifest has no execute reference': onBody(publicManifest, (body) => without(body, 'executeUrl')),
    'the manifest refers to an execute endpoint of another version': onBody(publicManifest, (body) => ({
      ...body,
      executeUrl: String(body['executeUrl']).replace('/v1/', '/v2/'),
    })),
    'the manifest refers to itself for executing': onBody(publicManifest, (body) => ({
      ...body,
      executeUrl: String(body['executeUrl']).replace('execute', 'manifest'),
    })),
  }),
  {
    defect: 'the manifest refers to an execute endpoint at a host of its own network',
    foundBy: 'MAN-EXECUTE',
    isWarned: true,
    mutate: onBody(publicManifest, (body) => ({
      ...body,
      executeUrl: String(body['executeUrl']).replace(/\/\/[^/]+/, '//hub.internal:8080'),
    })),
  },
  {
    defect: 'the manifest refers to an execute endpoint that is not there',
    foundBy: 'MAN-EXECUTE',
    mutate: refuse({ at: 'execute', status: 404 }, () => true),
  },
  {
    defect: 'the public manifest has the content type of a page',
    foundBy: 'MAN-ENDPOINT',
    isWarned: true,
    mutate: onResponse(publicManifest, () => ({ headers: new Headers({ 'content-type': 'text/html' }) })),
  },
  ...mutantsOf('MAN-ENDPOINT', {
    'the public manifest is a page': onResponse(publicManifest, () => ({ text: '<!doctype html><title>Tool sets</title>' })),
    'the public manifest wants POST': refuse({ at: 'public manifest', status: 405 }, ({ method }) => method === 'GET'),
    'the public manifest is empty with 204': onStatus({ at: publicManifest, status: 200 }, 204),
  }),
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
  {
    defect: 'one of two processes continues to serve old manifests after a publication',
    foundBy: 'MAN-VERSION.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      const kept = new Map<string, MutantResponse>()
      let turn = 0
      return intercept(['public manifest'], async (request, { pass }) => {
        turn += 1
        if (turn % 2 === 0) return pass()
        const response = kept.get(bearerOf(request)) ?? (await pass())
        kept.set(bearerOf(request), response)
        return response
      })(service)
    },
  },
]

function listsAlso(foundBy: Mutant['foundBy'], { change, defect }: { readonly defect: string; readonly change: Change }): Mutant {
  return { defect, foundBy, mutate: onToolsets(publicManifest, change) }
}

/** Changes the response to a key for which no tool set qualifies. */
function empty(defect: string, status: number, body: unknown): Mutant {
  const mutate = intercept(publicManifest, async (_request, { pass }) => {
    const response = await pass()
    return response.status === 400 ? respond(status, body) : response
  })
  return { defect, foundBy: 'MAN-EMPTY', mutate }
}

/** Adds a member `openapi` with the version of the tool set that is published during the check. */
function inDocument({ mutate, ...mutant }: Mutant): Mutant {
  const document = onBody(publicManifest, (body) => ({ ...body, openapi: contractFixtures.publishableToolset.version }))
  return { ...mutant, mutate: (service) => document(mutate(service)) }
}

function unpublished(defect: string, response: () => MutantResponse): Mutant {
  const mutate = intercept(publicManifest, (request, { pass }) =>
    tokenOf(request) === contractFixtures.unpublishedOrganization.key ? response() : pass(),
  )
  return { defect, foundBy: 'MAN-EMPTY.unpublished', mutate }
}
