import type { TargetDescription } from '../connect-target.ts'
import { type Call, type Exchange, NoAnswer } from '../exchange.ts'
import { notTheApi } from './not-the-api.ts'
import type { RuleNeeds } from './rule-needs.ts'

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

type Service = 'workflow service' | 'tool registry'

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
    const service = call.operationId === 'runPublishedWorkflow' ? 'workflow service' : 'tool registry'
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
