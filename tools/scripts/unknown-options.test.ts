import { readFile } from 'node:fs/promises'
import { checkServer, checkWorkflow, verifyContract } from '@wfhost/contract-tests'
import { createMockControl, createMockHost, createMockService, createSampleWorld } from '@wfhost/mock-server'
import { createGuard } from '@wfhost/mock-server/guard'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { routeWorld } from '@wfhost/mock-server/playwright'
import { openTestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import { worldPlugin } from '@wfhost/mock-server/vite'
import { createServiceFromWorldFile } from '@wfhost/mock-server/world-file'
import { validateRequestBody, validateResponse, validateSchema } from '@wfhost/openapi/validators'
import { createRunWorker, enqueueRuns, openRunQueue } from '@wfhost/queue'
import { createRegistryClient, createWorkflowClient, forwardWebhook, runMany, waitForRun } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { createNodeTransport } from '@wfhost/sdk/node'
import { traceCalls, traceHooks } from '@wfhost/sdk/otel'
import { expect, test } from 'vitest'
import { readOutcomes } from '../../queue/src/outcomes.ts'

const unknown = { colour: 'red' } as object as never
const service = createMockService(createSampleWorld())
const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch: service.fetch })

/** Each public function with options, called with an option that it does not have. */
const calls: Readonly<Record<string, () => unknown>> = {
  createWorkflowClient: () => createWorkflowClient(unknown),
  createRegistryClient: () => createRegistryClient(unknown),
  withOptions: () => client.withOptions(unknown),
  run: () => client.run('echo', {}, unknown),
  start: () => client.start('echo', {}, unknown),
  forwardWebhook: () => forwardWebhook(client, 'echo', '{}', unknown),
  runMany: () => runMany(client, 'echo', [], unknown).next(),
  waitForRun: () => waitForRun('1', Object.assign({ poll: async () => 1 }, unknown)),
  openBatchFile: () => openBatchFile('/nowhere', unknown),
  traceCalls: () => traceCalls(client, unknown),
  traceHooks: () => traceHooks(unknown),
  createNodeTransport: () => createNodeTransport(unknown),
  createMockService: () => createMockService({}, unknown),
  createMockHost: () => createMockHost(() => ({}), unknown),
  createMockControl: () => createMockControl('http://localhost', unknown),
  createMswHandler: () => createMswHandler(service, unknown),
  listen: () => listen(service, unknown),
  'limits of listen': () => listen(service, { limits: unknown }),
  createGuard: () => createGuard(Object.assign({ upstream: 'http://localhost' }, unknown)),
  createServiceFromWorldFile: () => createServiceFromWorldFile('workspaces: []', unknown),
  openTestWorld: () => openTestWorld(unknown),
  withTestWorld: () => withTestWorld(unknown, () => undefined),
  worldPlugin: () => worldPlugin(unknown),
  routeWorld: () =>
    routeWorld(
      { route: async () => {}, unroute: async () => {} } as never,
      { url: 'http://localhost', fetch: service.fetch },
      unknown,
    ),
  checkServer: () => checkServer(Object.assign({ name: 'x', baseUrl: 'http://localhost' }, unknown) as never),
  checkWorkflow: () =>
    checkWorkflow({ flowId: 'echo' }, Object.assign({ baseUrl: 'http://localhost', key: 'k' }, unknown) as never),
  verifyContract: () => verifyContract('/nowhere.har', Object.assign({ baseUrl: 'http://localhost' }, unknown) as never),
  openRunQueue: () => openRunQueue('x', unknown),
  createRunWorker: () => createRunWorker(unknown),
  outcomes: () => readOutcomes({} as never, unknown).next(),
  enqueueRuns: () => enqueueRuns({} as never, 'echo', [], unknown),
  validateRequestBody: () => validateRequestBody('executeTool', {}, unknown),
  validateResponse: () => validateResponse('executeTool', { status: 200 } as never, unknown),
  validateSchema: () => validateSchema('Tool', {}, unknown),
}

test.each(Object.keys(calls))('%s rejects an option that it does not have', async (name) => {
  await expect(async () => calls[name]?.()).rejects.toThrow(/colour/)
})

/** The reports of the surface list every public function. */
async function listFunctionsWithOptions(): Promise<readonly string[]> {
  const packages = ['sdk', 'mock-server', 'contract-tests', 'queue', 'openapi']
  const reports = await Promise.all(
    packages.map((name) => readFile(new URL(`../../${name}/${name}.api.md`, import.meta.url), 'utf8')),
  )
  return reports.flatMap((report) => [...report.matchAll(/^function (\w+): .*Options\b/gm)].map(([, name = '']) => name))
}

test('every public function with options is tested', async () => {
  // The first one needs a page, and the other one passes its options to vitest.
  const untestable = ['mountInspector', 'describeConformance']
  const names = await listFunctionsWithOptions()

  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !untestable.includes(name) && calls[name] === undefined)).toEqual([])
})
