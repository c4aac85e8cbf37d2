/** Where the inspector is shown, and what it reaches. */
export interface InspectorOptions {
  /** The `fetch` of a host in the same page, whose world it shows then. @default the global fetch */
  readonly fetch?: (request: Request) => Promise<Response>
  /** The base URL of the server; for a host in the same page any on localhost. @default the origin of the page */
  readonly url?: string
  /** The token of the control surface. @default none */
  readonly token?: string
  /** Whether the address of the page names what is shown, for links to a request or a run. @default false */
  readonly hash?: boolean
}

/**
 * Shows the inspector of a server in an element of a page: of a server over HTTP, or of a host in the same page, such as one
 * behind MSW. Its styles and those of the page do not meet; it fills the element, which needs a height.
 *
 * @returns what takes it away again.
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
 * mountInspector(document.querySelector('#inspector'), { fetch: host.fetch, url: 'http://localhost' })
 * ```
 */
export declare function mountInspector(element: Element, options?: InspectorOptions): () => void
