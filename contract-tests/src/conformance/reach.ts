import type { TargetDescription } from '../connect-target.ts'
import { type Call, type Exchange, NoAnswer } from '../exchange.ts'
import { notTheApi } from './not-the-api.ts'
import type { RuleNeeds } from './rule-needs.ts'

/** A service has never answered as the API would, so nothing is known of it: it is not up, or it is elsewhere. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** What is known of whether the services of a target are there. */
export interface Reach {
  /**
   * Passes the exchange of a call on, once its service has answered as the API would.
   *
   * @throws {NotReached} before that, for no response and for one that something else gave.
   */
  readonly judge: (call: Call, sent: Promise<Exchange>) => Promise<Exchange>
  /** Why a check would find nobody; undefined if it may find somebody. */
  readonly obstacleFor: (needs: Pick<RuleNeeds, 'requests' | 'runs'>) => string | undefined
  /** Why services were not reached, if any was not. */
  readonly obstacles: () => readonly string[]
}

type Service = 'workflow service' | 'tool registry'

/** Starts to keep what is known of the services of a target. */
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
    const service = call.operationId === 'runPublishedWorkflow' ? 'workflow service' : 'tool registry'
    const exchange = await sent.catch((error: unknown) => {
      if (!(error instanceof NoAnswer) || reached.has(service)) throw error
      // Nobody can connect to an address that both have; one that is slow may be slow for a single service.
      const isForAll = isOneServer && error.cause !== undefined && reached.size === 0
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
