import { createManualClock, createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { APIConnectionError, createRegistryClient, createWorkflowClient, RateLimitError, type Run } from '@wfhost/sdk'
import { type SetupWorker, setupWorker } from 'msw/browser'
import { connectionFaults } from '../../../mock-server/src/faults/connection-faults.ts'
import type { ParityCase } from '../../../mock-server/test/parity/parity-case.ts'
import { parityCases } from '../../../mock-server/test/parity/parity-cases.ts'

type Client = Parameters<typeof createWorkflowClient>[0]

/** One case that ran in the page. `error` is empty if it passed. */
export interface CaseResult {
  readonly name: string
  readonly error: string
}

const flow = '/api/v2/external/flows/echo/published-run'
const limit = { requests: 1, windowMs: 60_000 }

/** Runs every case in the page. `serverUrl` has another origin. */
export async function runCases(serverUrl: string, limitedUrl: string): Promise<CaseResult[]> {
  const service = createMockService(createSampleWorld())
  const limited = createMockService({ ...createSampleWorld(), rateLimit: limit })
  const worker = setupWorker(
    createMswHandler(service, { baseUrl: 'https://workflows.example' }),
    createMswHandler(service, { baseUrl: '/backend' }),
    createMswHandler(service, { baseUrl: '/' }),
    createMswHandler(createMockService({ ...createSampleWorld(), rateLimit: limit }), { baseUrl: 'https://limited.example' }),
  )
  await worker.start({ quiet: true })
  const cases: Readonly<Record<string, () => Promise<void>>> = {
    'core as fetch: a run': () => echo({ baseUrl: 'https://core.example', fetch: service.fetch }),
    'core as fetch: Retry-After is read': () => meetLimit({ baseUrl: 'https://core.example', fetch: limited.fetch }),
    'service worker: a run': () => echo({ baseUrl: 'https://workflows.example' }),
    'service worker: Retry-After is read': () => meetLimit({ baseUrl: 'https://limited.example' }),
    'service worker: a wrong key is 401': () => statusIs('https://workflows.example', 401),
    'service worker: the journal has the runs of both ways': async () =>
      expectEqual(service.journal().filter(({ response }) => response?.status === 200).length, 2),
    'service worker: a fault of each kind of connection is a connection error': () => meetConnectionFaults(worker),
    'service worker: a manifest and an execution': () => useRegistry({ baseUrl: 'https://workflows.example' }),
    'service worker: below a path of the page': () => echo({ baseUrl: `${location.origin}/backend` }),
    'service worker: at the origin of the page, whose own files come as before': shareOrigin,
    'service worker: a console session of the page': useSession,
    'another origin over HTTP: a manifest and an execution': () => useRegistry({ baseUrl: serverUrl }),
    'another origin over HTTP: a run': () => echo({ baseUrl: serverUrl }),
    'another origin over HTTP: a wrong key is 401': () => statusIs(serverUrl, 401),
    'another origin over HTTP: Retry-After is exposed': () => meetLimit({ baseUrl: limitedUrl }),
    'another origin over HTTP: the control surface is closed': async () =>
      expectEqual(await fetch(`${serverUrl}/__mock/worlds`, { method: 'POST' }).catch(() => 'refused'), 'refused'),
    'strict policy: eval is refused': async () => expectEqual(evalRefused(), true),
    [`service worker: ${parityCases.length} parity cases have the same responses and journal as in process`]: () =>
      compareAdapters(worker),
  }
  const results: CaseResult[] = []
  for (const [name, run] of Object.entries(cases)) {
    results.push({ name, error: await run().then(() => '', String) })
  }
  worker.stop()
  return results
}

async function echo(options: Client): Promise<void> {
  const run: Run = await client(options).run('echo', { text: 'Hello' })
  expectEqual(run.status, 'success')
}

async function useRegistry(options: Parameters<typeof createRegistryClient>[0]): Promise<void> {
  const registry = createRegistryClient({ apiKey: sampleKeys.defaultEnvironment, dangerouslyAllowBrowser: true, ...options })
  const { toolsets = [] } = await registry.manifest()
  expectEqual(toolsets.map(({ id }) => id).join(), 'mail,weather')
  expectEqual((await registry.execute({ toolset: 'mail', tool: 'count' })).status, 'success')
}

async function shareOrigin(): Promise<void> {
  await echo({ baseUrl: location.origin })
  const own = await (await fetch('/')).text()
  expectEqual(own.includes('<title>Cases</title>'), true)
}

async function useSession(): Promise<void> {
  const path = '/v1/orgs/acme/wfhost/manifest'
  expectEqual((await fetch(path)).status, 401)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
  document.cookie = `console_session=${sampleKeys.consoleSession}`
  expectEqual((await fetch(path)).status, 200)
  expectEqual((await fetch(path, { credentials: 'omit' })).status, 401)
  expectEqual((await fetch(`https://workflows.example${path}`, { credentials: 'include' })).status, 200)
}

async function meetConnectionFaults(worker: SetupWorker): Promise<void> {
  const service = createMockService(createSampleWorld())
  const baseUrl = 'https://broken.example'
  worker.use(createMswHandler(service, { baseUrl }))
  for (const { kind } of connectionFaults) {
    service.addFault({ kind, count: 1 })
    const error = await client({ baseUrl, maxRetries: 0 })
      .run('echo')
      .catch((reason: unknown) => reason)
    expectEqual(error instanceof APIConnectionError ? kind : error, kind)
  }
  worker.resetHandlers()
}

async function meetLimit(options: Client): Promise<void> {
  await echo(options)
  const error = await client({ ...options, maxRetries: 0 })
    .run('echo', { text: 'Again' })
    .catch((reason: unknown) => reason)
  expectEqual(error instanceof RateLimitError, true)
  expectEqual(error instanceof RateLimitError && typeof error.retryAfterMs === 'number' && error.retryAfterMs > 0, true)
}

async function statusIs(baseUrl: string, status: number): Promise<void> {
  const headers = { authorization: 'Bearer wrong', 'content-type': 'application/json' }
  const response = await fetch(baseUrl + flow, { method: 'POST', headers, body: '{"args":[]}' })
  expectEqual(response.status, status)
}

/** Sends every case of parity to a service in process and to an equal one behind the service worker. */
async function compareAdapters(worker: SetupWorker): Promise<void> {
  const baseUrl = 'https://parity.example'
  const fresh = () => createMockService(createSampleWorld(), { clock: createManualClock(), baseUrl })
  const [core, throughWorker] = [fresh(), fresh()]
  worker.use(createMswHandler(throughWorker, { baseUrl }))
  const different: string[] = []
  for (const { name, ...given } of parityCases) {
    const inProcess = await seen(core, { ...given, send: core.fetch, baseUrl })
    const byWorker = await seen(throughWorker, { ...given, send: fetch, baseUrl })
    if (inProcess !== byWorker) different.push(`${name}: ${inProcess} and ${byWorker}`)
  }
  worker.resetHandlers()
  expectEqual(different.slice(0, 3).join('\n'), '')
}

interface Sent extends Omit<ParityCase, 'name'> {
  readonly baseUrl: string
  readonly send: (request: Request) => Promise<Response>
}

/** Returns the response and its entry in the journal as one text. */
async function seen(service: MockService, { baseUrl, before, body, headers, method, path, send }: Sent): Promise<string> {
  before?.(service)
  const response = await send(new Request(baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) }))
  const received = [response.status, [...response.headers].toSorted(), await response.text()]
  const text = JSON.stringify([received, service.journal()])
  service.clearJournal()
  return text
}

function client(options: Client): ReturnType<typeof createWorkflowClient> {
  return createWorkflowClient({ apiKey: sampleKeys.workflows, dangerouslyAllowBrowser: true, ...options })
}

function evalRefused(): boolean {
  try {
    // biome-ignore lint/security/noGlobalEval: the case is that the policy of the page refuses it.
    globalThis.eval('1')
    return false
  } catch {
    return true
  }
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, found ${String(actual)}`)
}

Object.assign(globalThis, { runCases })
