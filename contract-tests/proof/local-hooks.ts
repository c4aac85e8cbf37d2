import type { MockService } from '@wfhost/mock-server'
import type { Hooks } from '../src/target/target.ts'

/** The hooks of a reference server in this process. */
export function createLocalHooks(service: MockService): Hooks {
  return {
    publishWorkflow: async (flowId) => service.publishWorkflow(flowId),
    unpublishWorkflow: async (flowId) => service.unpublishWorkflow(flowId),
    publishToolSet: async (publication) => service.publishToolSet('acme', { ...publication, environment: 'default' }),
    regenerateKey: async (flowId) => service.regenerateKey(flowId),
    creditBalance: async () => service.creditBalance('acme'),
    limitRate: async (limit) => service.setRateLimit(limit),
    endedRuns: async () => {
      await service.settled()
      return service.runs().filter((run) => run.status === 'success').length
    },
  }
}
