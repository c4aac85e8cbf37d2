import { contractFixtures } from '../../../proof/contract-world.ts'
import { flowIdOf, type Mutant, onResponse, refuse, tokenOf } from '../../../proof/mutants/mutant.ts'
import { withBoundlessKeys } from '../../../proof/mutants/parts/keys.ts'

/** Servers that create or keep the keys of published workflows wrongly. */
export const mutants: readonly Mutant[] = [
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
