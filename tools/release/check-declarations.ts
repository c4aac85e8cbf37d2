import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilations } from './compilations.ts'

/** Values and inferred types of each package that a project can export again. */
const exported: Readonly<Record<string, string>> = {
  sdk: `
import { createWorkflowClient, createRegistryClient, runMany, waitForRun, defineWorkflow } from '@wfhost/sdk'
import { forwardWebhook, isAPIError, responseOf, unwrap } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { readResponse, responseSchemas } from '@wfhost/sdk/schemas'

export const client = createWorkflowClient({})
export const { api, run, start, withOptions } = client
export const ended = await client.run('flow', {})
export const failure = ended.status === 'failed' ? ended.error : undefined
export const step = ended.stepOutputs['step']
export const started = await client.start('flow', {})
export const batch = runMany(client, 'flow', [{ a: 1 }])
export const waiting = waitForRun(started, { poll: async () => 5 })
export const workflow = defineWorkflow({ flowId: 'flow' })
export const registry = createRegistryClient({})
export const manifest = await registry.manifest()
export const parameter = manifest.toolsets?.[0]?.tools?.[0]?.parameters?.[0]
export const execution = await registry.execute({})
export const details = responseOf(ended)
export const value = unwrap(ended)
export const store = await openBatchFile('done.jsonl')
export const others = [forwardWebhook, isAPIError, readResponse, responseSchemas]

export function wrap(options: Parameters<typeof createWorkflowClient>[0]) {
  return createWorkflowClient(options)
}

export async function failing() {
  const thrown: unknown = await client.run('flow').catch((error: unknown) => error)
  return isAPIError(thrown) ? thrown : undefined
}
`,

  'mock-server': `
import { createManualClock, createMockControl, createMockHost, createMockService } from '@wfhost/mock-server'
import { createSampleWorld, createSeededRandom, listAssumptions, sampleKeys, toCurl, toHar } from '@wfhost/mock-server'
import { createGuard } from '@wfhost/mock-server/guard'
import { listen } from '@wfhost/mock-server/http'
import { matchers } from '@wfhost/mock-server/matchers'
import { openTestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import { openServiceFromWorldFile, readWorldFile } from '@wfhost/mock-server/world-file'

export const seed = createSampleWorld()
export const service = createMockService(seed, { clock: createManualClock(), random: createSeededRandom(1) })
export const { clock, fetch, journal, publish, registries, state, verify, waitForRequest } = service
export const key = service.publish('greet', ({ name }) => 'Hello')
export const exchanges = service.journal()
export const stored = service.state()
export const host = createMockHost(() => seed)
export const control = createMockControl('http://localhost')
export const remote = await control.createWorld()
export const runs = await control.runs()
export const server = await listen(service)
export const guard = createGuard({ upstream: 'http://localhost' })
export const world = await openTestWorld()
export const within = withTestWorld({}, ({ url }) => url)
export const assumptions = listAssumptions()
export const ownMatchers = { ...matchers }
export const others = [openServiceFromWorldFile, readWorldFile, sampleKeys, toCurl, toHar]

export function wrap(options: Parameters<typeof createMockService>[1]) {
  return createMockService({}, options)
}
`,

  'contract-tests': `
import { checkServer, checkWorkflow, ConfigurationError, verifyContract } from '@wfhost/contract-tests'

export const run = await checkServer({ name: 'x', baseUrl: 'http://localhost' })
export const { report } = run
export const [check] = report.checks
export const verified = await verifyContract('contract.har', { name: 'x', baseUrl: 'http://localhost' })
export const options = { baseUrl: 'http://localhost', apiKey: 'k', examples: [] }
export const workflow = await checkWorkflow({ flowId: 'x' }, options)
export const [finding] = workflow.findings
export const others = [ConfigurationError]

export function wrap(server: Parameters<typeof checkServer>[0]) {
  return checkServer(server)
}
`,

  queue: `
import { enqueueRuns, openRunQueue, openRunWorker } from '@wfhost/queue'

export const queue = await openRunQueue('tickets')
export const { status, outcomes, retryUnknown } = queue
export const now = await queue.status()
export const worker = await openRunWorker({ queue, client: { run: async () => undefined as never } })
export const added = await enqueueRuns(queue, 'flow', [{ a: 1 }])
export const [outcome] = await Array.fromAsync(queue.outcomes())
`,

  openapi: `
import { operationTable, requirements } from '@wfhost/openapi'
import { validateRequestBody, validateResponse, validateSchema } from '@wfhost/openapi/validators'

export const [requirement] = requirements
export const problems = validateSchema('Tool', {})
export const others = [operationTable, validateRequestBody, validateResponse]
`,
}

/**
 * Checks that a project can emit declarations for its exports of each package, with both compilers, and with and without
 * `exactOptionalPropertyTypes`. A type without an importable name is an error there (TS4023, TS2883).
 */
export function checkDeclarations(project: string): void {
  const files = Object.entries(exported).map(([name, text]) => {
    const file = `exported-${name}.mts`
    writeFileSync(join(project, file), text)
    return file
  })

  for (const { compiler, exactOptionalPropertyTypes } of compilations) {
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'esnext,dom,dom.iterable', '--skipLibCheck']
    const emit = ['--declaration', '--emitDeclarationOnly', '--outDir', 'declarations']
    const strict = ['--strict', '--exactOptionalPropertyTypes', String(exactOptionalPropertyTypes)]
    execFileSync(process.execPath, [compiler, ...target, ...emit, ...strict, ...files], { cwd: project, stdio: 'inherit' })
  }
  console.log(`declarations: ${files.length} packages, ${compilations.length} compilations`)
}
