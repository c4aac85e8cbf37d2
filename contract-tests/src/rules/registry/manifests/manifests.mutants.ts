import {
  intercept,
  type Json,
  type Mutant,
  type MutantRequest,
  type MutantResponse,
  mutantsOf,
  onBody,
  onRequest,
  onResponse,
  onStatus,
  onToolsets,
  refuse,
  respond,
  tokenOf,
  withKey,
  without,
} from '../../../../proof/mutants/mutant.ts'
import { readPlace } from '../../../../proof/mutants/parts/read-place.ts'
import { organizationPlaces } from '../../../catalogues/override-places.ts'

const publicManifest = ['public manifest'] as const

/** Servers whose public manifest lists too few, too many or wrong tool sets. */
export const manifests: readonly Mutant[] = [
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
  listsAlso('MAN-SKIP', { defect: 'a tool set without tools is listed', change: add('toolless') }),
  listsAlso('MAN-SKIP', { defect: 'a tool set that is not published is listed', change: add('unpublished') }),
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
  ...organizationPlaces.map(({ kind, name, source }) => ({
    defect: `the public manifest belongs to the organization in the ${kind} ${name} (${source})`,
    foundBy: 'MAN-ORG.named' as const,
    mutate: onRequest(publicManifest, (request) =>
      readPlace(request, { kind, name }).endsWith('acme') ? withKey(request, 'host-acme-default') : undefined,
    ),
  })),
  ...mutantsOf('MAN-ORG.cached', {
    'an ETag is checked before the key': tagManifests((request) => isTag(request) && tokenOf(request) === ''),
    'every ETag of a manifest is confirmed with 304': tagManifests(isTag),
    'the ETag of a manifest depends only on the profile': tagManifests(
      (request) => request.headers.get('if-none-match')?.split('/')[1] === tagOf(request).split('/')[1],
    ),
  }),
  {
    defect: 'a shared cache may store the manifest of one key',
    foundBy: 'MAN-ORG.cached',
    isWarned: true,
    mutate: onResponse(publicManifest, ({ headers }) => ({
      headers: new Headers([...headers, ['cache-control', 'public, max-age=60']]),
    })),
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
  ...mutantsOf('HOST-KEY', {
    'the profile of the key is ignored in the manifest': withManifestKey((key) => key.replace('staging', 'default')),
    'the organization of the key is ignored in the manifest': withManifestKey((key) => key.replace('globex', 'acme')),
  }),
  empty('a manifest for which nothing qualifies is 200 with an empty list', { status: 200, body: { toolsets: [] } }),
  empty('a manifest for which nothing qualifies is 200 with the message', {
    status: 200,
    body: { message: 'No published toolsets' },
  }),
  empty('a manifest for which nothing qualifies is 404', { status: 404, body: { message: 'No published toolsets' } }),
  empty('a manifest for which nothing qualifies is 204', { status: 204, body: null }),
  empty('a manifest without a qualifying tool set is refused with 400 and another message', {
    status: 400,
    body: { message: 'Nothing here' },
  }),
  empty('a manifest for which nothing qualifies is 400 with a message in small letters', {
    status: 400,
    body: { message: 'no published toolsets' },
  }),
  {
    defect: 'the first responses after a publication do not show it',
    foundBy: 'MAN-VERSION.parallel',
    remembers: true,
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
    'the manifest has no execute reference': onPublic((body) => without(body, 'executeUrl')),
    'the manifest refers to an execute endpoint of another version': onPublic((body) => ({
      ...body,
      executeUrl: String(body['executeUrl']).replace('/v1/', '/v2/'),
    })),
    'the manifest refers to itself for executing': onPublic((body) => ({
      ...body,
      executeUrl: String(body['executeUrl']).replace('execute', 'manifest'),
    })),
  }),
  {
    defect: 'the manifest refers to an execute endpoint at a host of its own network',
    foundBy: 'MAN-EXECUTE',
    isWarned: true,
    mutate: onPublic((body) => ({ ...body, executeUrl: String(body['executeUrl']).replace(/\/\/[^/]+/, '//hub.internal:8080') })),
  },
  {
    defect: 'the manifest refers to an execute endpoint that is not there',
    foundBy: 'MAN-EXECUTE',
    mutate: refuse({ at: 'execute', status: 404 }, () => true),
  },
  ...mutantsOf('MAN-ENDPOINT', {
    'the public manifest is a page': onResponse(publicManifest, () => ({ text: '<!doctype html><title>Tool sets</title>' })),
    'the public manifest wants POST': refuse({ at: 'public manifest', status: 405 }, ({ method }) => method === 'GET'),
    'the public manifest is empty with 204': onStatus({ at: publicManifest, status: 200 }, 204),
  }),
  ...mutantsOf('PRODUCT-SEGMENT', {
    'the product segment is not known to the execute endpoint': refuse({ at: 'execute', status: 404 }, ({ url }) =>
      url.pathname.includes('/wfhost/'),
    ),
    'the product segment is missing from the organization manifest': refuse(
      { at: 'organization manifest', status: 404 },
      ({ url }) => url.pathname.includes('/wfhost/'),
    ),
  }),
  {
    defect: 'the public manifest is at v2',
    foundBy: 'REG-VERSION',
    mutate: intercept(publicManifest, ({ url }, { pass }) => {
      if (url.pathname.startsWith('/v1/')) return respond(404, { message: 'Not found' })
      return pass({ url: new URL(url.href.replace('/v2/', '/v1/')) })
    }),
  },
]

