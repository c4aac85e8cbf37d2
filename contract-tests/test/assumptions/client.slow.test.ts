import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Assumptions, createManualClock, type MockService, type VirtualClock } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { assumptionSets } from '../../../tools/scripts/assumptions.ts'
import { count } from '../../../tools/scripts/count.ts'
import { type ClientScenario, type Network, openService, openStage, origin, playOnService } from './client/client-scenario.ts'
import { refusalScenarios } from './client/refusal-scenarios.ts'
import { registryScenarios } from './client/registry-scenarios.ts'
import { runScenarios } from './client/run-scenarios.ts'

const scenarios: readonly ClientScenario[] = [...runScenarios, ...refusalScenarios, ...registryScenarios]

// The scenarios mostly wait for turns of the event loop, so several tests take the time of one.
test.concurrent.for(assumptionSets)(
  'the client plays every scenario on the reference server with $name',
  async ({ assumptions }, { task }) => {
    expect(await failuresOf((scenario) => playOnService(scenario, assumptions))).toEqual([])
    count({ 'sets of assumptions': { 'client scenarios played': scenarios.length } }, task)
  },
)

test.each<Partial<Assumptions>>([{}, { statusEndpoint: 'runs' }])(
  'the client behaves the same on a server with %j and on its replayed recording',
  { timeout: 120_000 },
  async (assumptions) => {
    const folder = await mkdtemp(join(tmpdir(), 'replay-'))
    const file = join(folder, 'recorded.har')
    const handled: Record<'fetch', MockService['fetch']> = { fetch: async () => Response.error() }
    const upstream = await listen((request) => handled.fetch(request))
    await using recorder = await serve('record', '--port', '0', '--json', '--upstream', upstream.url, '--output', file)
    const recording = await failuresOf(async ({ play }) => {
      const waits = createWaits()
      const service = openService(assumptions, waits.clock)
      handled.fetch = (request) => waits.during(() => service.fetch(request))
      await play(openStage(service, assumptions, overHttp(recorder.url, waits.count)))
    })
    await recorder[Symbol.asyncDispose]()
    await upstream.close()
    await using replayer = await serve('replay', '--port', '0', '--json', file)
    const replaying = await failuresOf(async ({ play }) => {
      const network = overHttp(replayer.url, () => 0)
      await play(openStage(openService(assumptions), assumptions, network))
    })
    expect({ recording, replaying }).toEqual({ recording: [], replaying: [] })
    count({ 'sets of assumptions': { 'client scenarios replayed': scenarios.length } })
    await rm(folder, { recursive: true })
  },
)

async function failuresOf(play: (scenario: ClientScenario) => Promise<void>): Promise<string[]> {
  const failures: string[] = []
  for (const scenario of scenarios) {
    await play(scenario).catch((error: unknown) => failures.push(`${scenario.name}: ${String(error)}`))
  }
  return failures
}

/** A frozen clock that counts the requests that wait for it. */
function createWaits() {
  const clock = createManualClock()
  const requests = new Set<{ sleeps: number; isNew: boolean }>()
  const handled = new AsyncLocalStorage<{ sleeps: number }>()
  async function sleep(...given: Parameters<VirtualClock['sleep']>): Promise<void> {
    const request = handled.getStore() ?? { sleeps: 0 }
    request.sleeps += 1
    return clock.sleep(...given).finally(() => (request.sleeps -= 1))
  }
  return {
    // The object inherits from the clock, because the service checks whether that clock is frozen.
    clock: Object.assign(Object.create(clock), { sleep }) as VirtualClock,
    during: async (handle: () => Promise<Response>) => {
      const request = { sleeps: 0, isNew: true }
      requests.add(request)
      const response = handled.run(request, handle).finally(() => requests.delete(request))
      // The response to a run that waits only for its limit must come before the clock continues.
      await Promise.race([response, setTimeout(50)])
      request.isNew = false
      return response
    },
    count: () => [...requests].filter(({ isNew, sleeps }) => !isNew && sleeps > 0).length,
  }
}

/** Sends the requests to a server. A request is in progress while the service does not wait for its clock. */
function overHttp(url: string, waiting: () => number): Network {
  let pending = 0
  async function send(request: Request): Promise<Response> {
    const response = await fetch(new Request(request.url.replace(origin, url), request))
    return new Response((await response.text()) || null, response)
  }
  return {
    isBusy: () => pending > waiting(),
    fetch: (request) => {
      pending += 1
      return send(request).finally(() => (pending -= 1))
    },
  }
}

/** Starts `wfhost-mock` from source; it says in a line of JSON where it serves. */
async function serve(...args: readonly string[]): Promise<AsyncDisposable & { readonly url: string }> {
  const cli = fileURLToPath(new URL('../../../mock-server/src/cli.ts', import.meta.url))
  const server = spawn(process.execPath, ['--conditions=@wfhost/source', cli, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const [line] = await once(createInterface(server.stdout), 'line')
  return {
    url: JSON.parse(String(line)).url,
    [Symbol.asyncDispose]: async () => {
      server.kill()
      await ended
    },
  }
}
