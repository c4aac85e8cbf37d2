import { checkServer, checkWorkflow, verifyContract } from '@wfhost/contract-tests'
import { describeConformance } from '@wfhost/contract-tests/vitest'
import {
  createMockControl,
  createMockHost,
  createMockService,
  createSampleWorld,
  listAssumptions,
  sampleKeys,
  type WorkflowContext,
} from '@wfhost/mock-server'
import { createGuard } from '@wfhost/mock-server/guard'
import { listen } from '@wfhost/mock-server/http'
import { matchers } from '@wfhost/mock-server/matchers'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { routeWorld } from '@wfhost/mock-server/playwright'
import { openTestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import { worldPlugin } from '@wfhost/mock-server/vite'
import { openServiceFromWorldFile } from '@wfhost/mock-server/world-file'
import { validateRequestBody, validateResponse, validateSchema } from '@wfhost/openapi/validators'
import { enqueueRuns, openRunQueue, openRunWorker } from '@wfhost/queue'
import {
  createRegistryClient,
  createWorkflowClient,
  defineWorkflow,
  forwardWebhook,
  runMany,
  unwrap,
  waitForRun,
} from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { createNodeTransport } from '@wfhost/sdk/node'
import { traceCalls, traceHooks } from '@wfhost/sdk/otel'
import { readOutcomes } from '../../queue/src/outcomes.ts'
import { unknown, withUnknown } from './unknown-option.ts'

const service = createMockService(createSampleWorld())
const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch: service.fetch })
const registry = createRegistryClient({
  baseUrl: 'http://localhost',
  apiKey: sampleKeys.defaultEnvironment,
  fetch: service.fetch,
})
const host = createMockHost(() => createSampleWorld())
const control = createMockControl('http://localhost', { fetch: host.fetch })
const workspace = 'support'