type Change = (sets: readonly Json[]) => readonly unknown[]

function listsAlso(foundBy: Mutant['foundBy'], { change, defect }: { readonly defect: string; readonly change: Change }): Mutant {
  return { defect, foundBy, mutate: onToolsets(publicManifest, change) }
}

function hide(when: (set: Json) => boolean): Change {
  return (sets) => sets.filter((set) => !when(set))
}

/** Gives the first two tool sets each other's value of a member. */
function swap(member: string): Change {
  return ([first = {}, second = {}, ...rest]) => [
    { ...first, [member]: second[member] },
    { ...second, [member]: first[member] },
    ...rest,
  ]
}

function add(name: string): Change {
  return (sets) => [...sets, toolset(name)]
}

function toolset(name: string): Json {
  return { id: name, name, version: '1.0.0', visibility: 'private', tools: [] }
}

/** Reads public manifests with another key. */
function withManifestKey(key: (sent: string) => string): Mutant['mutate'] {
  return onRequest(publicManifest, (request) => withKey(request, key(tokenOf(request))))
}

function empty(defect: string, { body, status }: { readonly status: number; readonly body: unknown }): Mutant {
  const mutate = intercept(publicManifest, async (_request, { pass }) => {
    const response = await pass()
    return response.status === 400 ? respond(status, body) : response
  })
  return { defect, foundBy: 'MAN-EMPTY', mutate }
}

function onPublic(change: (body: Json) => unknown): Mutant['mutate'] {
  return onBody(publicManifest, change)
}

/** Adds an ETag of the key to public manifests. The response to some requests is 304. */
function tagManifests(isConfirmed: (request: MutantRequest) => boolean): Mutant['mutate'] {
  return intercept(publicManifest, async (request, { pass }) => {
    if (isConfirmed(request)) return { status: 304, headers: new Headers(), text: '' }
    const response = await pass()
    if (response.status === 200) response.headers.set('etag', tagOf(request))
    return response
  })
}

/** Returns the ETag of the manifest that a key opens. */
function tagOf(request: MutantRequest): string {
  const [, organization, profile] = tokenOf(request).split('-')
  return `"of-${organization}/${profile}"`
}

function isTag({ headers }: MutantRequest): boolean {
  return headers.get('if-none-match')?.startsWith('"of-') === true
}
