import { MockStateError } from '../mock-state-error.ts'
import { isApiPath } from './paths.ts'
import type { PlainHandler, PlainRequest } from './plain-exchange.ts'
import { createWebFetch, type FetchTarget, getBasePath, getPlainHandler, getWebHandler, type WebHandler } from './web-fetch.ts'

/** How to handle a request below a base URL that the API document does not describe. */
export type OnUnhandledRequest = 'passthrough' | 'not-found'

/**
 * Checks the value of the option `onUnhandledRequest`.
 *
 * @throws {MockStateError} with the valid values.
 */
export function validateOnUnhandledRequest(value: OnUnhandledRequest | undefined, action: string): void {
  if (value === undefined || value === 'passthrough' || value === 'not-found') return
  const found = JSON.stringify(value)
  throw new MockStateError(`Cannot ${action}: expected onUnhandledRequest to be passthrough or not-found, found ${found}`)
}

interface MountOptions {
  readonly url: string
  /** The action of the caller, for error messages: the words after "Cannot". */
  readonly action: string
}

/**
 * Serves a service at a base URL. The path of that URL replaces the path of the service's own `baseUrl`.
 *
 * @throws {MockStateError} for an invalid URL.
 */
export class MountedWorld {
  readonly baseUrl: URL
  /** Whether the page has the same origin. Requests may then be for files of the page. */
  readonly sharesOriginWithPage: boolean
  readonly #outerPath: string
  readonly #innerPath: string
  readonly #webHandler: WebHandler
  readonly #plainHandler: PlainHandler | undefined

  constructor(target: FetchTarget, { action, url }: MountOptions) {
    this.baseUrl = readBaseUrl(url, action)
    this.sharesOriginWithPage = isOriginOfPage(this.baseUrl)
    this.#outerPath = getPathOf(this.baseUrl)

    this.#webHandler = getWebHandler(target, action)
    this.#plainHandler = getPlainHandler(this.#webHandler)
    this.#innerPath = getBasePath(this.#webHandler)
  }

  /** Returns whether a URL is the base URL or below it. This is a function, so that it can be passed as a value. */
  readonly matchesUrl = ({ origin, pathname }: URL): boolean => {
    if (origin !== this.baseUrl.origin) return false
    return pathname === this.#outerPath || pathname.startsWith(`${this.#outerPath}/`)
  }

  /** Returns whether the API document describes the path. The method does not matter: a wrong method is a mistake of the client. */
  isApiPath({ pathname }: URL): boolean {
    return isApiPath(pathname.slice(this.#outerPath.length))
  }

  /** Handles a request below the base URL, with cookies that the request itself does not contain. */
  async handle(request: Request, cookies?: string): Promise<Response> {
    const isUnchanged = this.#outerPath === this.#innerPath && cookies === undefined
    if (isUnchanged) return this.#webHandler(request)

    const plainHandler = this.#plainHandler
    if (plainHandler === undefined) return this.#webHandler(this.#moveWebRequest(request, cookies))

    const webHandler = createWebFetch((plainRequest) => {
      const path = this.#toInnerPath(plainRequest.path)
      return plainHandler(movePlainRequest(plainRequest, { path, originPath: this.#outerPath, cookies }))
    })
    return webHandler(request)
  }

  #toInnerPath(path: string): string {
    return this.#innerPath + (path.slice(this.#outerPath.length) || '/')
  }

  #moveWebRequest(request: Request, cookies: string | undefined): Request {
    const url = new URL(request.url)
    url.pathname = this.#toInnerPath(url.pathname)
    const moved = new Request(url, request)
    if (cookies !== undefined && !moved.headers.has('cookie')) moved.headers.set('cookie', cookies)
    return moved
  }
}

interface Move {
  readonly path: string
  /** The path that is added to the origin, because it is part of the public URL. */
  readonly originPath: string
  readonly cookies: string | undefined
}

/**
 * Copies a plain request with another path, and with cookies if it has none. Only a plain request can get cookies in a
 * page: browsers do not allow a page to set the header of a web request.
 */
export function movePlainRequest(request: PlainRequest, { cookies, originPath, path }: Move): PlainRequest {
  function header(name: string): string | undefined {
    const value = request.header(name)
    return name === 'cookie' ? (value ?? cookies) : value
  }

  return {
    body: request.body,
    method: request.method,
    search: request.search,
    signal: request.signal,
    isBodyInvalidUtf8: request.isBodyInvalidUtf8,
    path,
    origin: request.origin + originPath,
    header,
  }
}

/**
 * Parses a base URL. In a page, a path such as `/api` is resolved against the URL of the page.
 *
 * @throws {MockStateError} for an invalid URL, with the remedy.
 */
export function readBaseUrl(text: string, action: string): URL {
  const page = getPageUrl()
  const url = parseUrl(text, page)
  // No request has them in its URL, and a message must not show a password.
  if (url !== undefined && url.username + url.password !== '') {
    throw new MockStateError(`Cannot ${action}: expected a URL without a user and a password; leave them out`)
  }
  // A query or a wildcard would never match. `localhost:4010` parses as a URL with the scheme localhost.
  if (url !== undefined && /^https?:[^?#*]+$/.test(url.href)) return url

  const found = JSON.stringify(text)
  const remedy = describeUrlRemedy(url, page)
  throw new MockStateError(`Cannot ${action}: expected a URL as in https://workflows.example/api, found ${found}${remedy}`)
}

function parseUrl(text: unknown, page: string | undefined): URL | undefined {
  if (typeof text !== 'string') return undefined
  // Any text is a valid URL relative to a page, so only a path is resolved against it.
  const base = text.startsWith('/') ? page : undefined
  return URL.canParse(text, base) ? new URL(text, base) : undefined
}

function describeUrlRemedy(url: URL | undefined, page: string | undefined): string {
  if (url !== undefined) return '; begin it with https:// or http://, and leave out a query, a fragment and *'
  if (page === undefined) return '; outside of a page it needs its host'
  return '; a path of the page begins with /'
}

/** Returns whether a URL has the origin of the current page. Returns false outside pages. */
export function isOriginOfPage(url: URL): boolean {
  const page = getPageUrl()
  return page !== undefined && new URL(page).origin === url.origin
}

/** Returns the path of a base URL without slashes at its end. */
export function getPathOf(baseUrl: URL): string {
  return baseUrl.pathname.replace(/\/+$/, '')
}

/** Returns the URL of the page; undefined outside pages, and in pages without a URL, such as about:blank. */
function getPageUrl(): string | undefined {
  const location: unknown = Reflect.get(globalThis, 'location')
  const href: unknown = typeof location === 'object' && location !== null ? Reflect.get(location, 'href') : undefined
  return typeof href === 'string' && /^https?:/.test(href) ? href : undefined
}
