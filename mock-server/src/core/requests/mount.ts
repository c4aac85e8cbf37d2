import { MockStateError } from '../mock-state-error.ts'
import { isDescribed } from './paths.ts'
import type { PlainRequest } from './plain-exchange.ts'
import { answerOf, basePathOf, createWebFetch, type FetchTarget, plainAnswerOf } from './web-fetch.ts'

/** What happens to a request under a base URL that the document does not describe. */
export type OnUnhandledRequest = 'passthrough' | 'not-found'

/**
 * Refuses any other value.
 *
 * @throws {MockStateError} with the valid values.
 */
export function checkOnUnhandledRequest(given: OnUnhandledRequest | undefined, attempt: string): void {
  if (given === undefined || given === 'passthrough' || given === 'not-found') return
  const found = JSON.stringify(given)
  throw new MockStateError(`Cannot ${attempt}: expected onUnhandledRequest to be passthrough or not-found, found ${found}`)
}

export interface Mount {
  readonly baseUrl: URL
  /** Whether the page has the same origin, so that requests may be for its own files. */
  readonly shared: boolean
  covers(url: URL): boolean
  /** Whether the document describes the path, whatever the method: a wrong method is a mistake, not another resource. */
  describes(url: URL): boolean
  /** Answers a request that it covers, with cookies that the request itself does not contain. */
  answer(request: Request, cookies?: string): Promise<Response>
}

/**
 * Puts a service at a base URL, whose path is replaced by that of the service's own `baseUrl`.
 *
 * @throws {MockStateError} for an invalid URL.
 */
export function mount(target: FetchTarget, { attempt, url }: { readonly url: string; readonly attempt: string }): Mount {
  const baseUrl = readBaseUrl(url, attempt)
  const fetch = answerOf(target, attempt)
  const [outer, inner] = [pathBelow(baseUrl), basePathOf(fetch)]
  const within = (path: string): string => inner + (path.slice(outer.length) || '/')
  const plain = plainAnswerOf(fetch)
  return {
    baseUrl,
    shared: sharesOrigin(baseUrl),
    covers: ({ origin, pathname }) => origin === baseUrl.origin && (pathname === outer || pathname.startsWith(`${outer}/`)),
    describes: ({ pathname }) => isDescribed(pathname.slice(outer.length)),
    answer: async (request, cookies) => {
      if (outer === inner && cookies === undefined) return fetch(request)
      if (plain === undefined) return fetch(withPath(request, { path: within, cookies }))
      return createWebFetch((asked) => plain(movedPlain(asked, { path: within, outer, cookies })))(request)
    },
  }
}

interface Move {
  readonly path: (path: string) => string
  readonly cookies: string | undefined
}

/** A plain request can have cookies even in a page, where the header of a web request cannot be set. */
export function movedPlain(request: PlainRequest, { cookies, outer, path }: Move & { readonly outer: string }): PlainRequest {
  const { body, method, origin, search, signal, unreadable } = request
  return {
    body,
    method,
    search,
    signal,
    unreadable,
    path: path(request.path),
    origin: origin + outer,
    header: (name) => (name === 'cookie' ? (request.header(name) ?? cookies) : request.header(name)),
  }
}

function withPath(request: Request, { cookies, path }: Move): Request {
  const url = new URL(request.url)
  url.pathname = path(url.pathname)
  const next = new Request(url, request)
  if (cookies !== undefined && !next.headers.has('cookie')) next.headers.set('cookie', cookies)
  return next
}

/**
 * Parses a base URL; in a page, a path such as `/api` is resolved against the page.
 *
 * @throws {MockStateError} for an invalid URL, with the remedy.
 */
export function readBaseUrl(given: string, attempt: string): URL {
  const page = pageUrl()
  // Relative to the page, any text would be a URL.
  const base = typeof given === 'string' && given.startsWith('/') ? page : undefined
  const parsed = typeof given === 'string' && URL.canParse(given, base) ? new URL(given, base) : undefined
  // A query or a wildcard would never match, and `localhost:4010` is a URL whose scheme is localhost.
  if (parsed !== undefined && /^https?:[^?#*]+$/.test(parsed.href)) return parsed
  throw new MockStateError(
    `Cannot ${attempt}: expected a URL as in https://workflows.example/api, found ${JSON.stringify(given)}${remedyFor(parsed, page)}`,
  )
}

function remedyFor(parsed: URL | undefined, page: string | undefined): string {
  if (parsed !== undefined) return '; begin it with https:// or http://, and leave out a query, a fragment and *'
  return page === undefined ? '; outside of a page it needs its host' : '; a path of the page begins with /'
}

export function sharesOrigin(url: URL): boolean {
  const page = pageUrl()
  return page !== undefined && new URL(page).origin === url.origin
}

export function pathBelow(baseUrl: URL): string {
  return baseUrl.pathname.replace(/\/+$/, '')
}

/** The URL of the page; undefined outside of pages, and in pages without one, such as about:blank. */
function pageUrl(): string | undefined {
  const page: unknown = Reflect.get(globalThis, 'location')
  const href: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, 'href') : undefined
  return typeof href === 'string' && /^https?:/.test(href) ? href : undefined
}
