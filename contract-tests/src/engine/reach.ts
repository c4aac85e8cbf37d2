import { operationTable } from '@wfhost/openapi'
import type { RuleNeeds } from '../rules/rule.ts'
import type { TargetDescription } from '../target/connect-target.ts'
import { type Call, type Exchange, NoAnswer } from '../target/exchange.ts'

/** A service has not yet answered as the API would, so nothing is known about it: it is down, or the address is wrong. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** Whether the services of a target have been reached. */
export interface Reach {
  /**
   * Waits for the exchange of a call, and returns it if its service has ever answered as the API would.
   *
   * @throws {NotReached} otherwise: there is no response, or it came from something else.
   */
  readonly judge: (call: Call, sent: Promise<Exchange>) => Promise<Exchange>
  /** Why a check cannot run; undefined if the services that it needs were reached, or not tried yet. */
  readonly obstacleFor: (needs: Pick<RuleNeeds, 'requests' | 'runs'>) => string | undefined
  /** Why services were not reached; empty if all that were tried were. */
  readonly obstacles: () => readonly string[]
}

const services = { workflowService: 'workflow service', toolRegistry: 'tool registry' } as const

type Service = (typeof services)[keyof typeof services]

/** Keeps track of which services of a target were reached. */
export function createReach(target: Pick<TargetDescription, 'baseUrl' | 'registryUrl'>): Reach {
  const { baseUrl, registryUrl = baseUrl } = target
  const addresses = {
    'workflow service': 'baseUrl',
    'tool registry': registryUrl === baseUrl ? 'baseUrl' : 'registryUrl',
  } as const
  const isOneServer = new URL(baseUrl).origin === new URL(registryUrl).origin
  const reached = new Set<Service>()
  const obstacles = new Map<Service, string>()

  async function judge(call: Call, sent: Promise<Exchange>): Promise<Exchange> {
    const service = services[operationTable[call.operationId].server]
    const exchange = await sent.catch((error: unknown) => {
      if (!(error instanceof NoAnswer) || reached.has(service)) throw error
      // To wait for the other service at the same address would double the time until the first message.
      const isForAll = isOneServer && reached.size === 0
      const remedy = `check that it is up, and that ${addresses[service]} is its address`
      throw refuse(`${error.message}; ${remedy}`, isForAll ? ['workflow service', 'tool registry'] : [service])
    })
    if (reached.has(service)) return exchange
    const other = notTheApi(exchange, addresses[service])
    if (other !== undefined) throw refuse(other, [service])
    reached.add(service)
    obstacles.delete(service)
    return exchange
  }

  function refuse(why: string, services: readonly Service[]): NotReached {
    const message = `the ${services.length > 1 ? 'target' : services.join()} was not reached: ${why}`
    for (const service of services) obstacles.set(service, message)
    return new NotReached(message)
  }

  return {
    judge,
    obstacleFor: ({ requests, runs }) =>
      (runs > 0 ? obstacles.get('workflow service') : undefined) ??
      (requests > runs ? obstacles.get('tool registry') : undefined),
    obstacles: () => [...new Set(obstacles.values())],
  }
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
  const isInPlaceOfApi = status < 300 || status === 404 || status === 405
  if (page === undefined || !isInPlaceOfApi) return undefined
  const product = operationTable[call.operationId].path.includes('{product}') ? ', or product' : ''
  return `${place} was answered ${status}${page}, not by the API: correct ${address}${product}`
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