/** Each parameter with optional members, in a call with a member that it does not have. */
export const callsWithUnknownOption: Readonly<Record<string, () => unknown>> = {
  'createWorkflowClient(options)': () => createWorkflowClient(unknown),
  'WorkflowClient.withOptions(options)': () => client.withOptions(unknown),
  'WorkflowClient.run(rest[1])': () => client.run('echo', {}, unknown),
  'WorkflowClient.start(rest[1])': () => client.start('echo', {}, unknown),
  'createRegistryClient(options)': () => createRegistryClient(unknown),
  'RegistryClient.withOptions(options)': () => registry.withOptions(unknown),
  'RegistryClient.manifest(options)': () => registry.manifest(unknown),
  'RegistryClient.organizationManifest(options)': () => registry.organizationManifest('acme', unknown),
  'RegistryClient.execute(options)': () => registry.execute({ toolset: 'x', tool: 'y', arguments: {} } as never, unknown),
  'defineWorkflow(definition)': () => defineWorkflow(withUnknown({ flowId: 'echo' })),
  'forwardWebhook(options)': () => forwardWebhook(client, 'echo', '{}', unknown),
  'runMany(options)': () => runMany(client, 'echo', [], unknown).next(),
  'waitForRun(options)': () => waitForRun('1', withUnknown({ poll: async () => 1 })),
  'openBatchFile(options)': () => openBatchFile('/nowhere', unknown),
  'traceCalls(options)': () => traceCalls(client, unknown),
  'traceHooks(options)': () => traceHooks(unknown),
  'createNodeTransport(options)': () => createNodeTransport(unknown),

  'createMockService(seed)': () => createMockService(unknown),
  'createMockService(options)': () => createMockService({}, unknown),
  'MockService.add(seed)': () => service.add(unknown),
  'MockService.addFault(fault)': () => service.addFault(withUnknown({ kind: 'hang' })),
  'MockService.addWorkflow(workflow)': () =>
    service.addWorkflow(workspace, withUnknown({ flowId: 'x', implementation: () => 1 })),
  'MockService.createToolHostingKey(key)': () => service.createToolHostingKey('acme', withUnknown({ name: 'x' })),
  'MockService.journal(pattern)': () => service.journal(unknown),
  'MockService.publish(workflow)': () => service.publish(withUnknown({ flowId: 'x' }), () => 1),
  'MockService.publish(options)': () => service.publish('x', () => 1, unknown),
  'MockService.reload(seed)': () => service.reload(unknown),
  'MockService.setRateLimit(limit)': () => service.setRateLimit(withUnknown({ requests: 1, windowMs: 5 })),
  'MockService.verify(options)': () => service.verify(unknown),
  'MockService.waitForRequest(pattern)': () => service.waitForRequest(unknown),
  'MockService.waitForRequest(options)': () => service.waitForRequest({}, unknown),
  'RegistryOperations.add(entry)': () =>
    service.registries.add(workspace, withUnknown({ name: 'x', manifestUrl: 'http://x', apiKey: 'k' })),
  'RegistryOperations.edit(changes)': () => service.registries.edit(workspace, 'Acme tools', unknown),
  'RegistryOperations.list(member)': () => service.registries.list(workspace, unknown),
  'WorkflowContext.useTool(use)': () => runWithUnknownToolUse(),
  'createMockHost(options)': () => createMockHost(() => ({}), unknown),
  'createMockControl(options)': () => createMockControl('http://localhost', unknown),
  'MockService.setEnvironmentVariables(profile)': () =>
    service.setEnvironmentVariables('acme', withUnknown({ environment: 'default', variables: {} })),
  'MockControl.addFault(args[0])': () => control.addFault(withUnknown({ kind: 'hang' })),
  'MockControl.addWorkflow(workflow)': () => control.addWorkflow(workspace, withUnknown({ flowId: 'x', result: 1 })),
  'MockControl.createToolHostingKey(args[1])': () =>
    control.createToolHostingKey('acme', withUnknown({ name: 'x', environment: 'default' })),
  'MockControl.journal(args[0])': () => control.journal(unknown),
  'MockControl.setRateLimit(args[0])': () => control.setRateLimit(withUnknown({ requests: 1, windowMs: 5 })),
  'MockControl.verify(args[0])': () => control.verify(unknown),
  'MockControl.waitForRequest(args[0])': () => control.waitForRequest(unknown),
  'MockControl.waitForRequest(args[1])': () => control.waitForRequest({}, unknown),
  'MockMatchers.toHaveReceived(pattern)': () => matchers.toHaveReceived.call({} as never, service as never, unknown),
  'createMswHandler(options)': () => createMswHandler(service, unknown),
  'listen(options)': () => listen(service, unknown),
  'createGuard(options)': () => createGuard(withUnknown({ upstream: 'http://localhost' })),
  'openServiceFromWorldFile(options)': () => openServiceFromWorldFile('workspaces: []', unknown),
  'listAssumptions(assumptions)': () => listAssumptions(unknown),
  'openTestWorld(options)': () => openTestWorld(unknown),
  'withTestWorld(options)': () => withTestWorld(unknown, () => undefined),
  'worldPlugin(options)': () => worldPlugin(unknown),
  'routeWorld(options)': () => routeWorld({ route: async () => {}, unroute: async () => {} } as never, service as never, unknown),

  'WorkflowClient.run(workflow)': () => client.run(withUnknown({ flowId: 'echo' }), {} as never),
  'WorkflowClient.start(workflow)': () => client.start(withUnknown({ flowId: 'echo' }), {} as never),
  'runMany(workflow)': runManyOfUnknown,

  'checkServer(server)': () => checkServer(withUnknown({ name: 'x', baseUrl: 'http://localhost' })),
  'checkWorkflow(definition)': () => checkWorkflow(withUnknown({ flowId: 'x' }), unknown),
  'checkWorkflow(options)': () => checkWorkflow({ flowId: 'x' }, withUnknown({ baseUrl: 'http://localhost', apiKey: 'k' })),
  'verifyContract(__1)': () => verifyContract('/nowhere.har', withUnknown({ baseUrl: 'http://localhost' })),
  'describeConformance(target)': () => describeConformance(withUnknown({ name: 'x', baseUrl: 'http://localhost' })),
  'describeConformance(options)': () => describeConformance({ name: 'x', baseUrl: 'http://localhost' }, unknown),

  'openRunQueue(options)': () => openRunQueue('x', unknown),
  'openRunWorker(options)': () => openRunWorker(unknown),
  'enqueueRuns(options)': () => enqueueRuns({} as never, 'echo', [], unknown),
  'RunQueue.outcomes(options)': () => readOutcomes({} as never, unknown).next(),

  'validateRequestBody(options)': () => validateRequestBody('executeTool', {}, unknown),
  'validateResponse(options)': () => validateResponse('executeTool', { status: 200 } as never, unknown),
  'validateSchema(options)': () => validateSchema('Tool', {}, unknown),
}

/** The item of each input has the error, as with every other request that the client refuses. */
async function runManyOfUnknown(): Promise<void> {
  const items = runMany(client, withUnknown({ flowId: 'echo' }), [{} as never])

  for await (const item of items) {
    if ('error' in item) throw item.error
  }
}

/** The implementation of a workflow gets the error, and its run fails with it. */
async function runWithUnknownToolUse(): Promise<unknown> {
  const apiKey = service.publish('uses-tool', (_: unknown, { useTool }: WorkflowContext) =>
    useTool('step', withUnknown({ toolset: 'x', tool: 'y', arguments: {} })),
  )
  return unwrap(await client.withOptions({ apiKey }).run('uses-tool'))
}

/** Parameters that are not called, by name, with the reason. */
export const uncheckedParameters: Readonly<Record<string, string>> = {
  'mountInspector(options)': 'needs a page: mount.test.ts of the inspector passes an unknown option',
  'NodeTransport.start(hints)': 'the client calls it, users pass the whole transport',
  'RegistryClient.execute(payload)': 'a payload is the body of a request, which the service validates',
  'WorkflowRunner.run(workflow)': 'a client of the user, whose workflow runMany passes on',
  'enqueueRuns(workflow)': 'the queue stores only its flowId, and openRunWorker gets no schema',
  'responseOf(result)': 'a result of the client',
  'responseOf(result.error)': 'the same',
  'responseOf(result.toolsets)': 'the same',
  'readResponse(__1)': 'a response is data, and an exchange with more members may be passed',
  'RunQueue.resume(options)': 'needs Redis: a test of the queue passes an unknown option',
  'WorkflowRunner.run(options)': 'a client of the caller implements it',
  'Listening.close(options)': 'accepts more on purpose: `afterAll(server.close)` passes the context of the test',
}
