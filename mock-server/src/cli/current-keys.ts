import type { MockService } from '../core/create-mock-service.ts'
import type { MockSeed } from '../core/seed.ts'

/** A seed with the current keys of its workflows, including random ones and those from a state. */
export function withCurrentKeys(seed: MockSeed, service: Pick<MockService, 'workflowKey'>): MockSeed {
  const workspaces = (seed.workspaces ?? []).map(({ workflows = [], ...workspace }) => ({
    ...workspace,
    workflows: workflows.map((workflow) => {
      const key = service.workflowKey(workflow.flowId)
      return key === undefined ? workflow : { ...workflow, key }
    }),
  }))
  return { ...seed, workspaces }
}
