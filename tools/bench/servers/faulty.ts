// The reference server with a fault on each of some workflows.
import { createMockService, type Fault } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createBenchWorld } from './create-bench-world.ts'

/** A workflow with one defect, and the status of its responses. */
export interface FaultyWorkflow {
  readonly fault: Fault & { readonly key: string }
  readonly status: number
}

/** Faults that keep the connection intact. Each is on its own workflow, so that the expected response is known. */
export const faultyWorkflows: readonly FaultyWorkflow[] = [
  { fault: { kind: 'status', status: 503, key: 'wfk_status' }, status: 503 },
  { fault: { kind: 'html-502', key: 'wfk_html-502' }, status: 502 },
  { fault: { kind: 'wrong-content-type', key: 'wfk_wrong-content-type' }, status: 200 },
  { fault: { kind: 'empty-200', key: 'wfk_empty-200' }, status: 200 },
  { fault: { kind: 'truncated-json', key: 'wfk_truncated-json' }, status: 200 },
  { fault: { kind: 'invalid-json', key: 'wfk_invalid-json' }, status: 200 },
  { fault: { kind: 'retry-after-missing', key: 'wfk_retry-after-missing' }, status: 429 },
  { fault: { kind: 'latency', latency: { distribution: 'fixed', ms: 2 }, key: 'wfk_latency' }, status: 200 },
]

if (import.meta.main) {
  const { workspaces = [], ...seed } = createBenchWorld()
  const workflows = faultyWorkflows.map(({ fault: { key, kind } }) => {
    return { flowId: kind, key, published: true, implementation: () => 'done' }
  })
  const service = createMockService({ ...seed, workspaces: [...workspaces, { id: 'faults', workflows }] })
  for (const { fault } of faultyWorkflows) service.addFault(fault)
  await listen(service, { port: Number(process.argv[2]) })
}
