import { createManualClock, createMockService, createSampleWorld, type MockService, type Profile } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { getResponse, http as http2 } from 'msw2'
import { vi } from 'vitest'
import type { ParityCase } from './parity-case.ts'

/** A way to a service of its own. */
export interface Door {
  readonly name: string
  readonly service: MockService
  readonly send: (parityCase: ParityCase) => Promise<Response>
}

/** Every door, and what closes them. */
export interface Doors {
  readonly doors: readonly Door[]
  readonly close: () => Promise<void>
}

const origin = 'http://workflows.test'

/** Opens every door to a fresh service with a profile. */
export async function openDoors(profile: Partial<Profile>): Promise<Doors> {
  // One baseUrl for all, because manifests say where the service is.
  const fresh = (): MockService =>
    createMockService(createSampleWorld(), { clock: createManualClock(), baseUrl: origin, profile })
  const [core, behindMsw, behindMsw2, behindHttp, behindWeb] = [fresh(), fresh(), fresh(), fresh(), fresh()]
  const network = setupServer(createMswHandler(behindMsw, { baseUrl: origin }))
  network.listen({ onUnhandledFrame: 'bypass' })
  const handlers2 = [await createMsw2Handler(behindMsw2)]
  const server = await listen(behindHttp)
  // A function that is not the service's own gets web requests and answers with web responses.
  const webServer = await listen((request) => behindWeb.fetch(request))
  const doors: Door[] = [
    { name: 'core', service: core, send: (given) => core.fetch(requestOf(given, origin)) },
    { name: 'MSW 3', service: behindMsw, send: (given) => fetch(requestOf(given, origin)) },
    {
      name: 'MSW 2',
      service: behindMsw2,
      send: async (given) => (await getResponse(handlers2, requestOf(given, origin))) ?? Response.error(),
    },
    { name: 'HTTP', service: behindHttp, send: (given) => fetch(requestOf(given, server.url)) },
    { name: 'HTTP by web requests', service: behindWeb, send: (given) => fetch(requestOf(given, webServer.url)) },
  ]
  return {
    doors,
    close: async () => {
      network.close()
      await Promise.all([server.close(), webServer.close()])
    },
  }
}

type Handler2 = ReturnType<typeof http2.all>

/** The same door, made with MSW 2 in the place of MSW 3. */
async function createMsw2Handler(service: MockService): Promise<Handler2> {
  vi.resetModules()
  vi.doMock('msw', () => ({ http: http2 }))
  const door = await import('@wfhost/mock-server/msw')
  vi.doUnmock('msw')
  // Its type is that of MSW 3 here; at run time it is that of the MSW which is installed.
  return door.createMswHandler(service, { baseUrl: origin }) as unknown as Handler2
}

function requestOf({ body, headers, method, path }: ParityCase, base: string): Request {
  return new Request(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
}
