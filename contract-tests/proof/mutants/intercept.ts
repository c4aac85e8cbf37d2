import type { MockService } from '@wfhost/mock-server'

/** The four operations, by what they are for. */
export type Place = 'run' | 'public manifest' | 'organization manifest' | 'execute'

/** A request that is on its way to the service. */
export interface Asked {
  readonly place: Place
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly text: string
}

/** An answer of the service, before it is sent. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** What is behind a defect. */
export interface Behind {
  readonly service: MockService
  /** Lets the service answer the request, changed or not. */
  readonly pass: (change?: Partial<Asked>) => Promise<Answered>
}

/** Puts something between the client and the service at some places; at the others the service answers by itself. */
export function intercept(
  places: readonly Place[],
  handle: (asked: Asked, behind: Behind) => Answered | Promise<Answered>,
): (service: MockService) => MockService {
  return (service) => ({
    ...service,
    fetch: async (request) => {
      const place = placeOf(new URL(request.url).pathname)
      if (place === undefined || !places.includes(place)) return service.fetch(request)
      const { headers, method, url } = request
      const asked = { place, url: new URL(url), method, headers: new Headers(headers), text: await request.text() }
      const pass: Behind['pass'] = async (change = {}) => toAnswered(await service.fetch(toRequest({ ...asked, ...change })))
      const { status, text, headers: sent } = await handle(asked, { service, pass })
      return new Response(status === 204 ? null : text, { status, headers: sent })
    },
  })
}

/** An answer that the service did not give. */
export function answer(status: number, body: unknown): Answered {
  return { status, headers: new Headers({ 'content-type': 'application/json' }), text: JSON.stringify(body) }
}

function placeOf(path: string): Place | undefined {
  if (path.endsWith('/published-run')) return 'run'
  if (path.endsWith('/execute')) return 'execute'
  if (!path.endsWith('/manifest')) return undefined
  return path.includes('/orgs/') ? 'organization manifest' : 'public manifest'
}

function toRequest({ headers, method, text, url }: Asked): Request {
  return new Request(url, { method, headers, ...(method === 'GET' ? {} : { body: text }) })
}

async function toAnswered(response: Response): Promise<Answered> {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return { status: response.status, headers, text: await response.text() }
}
