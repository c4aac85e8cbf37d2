import type { MockService } from '@wfhost/mock-server'
import type { ServerHooks } from '../src/target/target.ts'

/** The hooks of a reference server in this process. */
export function createLocalHooks(service: MockService): ServerHooks {
  return {
    publishWorkflow: async (flowId) => service.publishWorkflow(flowId),
    unpublishWorkflow: async (flowId) => service.unpublishWorkflow(flowId),
    publishToolset: async (publication) => service.publishToolset('acme', { ...publication, environment: 'default' }),
    regenerateKey: async (flowId) => service.regenerateKey(flowId),
    creditBalance: async () => service.creditBalance('acme'),
    limitRate: async (limit) => service.setRateLimit(limit),
    endedRuns: async () => {
      await service.waitForRuns()
      return service.runs().filter((run) => run.status === 'success').length
    },
  }
}

/** Advances the clock of a local server for waits of 500 ms and more. Shorter waits take real time. */
export function waitOn(service: MockService): (durationMs: number) => Promise<void> {
  return (durationMs) =>
    durationMs < 500 ? new Promise((resolve) => setTimeout(resolve, durationMs)) : service.clock.advance(durationMs)
}
