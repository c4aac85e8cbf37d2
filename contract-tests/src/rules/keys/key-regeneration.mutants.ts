import type { MockService } from '@wfhost/mock-server'
import {
  bearerOf,
  type Change,
  flowIdOf,
  intercept,
  isAsync,
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onResponse,
  refuse,
  respond,
  rightKey,
  tokenOf,
  withKey,
} from '../../../proof/mutants/mutant.ts'
import { overlapping, waitBriefly } from '../../../proof/mutants/parts/concurrency.ts'
import { addKey, withBoundlessKeys } from '../../../proof/mutants/parts/keys.ts'

/** Servers that regenerate keys wrongly. */
export const mutants: readonly Mutant[] = [
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
    defect: 'the new key runs every workflow after regeneration',
    foundBy: 'KEY-REGENERATED.new',
    mutate: (service) => withBoundlessKeys(service, 'regenerateKey'),
  },
  {
    defect: 'only the key of the first of several concurrent runs is checked',
    foundBy: 'KEY-REGENERATED.parallel',
    needsOtherRequests: true,
    mutate: overlapping('run', (request, { pass, service }) => pass(withKey(request, rightKey(request, service)))),
  },
  {
    defect: 'each of twenty threads caches the keys that it has seen',
    foundBy: 'KEY-REGENERATED.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      const seen = Array.from({ length: 20 }, () => new Set<string>())
      let turn = 0
      return intercept(['run'], async (request, { pass }) => {
        turn = (turn + 1) % seen.length
        const own = seen[turn]
        const use = `${flowIdOf(request)} ${bearerOf(request)}`
        if (own?.has(use)) return pass(withKey(request, rightKey(request, service)))
        const response = await pass()
        if (response.status === 200) own?.add(use)
        return response
      })(service)
    },
  },
  {
    defect: 'the regeneration of a key during a run makes the run an internal error',
    foundBy: 'KEY-REGENERATED.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      let regenerated = 0
      const slowed = intercept(['run'], async (_request, { pass }) => {
        const before = regenerated
        const response = await pass()
        await waitBriefly()
        return before === regenerated ? response : respond(500, { message: 'Internal error' })
      })(service)
      return {
        ...slowed,
        regenerateKey: (flowId) => {
          regenerated += 1
          return service.regenerateKey(flowId)
        },
      }
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
