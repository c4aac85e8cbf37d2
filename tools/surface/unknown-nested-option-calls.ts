import { checkServer, verifyContract } from '@wfhost/contract-tests'
import { describeConformance } from '@wfhost/contract-tests/vitest'
import { createMockControl, createMockHost, createMockService, createSampleWorld, listAssumptions } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { openTestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import { worldPlugin } from '@wfhost/mock-server/vite'
import { openServiceFromWorldFile } from '@wfhost/mock-server/world-file'
import { openRunWorker } from '@wfhost/queue'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { unknown, withUnknown } from './unknown-option.ts'

const address = { baseUrl: 'http://localhost', apiKey: 'key' }
const client = createWorkflowClient(address)
const registry = createRegistryClient(address)
const service = createMockService(createSampleWorld())
const host = createMockHost(() => createSampleWorld())
const control = createMockControl('http://localhost', { fetch: host.fetch })
const server = { name: 'x', baseUrl: 'http://localhost' }

const workspace = 'support'
const workflow = { flowId: 'x', result: 1 }
const parameters = [withUnknown({ name: 'x', type: 'string' })]
const rateLimit = withUnknown({ requests: 1, windowMs: 5 })
const latency = withUnknown({ distribution: 'uniform', minMs: 1, maxMs: 2 })
const baseline = [withUnknown({ check: 'run-sync.closed', reason: 'known' })]
const state = withUnknown(service.state())

function implementation(): number {
  return 1
}

/** Each member of options that is an object itself, with a member that it does not have. */
export const callsWithUnknownNestedOption: Readonly<Record<string, () => unknown>> = {
  'createWorkflowClient(options.hooks)': () => createWorkflowClient({ ...address, hooks: unknown }),
  'createWorkflowClient(options.hooks[1])': () => createWorkflowClient({ ...address, hooks: [{}, unknown] }),
  'WorkflowClient.withOptions(options.hooks)': () => client.withOptions({ hooks: unknown }),
  'createRegistryClient(options.hooks)': () => createRegistryClient({ ...address, hooks: unknown }),
  'createRegistryClient(options.session)': () =>
    createRegistryClient({ ...address, session: withUnknown({ value: 'session' }) }).organizationManifest('acme'),
  'RegistryClient.withOptions(options.hooks)': () => registry.withOptions({ hooks: unknown }),
  'RegistryClient.withOptions(options.session)': () =>
    registry.withOptions({ session: withUnknown({ value: 'session' }) }).organizationManifest('acme'),
  'openBatchFile(options.batch)': () => openBatchFile('/nowhere', { batch: withUnknown({ flowId: 'x', baseUrl: 'http://x' }) }),

  'createMockService(seed.faults)': () => createMockService({ faults: [withUnknown({ kind: 'hang' })] }),
  'createMockService(seed.organizations)': () => createMockService({ organizations: [withUnknown({ id: 'x' })] }),
  'createMockService(seed.rateLimit)': () => createMockService({ rateLimit }),
  'createMockService(seed.workspaces)': () => createMockService({ workspaces: [withUnknown({ id: 'x' })] }),
  'createMockService(options.assumptions)': () => createMockService({}, { assumptions: unknown }),
  'createMockService(options.journal)': () => createMockService({}, { journal: unknown }),
  'createMockService(options.state)': () => createMockService(createSampleWorld(), { state }),
  'MockService.add(seed.organizations)': () => service.add({ organizations: [withUnknown({ id: 'x' })] }),
  'MockService.add(seed.workspaces)': () => service.add({ workspaces: [withUnknown({ id: 'x' })] }),
  'MockService.addFault(fault.latency)': () => service.addFault({ kind: 'latency', latency }),
  'MockService.addWorkflow(workflow.parameters)': () =>
    service.addWorkflow(workspace, { flowId: 'x', implementation, parameters }),
  'MockService.publish(options.parameters)': () => service.publish('x', implementation, { parameters }),
  'MockService.reload(seed.faults)': () => service.reload({ faults: [withUnknown({ kind: 'hang' })] }),
  'MockService.reload(seed.organizations)': () => service.reload({ organizations: [withUnknown({ id: 'x' })] }),
  'MockService.reload(seed.rateLimit)': () => service.reload({ rateLimit }),
  'MockService.reload(seed.workspaces)': () => service.reload({ workspaces: [withUnknown({ id: 'x' })] }),
  'MockService.verify(options.except)': () => service.verify({ except: [unknown] }),
  'MockControl.addFault(args[0].latency)': () => control.addFault({ kind: 'latency', latency }),
  'MockControl.addWorkflow(workflow.cases)': () =>
    control.addWorkflow(workspace, { flowId: 'x', cases: [withUnknown({ result: 1 })] }),
  'MockControl.addWorkflow(workflow.failure)': () =>
    control.addWorkflow(workspace, { flowId: 'x', failure: withUnknown({ name: 'Declined', value: 'no funds' }) }),
  'MockControl.addWorkflow(workflow.parameters)': () => control.addWorkflow(workspace, { ...workflow, parameters }),
  'MockControl.addWorkflow(workflow.sequence)': () =>
    control.addWorkflow(workspace, { flowId: 'x', sequence: [withUnknown({ result: 1 })] }),
  'MockControl.addWorkflow(workflow.steps)': () =>
    control.addWorkflow(workspace, { ...workflow, steps: [withUnknown({ id: 'step', result: 1 })] }),
  'MockControl.verify(args[0].except)': () => control.verify({ except: [unknown] }),
  'createMockHost(options.assumptions)': () => createMockHost(() => ({}), { assumptions: unknown }),
  'createMockHost(options.control)': () => createMockHost(() => ({}), { control: withUnknown({ token: 'x' }) }),
  'createMockHost(options.journal)': () => createMockHost(() => ({}), { journal: unknown }),
  'createMockHost(options.state)': () => createMockHost(() => createSampleWorld(), { state }),
  'listAssumptions(assumptions.rateLimit)': () => listAssumptions({ rateLimit }),
  'listen(options.limits)': () => listen(service, { limits: unknown }),
  'listen(options.tls)': () => listen(service, { tls: withUnknown({ cert: 'x', key: 'x' }) }),
  'openServiceFromWorldFile(options.assumptions)': () => openServiceFromWorldFile('workspaces: []', { assumptions: unknown }),
  'openServiceFromWorldFile(options.journal)': () => openServiceFromWorldFile('workspaces: []', { journal: unknown }),
  'openServiceFromWorldFile(options.state)': () => openServiceFromWorldFile('workspaces: []', { state }),
  'openTestWorld(options.assumptions)': () => openTestWorld({ assumptions: unknown }),
  'openTestWorld(options.journal)': () => openTestWorld({ journal: unknown }),
  'openTestWorld(options.state)': () => openTestWorld({ state }),
  'openTestWorld(options.strict)': () => openTestWorld({ strict: unknown }),
  'withTestWorld(options.assumptions)': () => withTestWorld({ assumptions: unknown }, () => undefined),
  'withTestWorld(options.journal)': () => withTestWorld({ journal: unknown }, () => undefined),
  'withTestWorld(options.state)': () => withTestWorld({ state }, () => undefined),
  'withTestWorld(options.strict)': () => withTestWorld({ strict: unknown }, () => undefined),
  'worldPlugin(options.assumptions)': () => worldPlugin({ assumptions: unknown }),

  'checkServer(server.baseline)': () => checkServer({ ...server, baseline }),
  'checkServer(server.claims)': () => checkServer({ ...server, claims: unknown }),
  'checkServer(server.fixtures)': () => checkServer({ ...server, fixtures: unknown }),
  'checkServer(server.hooks)': () => checkServer({ ...server, hooks: unknown }),
  'checkServer(server.values)': () => checkServer({ ...server, values: unknown }),
  'describeConformance(target.baseline)': () => describeConformance({ ...server, baseline }),
  'describeConformance(target.claims)': () => describeConformance({ ...server, claims: unknown }),
  'describeConformance(target.fixtures)': () => describeConformance({ ...server, fixtures: unknown }),
  'describeConformance(target.hooks)': () => describeConformance({ ...server, hooks: unknown }),
  'describeConformance(target.values)': () => describeConformance({ ...server, values: unknown }),
  'verifyContract(__1.contract)': () => verifyContract('/nowhere.har', { ...server, contract: unknown }),
  'verifyContract(__1.fixtures)': () => verifyContract('/nowhere.har', { ...server, fixtures: unknown }),
  'verifyContract(__1.hooks)': () => verifyContract('/nowhere.har', { ...server, hooks: unknown }),

  'openRunWorker(options.limiter)': () =>
    openRunWorker({ queue: { internals: {} } as never, client, limiter: withUnknown({ max: 1, duration: 1 }) }),
}
