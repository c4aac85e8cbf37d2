import type { MockService } from '@wfhost/mock-server'
import { contractFixtures } from '../../../proof/contract-world.ts'
import {
  type Change,
  flowIdOf,
  intercept,
  isAsync,
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onResponse,
  onStatus,
  refuse,
  respond,
  rightKey,
  tokenOf,
  withKey,
} from '../../../proof/mutants/mutant.ts'

const otherWorkspace = 'key-ledger'
const sameWorkspace = ['key-typed', 'key-typed-twin', 'key-failing', 'key-slow']

/** Servers that treat a key without access as a right or a wrong key, or read the scheme too strictly. */
export const foreignKeys: readonly Mutant[] = [
  acceptsKeys('the key of any workflow runs every workflow', [...sameWorkspace, otherWorkspace]),
  acceptsKeys('the key of a workflow runs the other workflows of its workspace', sameWorkspace),
  acceptsKeys('the key of a workflow in another workspace is accepted', [otherWorkspace]),
  acceptsKeys('the key of an archived workflow runs every other workflow', ['key-archived']),
  refusesForeign('a key without access is refused with 401', 401),
  refusesForeign('a key without access is refused with 404', 404),
  refusesForeign('a key without access is refused with 400', 400),
  {
    defect: 'a key of another workspace is refused as an invalid key',
    foundBy: 'KEY-SCOPE',
    mutate: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      return response.status === 403 && tokenOf(request) === otherWorkspace ? respond(401, { message: 'Unknown key' }) : response
    }),
  },
  {
    defect: 'a tool-hosting key runs every workflow',
    foundBy: 'KEY-INVALID.hosting',
    mutate: onRequest(['run'], (request, service) =>
      tokenOf(request).startsWith('host-') ? withKey(request, rightKey(request, service)) : undefined,
    ),
  },
  { ...refuses('the scheme is refused in lower case', /^bearer /), isWarned: true },
  { ...refuses('the scheme is refused in upper case', /^BEARER /), isWarned: true },
  refuses('the scheme is refused in its documented case, Bearer', /^Bearer /),
]

function acceptsKeys(defect: string, keys: readonly string[]): Mutant {
  return {
    defect,
    foundBy: 'KEY-SCOPE',
    mutate: onRequest(['run'], (request, service: MockService) =>
      keys.includes(tokenOf(request)) ? withKey(request, rightKey(request, service)) : undefined,
    ),
  }
}

function refusesForeign(defect: string, status: number): Mutant {
  return { defect, foundBy: 'KEY-SCOPE', mutate: onStatus({ at: ['run'], status: 403 }, status) }
}

function refuses(defect: string, scheme: RegExp): Mutant {
  const mutate = refuse({ at: 'run', status: 401 }, ({ headers }) => scheme.test(headers.get('authorization') ?? ''))
  return { defect, foundBy: 'RUN-AUTH', mutate }
}

