import type { MockService } from '@wfhost/mock-server'
import type { BrokenServer } from './broken-server.ts'
import type { Asked } from './intercept.ts'
import { flowIdOf, onRequest, refuse, tokenOf, withKey } from './on-request.ts'

/** Servers that create, keep or replace the keys of workflows wrongly. */
export const keyLife: readonly BrokenServer[] = [
  {
    defect: 'the old key of a workflow still works after regeneration',
    foundBy: 'KEY-REGENERATED',
    breakService: (service) => withOldKeys(service, () => true),
  },
  {
    defect: 'the old key still starts async runs after regeneration',
    foundBy: 'KEY-REGENERATED',
    breakService: (service) => withOldKeys(service, (_uses, { text }) => text.includes('"async"')),
  },
  {
    defect: 'the old key works once more after regeneration',
    foundBy: 'KEY-REGENERATED',
    breakService: (service) => withOldKeys(service, (uses) => uses === 1),
  },
  {
    defect: 'the new key does not work after regeneration',
    foundBy: 'KEY-REGENERATED',
    breakService: (service) => {
      const made = new Set<string>()
      const regenerateKey = (flowId: string): string => added(made, service.regenerateKey(flowId))
      return { ...refuse({ at: 'run', status: 401 }, (asked) => made.has(tokenOf(asked)))(service), regenerateKey }
    },
  },
  {
    defect: 'the old key is refused with 403 after regeneration',
    foundBy: 'KEY-REGENERATED',
    breakService: (service) => {
      const old = new Set<string>()
      const regenerateKey = (flowId: string): string => {
        old.add(service.workflowKey(flowId) ?? '')
        return service.regenerateKey(flowId)
      }
      return { ...refuse({ at: 'run', status: 403 }, (asked) => old.has(tokenOf(asked)))(service), regenerateKey }
    },
  },
  {
    defect: 'regeneration stops the keys of all workflows',
    foundBy: 'KEY-REGENERATED',
    breakService: (service) => {
      const made = new Set<string>()
      const regenerateKey = (flowId: string): string => added(made, service.regenerateKey(flowId))
      const isOld = (asked: Asked): boolean => made.size > 0 && !made.has(tokenOf(asked))
      return { ...refuse({ at: 'run', status: 401 }, isOld)(service), regenerateKey }
    },
  },
  {
    defect: 'each publication makes a new key',
    foundBy: 'KEY-CREATED',
    breakService: (service) => ({
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
    breakService: (service) => ({ ...service, publishWorkflow: (flowId) => `${service.publishWorkflow(flowId)}x` }),
  },
  {
    defect: 'the key of the first publication runs every workflow',
    foundBy: 'KEY-CREATED',
    breakService: (service) => withBoundlessKeys(service, 'publishWorkflow'),
  },
  {
    defect: 'the new key runs every workflow after regeneration',
    foundBy: 'KEY-REGENERATED',
    breakService: (service) => withBoundlessKeys(service, 'regenerateKey'),
  },
  {
    defect: 'a second publication stops the key that it keeps',
    foundBy: 'KEY-CREATED',
    breakService: (service) => {
      const published = new Set<string>()
      const stopped = new Set<string>()
      const publishWorkflow = (flowId: string): string => {
        const key = service.publishWorkflow(flowId)
        if (published.has(flowId)) stopped.add(key)
        published.add(flowId)
        return key
      }
      return { ...refuse({ at: 'run', status: 401 }, (asked) => stopped.has(tokenOf(asked)))(service), publishWorkflow }
    },
  },
]

/** Makes the keys that a function of the service returns run every workflow. */
function withBoundlessKeys(service: MockService, by: 'publishWorkflow' | 'regenerateKey'): MockService {
  const keys = new Set<string>()
  const change = (asked: Asked) => (keys.has(tokenOf(asked)) ? withKey(asked, service.workflowKey(flowIdOf(asked))) : undefined)
  return { ...onRequest(['run'], change)(service), [by]: (flowId: string) => added(keys, service[by](flowId)) }
}

function withOldKeys(service: MockService, works: (uses: number, asked: Asked) => boolean): MockService {
  const flows = new Map<string, string>()
  let uses = 0
  const change = (asked: Asked): Partial<Asked> | undefined => {
    const flowId = flows.get(tokenOf(asked))
    if (flowId === undefined) return undefined
    uses += 1
    return works(uses, asked) ? withKey(asked, service.workflowKey(flowId)) : undefined
  }
  const regenerateKey = (flowId: string): string => {
    flows.set(service.workflowKey(flowId) ?? '', flowId)
    return service.regenerateKey(flowId)
  }
  return { ...onRequest(['run'], change)(service), regenerateKey }
}

function added(keys: Set<string>, key: string): string {
  keys.add(key)
  return key
}
