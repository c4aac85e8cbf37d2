/** The connection and the place of an inspector. */
export interface InspectorOptions {
  /** The `fetch` of a host in the same page, to show its world. @default the global fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** The base URL of the server. For a host in the same page, use any URL on localhost. @default the origin of the page */
  readonly url?: string | undefined
  /** The token of the control surface. @default none */
  readonly token?: string | undefined
  /** Whether the address of the page names the current view, for links to a request or a run. @default false */
  readonly hash?: boolean | undefined
}

/**
 * Shows the inspector of a server in an element of a page. The server is reached over HTTP, or is a host in the same page, such
 * as one behind MSW. The styles of the inspector and of the page are separate. It fills the element, which needs a height.
 *
 * @returns a function that removes it.
 * @throws {TypeError} for unknown options, and if the page has no such element.
 *
 * @example
 * ```ts ignore it needs a page
 * import { createMockHost, createSampleWorld } from '@wfhost/mock-server'
 * import { mountInspector } from '@wfhost/mock-server/inspector'
 * import { createMswHandler } from '@wfhost/mock-server/msw'
 * import { setupWorker } from 'msw/browser'
 *
 * const host = createMockHost(createSampleWorld)
 * await setupWorker(createMswHandler(host)).start()
 * const element = document.querySelector('#inspector') ?? document.body
 * mountInspector(element, { fetch: host.fetch, url: 'http://localhost' })
 * ```
 */
export declare function mountInspector(element: Element, options?: InspectorOptions): () => void
