import { operationTable } from '@wfhost/openapi'
import type { RuleNeeds } from '../rules/rule.ts'
import { type TargetDescription, wait } from '../target/connect-target.ts'
import { type Call, type Exchange, NoAnswer } from '../target/exchange.ts'

/** A service has not answered as the API would, or not any more, so nothing is known about it: it is down, or the address is wrong. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** Sends a call, and counts and records it. */
type Send = (call: Call) => Promise<Exchange>

/** Whether the services of a target have been reached. */
export interface Reach {
  /**
   * Sends a call, and returns the exchange if its service has ever answered as the API would.
   *
   * @throws {NotReached} if there is no response, or it came from something else, or the service is gone.
   * @throws {NoAnswer} if there is no response to this call, while there is one to others.
   */
  readonly judge: (call: Call, send: Send) => Promise<Exchange>
  /** Whether the service of a call has answered as the API would. */
  readonly hasReached: (call: Call) => boolean
  /** Why a check cannot run; undefined if the services that it needs were reached, or not tried yet. */
  readonly obstacleFor: (needs: Pick<RuleNeeds, 'requests' | 'runs'>) => string | undefined
  /** Why services were not reached; empty if all that were tried were. */
  readonly obstacles: () => readonly string[]
}

const services = { workflowService: 'workflow service', toolRegistry: 'tool registry' } as const

type Service = (typeof services)[keyof typeof services]

const silencesToStop = 3

/** Keeps track of which services of a target were reached, and are still there. */
export function createReach(target: Pick<TargetDescription, 'baseUrl' | 'registryUrl' | 'product'>): Reach {
  const { baseUrl, product = 'wfhost', registryUrl = baseUrl } = target
  const addresses = {
    'workflow service': 'baseUrl',
    'tool registry': registryUrl === baseUrl ? 'baseUrl' : 'registryUrl',
  } as const
  const isOneServer = new URL(baseUrl).origin === new URL(registryUrl).origin
  /** What each service answered first, without its key: an API answers that in any case, and nothing comes of it. */
  const reached = new Map<Service, Call>()
  const obstacles = new Map<Service, string>()
  const silences = new Map<Service, number>()

  let first: Promise<Exchange> | undefined

  /** Of a server for both services the first request tells whether it is there, before another one is sent. */
  async function judgeInTurn(call: Call, send: Send): Promise<Exchange> {
    if (!isOneServer || reached.size > 0) return judge(call, send)
    if (first !== undefined) {
      await first.catch(() => {})
      return judge(call, send)
    }
    first = judge(call, send)
    return first
  }

  const probes = new Map<Service, Promise<boolean>>()

  async function judge(call: Call, send: Send): Promise<Exchange> {
    const service = services[operationTable[call.operationId].server]
    const gone = obstacles.get(service)
    if (gone !== undefined) throw new NotReached(gone)
    const exchange = await send(call).catch(async (error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      const known = reached.get(service)
      throw known === undefined ? neverReached(service, error) : await silent(known, { error, send, service })
    })
    silences.delete(service)
    if (reached.has(service)) return exchange
    const other = notTheApi(exchange, addresses[service]) ?? (await notFound(exchange, send))
    if (other !== undefined) throw refuse(`was not reached: ${other}`, [service])
    reached.set(service, withoutKey(call))
    return exchange
  }

  function neverReached(service: Service, { message }: NoAnswer): NotReached {
    // To wait for the other service at the same address would double the time until the first message.
    const isForAll = isOneServer && reached.size === 0
    const why = `was not reached: ${message}; check that it is up, and that ${addresses[service]} is its address`
    return refuse(why, isForAll ? ['workflow service', 'tool registry'] : [service])
  }

  /** No response to one call is its own failure, as long as there is one to another call. */
  async function silent(
    known: Call,
    on: { readonly error: NoAnswer; readonly send: Send; readonly service: Service },
  ): Promise<NotReached | NoAnswer> {
    const { error, send, service } = on
    const count = (silences.get(service) ?? 0) + 1
    silences.set(service, count)
    // Requests at once that get no answer ask once whether anything is there.
    const asking = probes.get(service) ?? answersAgain(() => send(known)).finally(() => probes.delete(service))
    probes.set(service, asking)
    const answers = await asking
    if (answers && count < silencesToStop) return error
    const others = answers ? `${count} requests in a row got no response` : 'it does not respond to anything'
    refuse(`stopped responding: ${others}, the last one to ${error.message}`, [service])
    return answers ? error : new NotReached(obstacles.get(service) ?? '')
  }

  /** That there is no API: it is there if anything at its address asks for a key (section 5). */
  async function notFound({ call, status }: Exchange, send: Send): Promise<string | undefined> {
    if ((status !== 404 && status !== 405) || call.headers['authorization'] === undefined) return undefined
    const probes = [withoutKey(call), ...(baseUrl === registryUrl ? [otherService(call)] : [])]
    for (const probe of probes) {
      const answered = await send(probe)
      if (answered.status !== 404 && answered.status !== 405) return undefined
    }
    const what = `${call.method} ${call.url} was answered ${status}, with a key and without one`
    const service = services[operationTable[call.operationId].server]
    return `${what}, which is no answer of the API: correct ${addresses[service]}, and the path in it`
  }

  function otherService({ operationId }: Call): Call {
    const isRegistry = services[operationTable[operationId].server] === 'tool registry'
    const other = isRegistry ? 'runPublishedWorkflow' : 'getPublicManifest'
    const { method, path } = operationTable[other]
    const url = baseUrl.replace(/\/$/, '') + path.replace('{product}', product).replace(/\{\w+\}/, 'any')
    return withoutKey({ operationId: other, method, url, headers: {}, ...(isRegistry ? { body: '{"args":[]}' } : {}) })
  }

  function refuse(why: string, services: readonly Service[]): NotReached {
    const message = `the ${services.length > 1 ? 'target' : services.join()} ${why}`
    for (const service of services) obstacles.set(service, message)
    return new NotReached(message)
  }

  return {
    judge: judgeInTurn,
    hasReached: ({ operationId }) => reached.has(services[operationTable[operationId].server]),
    obstacleFor: ({ requests, runs }) =>
      (runs > 0 ? obstacles.get('workflow service') : undefined) ??
      (requests > runs ? obstacles.get('tool registry') : undefined),
    obstacles: () => [...new Set(obstacles.values())],
  }
}

