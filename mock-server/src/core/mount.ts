import { pathBelow, readBaseUrl, sharesOrigin } from './base-url.ts'
import { MockStateError } from './mock-state-error.ts'
import type { PlainRequest } from './plain-exchange.ts'
import { isDescribed } from './routes.ts'
import { type AnswerWeb, basePathOf, behindWebDoor, createWebDoor } from './web-door.ts'

/** What becomes of a request below a base URL to what the document does not describe. */
export type Unknown = 'passthrough' | '404'

/**
 * Refuses what is neither.
 *
 * @throws {MockStateError} with what there is.
 */
export function checkUnknown(unknown: Unknown | undefined, attempt: string): void {
  if (unknown === undefined || unknown === 'passthrough' || unknown === '404') return
  throw new MockStateError(`Cannot ${attempt}: expected unknown to be passthrough or 404, found ${JSON.stringify(unknown)}`)
}

/** Where a service is for those who call it. */
export interface Mount {
  readonly baseUrl: URL
  /** Whether pages come from the same origin, so that not all that is there can be the service's. */
  readonly shared: boolean
  /** Whether a request is to the base URL or below it. */
  covers(url: URL): boolean
  /** Whether the document describes what is there; for any method, since another one is a mistake and no other thing. */
  describes(url: URL): boolean
  /** Answers a request that it covers, with the cookies that the request does not show. */
  answer(request: Request, cookies?: string): Promise<Response>
}

/**
 * Lets what answers in at a base URL. Requests get to it without the path of that, or with the one that its own
 * `baseUrl` has.
 *
 * @throws {MockStateError} for what is no URL.
 */
export function mount(
  target: { readonly fetch: AnswerWeb },
  { attempt, url }: { readonly url: string; readonly attempt: string },
): Mount {
  const baseUrl = readBaseUrl(url, attempt)
  const [outer, inner] = [pathBelow(baseUrl), basePathOf(target.fetch)]
  const within = (path: string): string => inner + (path.slice(outer.length) || '/')
  const plain = behindWebDoor(target.fetch)
  return {
    baseUrl,
    shared: sharesOrigin(baseUrl),
    covers: ({ origin, pathname }) => origin === baseUrl.origin && (pathname === outer || pathname.startsWith(`${outer}/`)),
    describes: ({ pathname }) => isDescribed(pathname.slice(outer.length)),
    answer: async (request, cookies) => {
      if (outer === inner && cookies === undefined) return target.fetch(request)
      if (plain === undefined) return target.fetch(withPath(request, { path: within, cookies }))
      const door = createWebDoor((asked) => plain(movedPlain(asked, { path: within, outer, cookies })))
      return door(request)
    },
  }
}

interface Move {
  readonly path: (path: string) => string
  readonly cookies: string | undefined
}

/** A plain request shows its cookies in a page as well, where the header of a web request cannot be set. */
function movedPlain(request: PlainRequest, { cookies, outer, path }: Move & { readonly outer: string }): PlainRequest {
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
