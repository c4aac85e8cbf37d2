import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockService, type MockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { stringify } from 'yaml'
import type { Io } from '../src/cli/io.ts'
import { main } from '../src/cli/main.ts'
import { createSuiteOptions } from '../src/engine/check-server.ts'
import { checks, permissions, type RunnableCheck } from '../src/engine/checks.ts'
import { runSuite } from '../src/engine/run-suite.ts'
import type { ServerDescription } from '../src/engine/server-description.ts'
import type { FinishedRun } from '../src/engine/suite.ts'
import type { ServerHooks } from '../src/target/target.ts'
import { contractFixtures, createContractWorld, localSettleMs } from './contract-world.ts'
import { createLocalHooks, waitOn } from './local-hooks.ts'
import type { Change } from './mutants/mutant.ts'

/** Runs the suite, or some checks, with everything allowed, on a server in this process that has the contract world. */
export function checkService(
  service: MockService,
  options: Partial<ServerDescription> = {},
  request: readonly RunnableCheck[] = checks,
): Promise<FinishedRun> {
  return runSuite(request, { options: { ...createSuiteOptions({ ...describeService(service), ...options }), trace: 'selftest' } })
}

/** Runs checks on a new server with a change. */
export function checkChanged(
  change: Change,
  options: Partial<ServerDescription> = {},
  request: readonly RunnableCheck[] = checks,
): Promise<FinishedRun> {
  return checkService(change(createMockService(createContractWorld())), options, request)
}

/** Describes a server with the contract world in this process. */
export function describeService(service: MockService): ServerDescription {
  return {
    name: 'selftest',
    baseUrl: 'http://workflows.test',
    fetch: service.fetch,
    fixtures: contractFixtures,
    hooks: createLocalHooks(service),
    // A server that has not responded by then is silent on purpose.
    timeoutMs: 2000,
    settleMs: localSettleMs,
    wait: waitOn(service),
    allow: permissions,
    maxRuns: 1000,
    maxExecutions: 1000,
    secrets: { CANARY: contractFixtures.echo.key },
  }
}

/** A server of the contract world with hooks, both over HTTP, and a configuration for them. */
export interface ServedWorld {
  readonly url: string
  readonly service: MockService
  /** Every request that reached the API: method and path. */
  readonly seen: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
  readonly close: () => Promise<void>
}

/** Serves the contract world; `mutate` may put a defect in front of it. */
export async function serveWorld(mutate: Change = (service) => service): Promise<ServedWorld> {
  const service = mutate(createMockService(createContractWorld()))
  const seen: string[] = []
  const server = await listen(async (request: Request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname}`)
    return service.fetch(await copyRequest(request))
  })
  const hooks = createLocalHooks(service)
  const control = await listen((request: Request) => callHook(hooks, request))
  const config = {
    name: 'contract world',
    baseUrl: server.url,
    settleMs: localSettleMs,
    allow: [...permissions],
    fixtures: contractFixtures,
    hooks: {
      publishWorkflow: { url: `${control.url}/publish/{flowId}`, pick: '/key' },
      unpublishWorkflow: { url: `${control.url}/unpublish/{flowId}` },
      publishToolset: { url: `${control.url}/publish-toolset`, body: { toolset: '{toolset}', version: '{version}' } },
      regenerateKey: { url: `${control.url}/regenerate/{flowId}`, pick: '/key' },
      creditBalance: { url: `${control.url}/credits`, method: 'GET', pick: '/credits' },
      limitRate: { url: `${control.url}/limit`, body: { requests: '{requests}', windowMs: '{windowMs}' } },
      endedRuns: { url: `${control.url}/ended`, method: 'GET', pick: '/ended' },
    },
  }
  return {
    url: server.url,
    service,
    seen,
    config,
    close: async () => {
      await control.close()
      await server.close()
    },
  }
}

/** The adapter's own kind of Request cannot be given to `new Request`, as some mutants do. */
async function copyRequest(request: Request): Promise<Request> {
  const { headers, method, url } = request
  return new Request(url, { method, headers, ...(method === 'GET' ? {} : { body: await request.arrayBuffer() }) })
}

async function callHook(hooks: ServerHooks, request: Request): Promise<Response> {
  const [, action = '', flowId = ''] = new URL(request.url).pathname.split('/')
  const body = async () => JSON.parse(await request.text())
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    publish: async () => ({ key: await hooks.publishWorkflow(flowId) }),
    unpublish: () => hooks.unpublishWorkflow(flowId),
    'publish-toolset': async () => hooks.publishToolset(await body()),
    regenerate: async () => ({ key: await hooks.regenerateKey(flowId) }),
    credits: async () => ({ credits: await hooks.creditBalance() }),
    limit: async () => hooks.limitRate(await body()),
    ended: async () => ({ ended: await hooks.endedRuns(flowId) }),
  }
  return Response.json((await actions[action]?.()) ?? {})
}

export interface CommandInput extends Partial<Pick<Io, 'environment' | 'showProgress' | 'signal'>> {
  /** The configuration: its text, or its parsed value. */
  readonly config?: unknown
}

export interface CommandResult {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs the command line with a configuration, which is written to its own file. */
export async function runCommandLine(
  args: readonly string[],
  { config, environment = {}, showProgress, signal }: CommandInput = {},
): Promise<CommandResult> {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-conformance-'))
  const file = join(folder, 'target.yaml')
  if (config !== undefined) await writeFile(file, typeof config === 'string' ? config : stringify(config))
  const output: string[] = []
  const errors: string[] = []
  const code = await main([...args, ...(config === undefined ? [] : ['--config', file])], {
    environment,
    colour: false,
    print: (text) => output.push(text),
    printError: (text) => errors.push(text),
    showProgress,
    ...(signal === undefined ? {} : { signal }),
  })
  await rm(folder, { recursive: true })
  return { code, output: output.join('\n'), errors: errors.join('\n') }
}