// What restarts a server that has died needs a moment.
const pausesMs = [0, 250, 750]
const longestSilenceMs = 2000

async function answersAgain(ask: () => Promise<Exchange>): Promise<boolean> {
  const begin = performance.now()
  for (const pauseMs of pausesMs) {
    if (performance.now() - begin > longestSilenceMs) return false
    await wait(pauseMs)
    const exchange = await ask().catch(() => undefined)
    if (exchange !== undefined) return true
  }
  return false
}

/** The call with nothing in it that an API acts on: it refuses that, and nothing comes of it. */
function withoutKey({ method, operationId, url, body }: Call): Call {
  const sent = body === undefined ? {} : { body: '{"args":[]}' }
  return { operationId, method, url, headers: body === undefined ? {} : { 'content-type': 'application/json' }, ...sent }
}

/** What answered instead of the API, and what to correct; undefined if the API itself may have answered. */
function notTheApi(exchange: Exchange, address: 'baseUrl' | 'registryUrl'): string | undefined {
  const { call, status } = exchange
  const place = `${call.method} ${call.url}`
  const moved = movedTo(exchange, address)
  if (moved !== undefined) return place + moved
  const page = pageOf(exchange)
  if (isOfGateway(status)) {
    return `${place} was answered ${status}${page ?? ''} by a gateway: start the server behind it, or correct ${address}`
  }
  const isInPlaceOfApi = status < 300 || [400, 404, 405].includes(status)
  if (page === undefined || !isInPlaceOfApi) return undefined
  const product = operationTable[call.operationId].path.includes('{product}') ? ', or product' : ''
  // Some refuse headers that they do not know, such as those by which logs tell the suite.
  const trace = status === 400 ? ', or leave out the headers of the suite (--no-trace, or trace: false)' : ''
  return `${place} was answered ${status}${page}, not by the API: correct ${address}${product}${trace}`
}

/** RFC 9110, sections 15.6.3 to 15.6.5, and what Cloudflare answers for a server that it cannot reach (520 to 530). */
function isOfGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

/** Where a request is redirected, and what to correct; an API may itself move a path of its own (301, 307, 308). */
function movedTo({ call, headers, status }: Exchange, address: string): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, call.url)) return undefined
  const [asked, moved] = [new URL(call.url), new URL(location, call.url)]
  if (asked.origin === moved.origin && status !== 302 && status !== 303) return undefined
  const isSamePath = asked.hostname === moved.hostname && asked.pathname === moved.pathname
  const remedy = isSamePath ? `use ${moved.origin} as ${address}` : `if the API is there, use that address as ${address}`
  return ` is redirected (${status}) to ${location}: ${remedy}`
}

const longestTitle = 80

/** The heading of a page, as ` with the page "502 Bad Gateway"`. JSON is no page, whatever type it has. */
function pageOf({ body, headers, text }: Exchange): string | undefined {
  if (body !== undefined || !/^text\/html\b/i.test(headers.get('content-type') ?? '')) return undefined
  const title = /<(?:title|h1|pre)[^>]*>([^<]*)/i.exec(text)?.[1]?.trim() ?? ''
  // It is quoted whole or not at all: a part of a secret would not be recognised as one.
  return title === '' || title.length > longestTitle ? ' with an HTML page' : ` with the page "${title}"`
}
