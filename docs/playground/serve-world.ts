import { createMockHost, type MockHost } from '@wfhost/mock-server'
import { mountInspector } from '@wfhost/mock-server/inspector'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { setupWorker } from 'msw/browser'
import { createActionLog } from './action-log.ts'

/** The default address of `wfhost-mock`, so that a program of the playground runs elsewhere without changes. */
const url = 'http://127.0.0.1:4010'

export interface ServedWorld {
  /**
   * Starts the world anew from a world file. Then it does again what the reader did in the inspector, such as adding a fault.
   *
   * @throws {WorldFileError} with one line for each problem.
   */
  readonly begin: (text: string) => Promise<void>
  /** Starts the world anew, and forgets what the reader did in the inspector. */
  readonly reset: (text: string) => Promise<void>
}

/** Serves a world at the address to all requests of this page, through a service worker, and shows it in an element. */
export async function serveWorld(inspector: Element): Promise<ServedWorld> {
  const actions = createActionLog()
  let current: { readonly host: MockHost; readonly text: string } | undefined
  let unmount = (): void => {}
  const fetch = (request: Request): Promise<Response> => {
    return current?.host.fetch(request) ?? Promise.resolve(Response.error())
  }
  const serviceWorker = { url: './mockServiceWorker.js' }
  // MSW itself would only log this to the console.
  if (!navigator.serviceWorker) throw new Error('this page has none')
  await setupWorker(createMswHandler({ fetch }, { baseUrl: url })).start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker,
  })

  async function begin(text: string): Promise<void> {
    // With the same host, the inspector stays in the view that the reader has chosen.
    if (current?.text === text) {
      current.host.service.reset()
      await actions.repeat(current.host.fetch)
      return
    }
    const { assumptions, seed } = readWorldFile(text)
    const host = createMockHost(() => seed, { assumptions, worldFile: async () => ({ name: 'world.yaml', text }) })
    current = { host, text }
    await host.service.registries.syncAll()
    await actions.repeat(host.fetch)
    unmount()
    // Only the requests of the inspector go this way. Those of the program come through the service worker.
    unmount = mountInspector(inspector, { fetch: actions.recordThrough(host.fetch), url })
  }

  return {
    begin,
    reset: (text) => {
      actions.clear()
      return begin(text)
    },
  }
}