/** Servers that create, keep or replace the keys of workflows wrongly. */
export const keyLife: readonly Mutant[] = [
  ...mutantsOf('KEY-REGENERATED', {
    'the old key of a workflow still works after regeneration': (service) => withOldKeys(service, () => true),
    'the old key still starts async runs after regeneration': (service) =>
      withOldKeys(service, (_uses, { text }) => text.includes('"async"')),
    'the old key works once more after regeneration': (service) => withOldKeys(service, (uses) => uses === 1),
  }),
  {
    defect: 'an old key works again after the next regeneration',
    foundBy: 'KEY-REGENERATED.older',
    mutate: (service) => {
      const old: string[] = []
      const isOlder = (request: MutantRequest) => old.slice(0, -1).includes(tokenOf(request))
      const accept = onRequest(['run'], (request) =>
        isOlder(request) ? withKey(request, rightKey(request, service)) : undefined,
      )
      const regenerateKey = (flowId: string): string => {
        old.push(service.workflowKey(flowId) ?? '')
        return service.regenerateKey(flowId)
      }
      return { ...accept(service), regenerateKey }
    },
  },
  ...mutantsOf('KEY-REGENERATED.new', {
    'the new key does not work after regeneration': refusesByKeys((request, made) => made.has(tokenOf(request))),
    'the new key does not work in mode async after regeneration': refusesByKeys(
      (request, made) => made.has(tokenOf(request)) && isAsync(request),
    ),
  }),
  ...mutantsOf('KEY-REGENERATED.others', {
    'regeneration takes back the publication': takesBackPublication,
    'a regeneration takes back the publication, which only a run with the key of the workflow shows': (service) => {
      const isForeign = (request: MutantRequest): boolean => rightKey(request, service) !== tokenOf(request)
      const accessFirst = onResponse(['run'], ({ status }, request) =>
        status === 404 && isForeign(request) ? { status: 403 } : undefined,
      )
      return takesBackPublication(accessFirst(service))
    },
  }),
  {
    defect: 'a publication also makes a new key for another workflow',
    foundBy: 'KEY-CREATED',
    mutate: (service) => ({
      ...service,
      publishWorkflow: (flowId) => {
        service.regenerateKey('typed-twin')
        return service.publishWorkflow(flowId)
      },
    }),
  },
  {
    defect: 'the old key is refused with 403 after regeneration',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => {
      const old = new Set<string>()
      const regenerateKey = (flowId: string): string => {
        old.add(service.workflowKey(flowId) ?? '')
        return service.regenerateKey(flowId)
      }
      return { ...refuse({ at: 'run', status: 403 }, (request) => old.has(tokenOf(request)))(service), regenerateKey }
    },
  },
  {
    defect: 'regeneration stops the keys of all workflows',
    foundBy: 'KEY-REGENERATED.others',
    mutate: refusesByKeys((request, made) => made.size > 0 && !made.has(tokenOf(request))),
  },
  {
    defect: 'each publication makes a new key',
    foundBy: 'KEY-CREATED.kept',
    mutate: (service) => ({
      ...service,
      publishWorkflow: (flowId) => {
        const published = service.workflowKey(flowId) !== undefined
        const key = service.publishWorkflow(flowId)
        return published ? service.regenerateKey(flowId) : key
      },
    }),
  },
  {
    defect: 'the first publication gives a key that does not work',
    foundBy: 'KEY-CREATED',
    mutate: (service) => ({ ...service, publishWorkflow: (flowId) => `${service.publishWorkflow(flowId)}x` }),
  },
  {
    defect: 'the key of the first publication runs every workflow',
    foundBy: 'KEY-CREATED.scope',
    mutate: (service) => withBoundlessKeys(service, 'publishWorkflow'),
  },
  {
    defect: 'the new key runs every workflow after regeneration',
    foundBy: 'KEY-REGENERATED.new',
    mutate: (service) => withBoundlessKeys(service, 'regenerateKey'),
  },
  {
    defect: 'a workflow whose publication was taken back still runs with its key',
    foundBy: 'KEY-CREATED.unpublished',
    mutate: (service) => ({ ...service, unpublishWorkflow: () => {} }),
  },
  {
    defect: 'a workflow whose publication was taken back refuses its own key with 403',
    foundBy: 'KEY-CREATED.unpublished',
    isWarned: true,
    mutate: onResponse(['run'], ({ status }, request) => {
      return status === 404 && flowIdOf(request) === contractFixtures.publishableFlowId ? { status: 403 } : undefined
    }),
  },
  {
    defect: 'a workflow that is published again gets another key',
    foundBy: 'KEY-CREATED.unpublished',
    mutate: (service) => {
      const takenBack = new Set<string>()
      return {
        ...service,
        unpublishWorkflow: (flowId) => {
          takenBack.add(flowId)
          service.unpublishWorkflow(flowId)
        },
        publishWorkflow: (flowId) => {
          const key = service.publishWorkflow(flowId)
          return takenBack.has(flowId) ? service.regenerateKey(flowId) : key
        },
      }
    },
  },
  {
    defect: 'a second publication revokes the key, although the key should stay valid',
    foundBy: 'KEY-CREATED.kept',
    mutate: (service) => {
      const published = new Set<string>()
      const stopped = new Set<string>()
      const publishWorkflow = (flowId: string): string => {
        const key = service.publishWorkflow(flowId)
        if (published.has(flowId)) stopped.add(key)
        published.add(flowId)
        return key
      }
      return { ...refuse({ at: 'run', status: 401 }, (request) => stopped.has(tokenOf(request)))(service), publishWorkflow }
    },
  },
]

/** Refuses runs, depending on the keys that were regenerated so far. */
function refusesByKeys(when: (request: MutantRequest, made: ReadonlySet<string>) => boolean): Change {
  return (service) => {
    const made = new Set<string>()
    const refused = refuse({ at: 'run', status: 401 }, (request) => when(request, made))(service)
    return { ...refused, regenerateKey: (flowId) => addKey(made, service.regenerateKey(flowId)) }
  }
}

function takesBackPublication(service: MockService): MockService {
  return {
    ...service,
    regenerateKey: (flowId) => {
      const key = service.regenerateKey(flowId)
      service.unpublishWorkflow(flowId)
      return key
    },
  }
}

/** Makes the keys that a function of the service returns run every workflow. */
function withBoundlessKeys(service: MockService, by: 'publishWorkflow' | 'regenerateKey'): MockService {
  const keys = new Set<string>()
  const change = (request: MutantRequest) =>
    keys.has(tokenOf(request)) ? withKey(request, service.workflowKey(flowIdOf(request))) : undefined
  return { ...onRequest(['run'], change)(service), [by]: (flowId: string) => addKey(keys, service[by](flowId)) }
}

function withOldKeys(service: MockService, works: (uses: number, request: MutantRequest) => boolean): MockService {
  const flows = new Map<string, string>()
  let uses = 0
  const change = (request: MutantRequest): Partial<MutantRequest> | undefined => {
    const flowId = flows.get(tokenOf(request))
    if (flowId === undefined) return undefined
    uses += 1
    return works(uses, request) ? withKey(request, service.workflowKey(flowId)) : undefined
  }
  const regenerateKey = (flowId: string): string => {
    flows.set(service.workflowKey(flowId) ?? '', flowId)
    return service.regenerateKey(flowId)
  }
  return { ...onRequest(['run'], change)(service), regenerateKey }
}

/** Adds a key to a set, and returns it. */
function addKey(keys: Set<string>, key: string): string {
  keys.add(key)
  return key
}
