// The reference server with a fault on each of some workflows.
import { createMockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createBenchWorld } from './create-bench-world.ts'
import { faultyWorkflows } from './faulty-workflows.ts'

const { workspaces = [], ...seed } = createBenchWorld()
const workflows = faultyWorkflows.map(({ fault: { key, kind } }) => {
  return { flowId: kind, key, published: true, implementation: () => 'done' }
})
const service = createMockService({ ...seed, workspaces: [...workspaces, { id: 'faults', workflows }] })
for (const { fault } of faultyWorkflows) service.addFault(fault)
await listen(service, { port: Number(process.argv[2]) })
