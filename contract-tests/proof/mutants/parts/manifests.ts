import { manifestPointers } from '../../contract-world.ts'
import {
  intercept,
  type Json,
  type Mutant,
  type MutantRequest,
  type MutantResponse,
  onRequest,
  onToolsets,
  tokenOf,
  withKey,
} from '../mutant.ts'

/** The place of the public manifest. */
export const publicManifest = ['public manifest'] as const

/** The places of both manifests. */
export const bothManifests = ['public manifest', 'organization manifest'] as const

/** Reads public manifests with another key. */
export function withManifestKey(key: (sent: string) => string): Mutant['mutate'] {
  return onRequest(publicManifest, (request) => withKey(request, key(tokenOf(request))))
}

/** Adds an ETag of the key to public manifests. The response to some requests is 304. */
export function tagManifests(isConfirmed: (request: MutantRequest) => boolean): Mutant['mutate'] {
  return intercept(publicManifest, async (request, { pass }) => {
    if (isConfirmed(request)) return { status: 304, headers: new Headers(), text: '' }
    const response = await pass()
    if (response.status === 200) response.headers.set('etag', tagOf(request))
    return response
  })
}

/** Returns the ETag of the manifest that a key opens. */
export function tagOf(request: MutantRequest): string {
  const [, organization, profile] = tokenOf(request).split('-')
  return `"of-${organization}/${profile}"`
}

/** Adds the tool of a later version to those of the published version. */
export function addLatestTools(set: Json): Json {
  return { ...set, tools: set['name'] === 'mail' ? [set['tools'], { name: 'recall' }].flat() : set['tools'] }
}

/** Lists another version, and the published version as withdrawn. */
export function listWithdrawn(set: Json): Json {
  return { ...set, version: '0.0.1', withdrawn: set['version'] }
}

/** Changes each tool set of both manifests, whose members have declared places. */
export function changesToolsets(
  foundBy: Mutant['foundBy'],
  defect: string,
  change: (set: Json) => Json | readonly Json[],
): Mutant {
  return { defect, foundBy, fixtures: manifestPointers, mutate: onToolsets(bothManifests, (sets) => sets.flatMap(change)) }
}

/** Keeps the first manifest of each key forever. */
export function keepsManifests(
  defect: string,
  when: (key: string) => boolean,
  foundBy: Mutant['foundBy'] = 'MAN-VERSION.published',
): Mutant {
  const at = foundBy === 'MAN-VERSION.published' ? 'public manifest' : 'organization manifest'
  return {
    defect,
    foundBy,
    needsOtherRequests: true,
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

/** Changes the tool sets that a manifest lists. */
export type Change = (sets: readonly Json[]) => readonly unknown[]

/** Leaves out the tool sets that meet a condition. */
export function hide(when: (set: Json) => boolean): Change {
  return (sets) => sets.filter((set) => !when(set))
}

/** Gives the first two tool sets each other's value of a member. */
export function swap(member: string): Change {
  return ([first = {}, second = {}, ...rest]) => [
    { ...first, [member]: second[member] },
    { ...second, [member]: first[member] },
    ...rest,
  ]
}

/** Returns a tool set without tools. */
export function toolset(name: string): Json {
  return { id: name, name, version: '1.0.0', visibility: 'private', tools: [] }
}
