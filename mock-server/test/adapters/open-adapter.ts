import type { MockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { getResponse, http as http2 } from 'msw2'
import { vi } from 'vitest'

export const adapterNames = ['core', 'MSW 3', 'MSW 2', 'HTTP', 'HTTP by web requests'] as const

export type AdapterName = (typeof adapterNames)[number]

export interface Adapter {
  readonly name: AdapterName
  readonly service: MockService
  readonly send: (path: string, init: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

/** Where a service is taken to be by the adapters that have no address. */
export const origin = 'http://workflows.test'

/** Opens an adapter to a service. Only one adapter of MSW 3 can be open at a time, because it replaces fetch. */
export async function openAdapter(name: AdapterName, service: MockService): Promise<Adapter> {
  return { name, service, ...(await openings[name](service)) }
}

type Opened = Pick<Adapter, 'send' | 'close'>

const openings: Readonly<Record<AdapterName, (service: MockService) => Promise<Opened>>> = {
  core: async (service) => ({
    send: (path, init) => service.fetch(new Request(origin + path, init)),
    close: async () => {},
  }),
  'MSW 3': async (service) => {
    const network = setupServer(createMswHandler(service, { baseUrl: origin }))
    network.listen({ onUnhandledFrame: 'bypass' })
    return { send: (path, init) => fetch(origin + path, init), close: async () => network.close() }
  },
  'MSW 2': async (service) => {
    const handlers = [await createMsw2Handler(service)]
    const send: Opened['send'] = async (path, init) => {
      const response = await getResponse(handlers, new Request(origin + path, init))
      // The change that MSW makes to a request if it replaces fetch.
      if (response === undefined || response.type === 'error') throw new TypeError('Failed to fetch')
      return response
    }
    return { send, close: async () => {} }
  },
  HTTP: (service) => openHttp(service, service),
  // A function that is not the service's own receives web requests and returns web responses.
  'HTTP by web requests': (service) => openHttp((request) => service.fetch(request), service),
}

async function openHttp(target: Parameters<typeof listen>[0], service: MockService): Promise<Opened> {
  const server = await listen(target)
  const close = (): Promise<void> => {
    service.stop()
    return server.close()
  }
  return { send: (path, init) => fetch(server.url + path, init), close }
}

type Handler2 = ReturnType<typeof http2.all>

/** The adapter by MSW, made with MSW 2 in the place of MSW 3. */
async function createMsw2Handler(service: MockService): Promise<Handler2> {
  vi.resetModules()
  vi.doMock('msw', () => ({ http: http2 }))
  const adapter = await import('@wfhost/mock-server/msw')
  vi.doUnmock('msw')
  // Its type is that of MSW 3 here; at run time it is that of the MSW which is installed.
  return adapter.createMswHandler(service, { baseUrl: origin }) as unknown as Handler2
}
