import { operationTable } from '@wfhost/openapi'
import type { RuleNeeds } from '../../rules/rule.ts'
import { sleep, type TargetDescription } from '../../target/create-target.ts'
import { type CheckRequest, type Exchange, NoResponseError } from '../../target/exchange.ts'
import { describeForeignResponse } from './foreign-response.ts'

/** The error for a service that did not respond as the API would, or stopped responding. It is down, or its address is wrong. */
export class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** Sends a request, and counts and records it. */
type Send = (request: CheckRequest) => Promise<Exchange>

type Service = 'workflowService' | 'toolRegistry'

const serviceNames = { workflowService: 'workflow service', toolRegistry: 'tool registry' } as const

/** The state of one service, as earlier requests showed it. */
interface ServiceState {
  /** The option with the address of the service, for messages. */
  readonly addressOption: 'baseUrl' | 'registryUrl'
  /** The first request that the API responded to, without its key. It is repeated to find out whether the service is up. */
  probe?: CheckRequest
  /** Why the service is not used any more. */
  obstacle?: string
  /** The number of requests in a row without a response. */
  silences: number
  /** The result of the probe that is in progress. Concurrent requests without a response share one. */
  runningProbe?: Promise<boolean> | undefined
}

/** The number of requests in a row without a response after which a service is given up. */
const SILENCES_TO_STOP = 3

/** Keeps track of which services of a target respond as the API would, so that a check does not judge anything else. */
export class Reachability {
  readonly #baseUrl: string
  readonly #registryUrl: string
  readonly #product: string
  readonly #services: Readonly<Record<Service, ServiceState>>
  /** The first exchange with a server that hosts both services. */
  #firstExchange?: Promise<Exchange>

  constructor({ baseUrl, product, registryUrl = baseUrl }: Pick<TargetDescription, 'baseUrl' | 'registryUrl' | 'product'>) {
    this.#baseUrl = baseUrl
    this.#registryUrl = registryUrl
    this.#product = product ?? 'wfhost'
    this.#services = {
      workflowService: { addressOption: 'baseUrl', silences: 0 },
      toolRegistry: { addressOption: registryUrl === baseUrl ? 'baseUrl' : 'registryUrl', silences: 0 },
    }
  }

  /**
   * Sends a request, and returns the exchange if its service has ever responded as the API would.
   *
   * @throws {NotReached} if the service did not respond, stopped responding, or if something else responded.
   * @throws {NoResponseError} if this request got no response, although others did.
   */
  async send(request: CheckRequest, send: Send): Promise<Exchange> {
    if (!this.#hostsBothServices() || this.#hasReachedAny()) return this.#sendAndJudge(request, send)

    // If one server hosts both services, wait for its first response before sending more.
    if (this.#firstExchange !== undefined) {
      await this.#firstExchange.catch(() => {})
      return this.#sendAndJudge(request, send)
    }

    this.#firstExchange = this.#sendAndJudge(request, send)
    return this.#firstExchange
  }

  /** Returns whether the service of a request has responded as the API would. */
  hasReached(request: CheckRequest): boolean {
    return this.#services[serviceOf(request)].probe !== undefined
  }

  /** Returns why a check cannot run, or undefined if the services that it needs were reached or not tried yet. */
  obstacleFor({ requests, runs }: Pick<RuleNeeds, 'requests' | 'runs'>): string | undefined {
    const { toolRegistry, workflowService } = this.#services
    if (runs > 0 && workflowService.obstacle !== undefined) return workflowService.obstacle

    const needsRegistry = requests > runs
    return needsRegistry ? toolRegistry.obstacle : undefined
  }

  /** Returns why services were not reached. The list is empty if all services that were tried were reached. */
  obstacles(): readonly string[] {
    const obstacles = Object.values(this.#services).flatMap(({ obstacle }) => obstacle ?? [])
    return [...new Set(obstacles)]
  }

  #hostsBothServices(): boolean {
    return new URL(this.#baseUrl).origin === new URL(this.#registryUrl).origin
  }

  #hasReachedAny(): boolean {
    return Object.values(this.#services).some(({ probe }) => probe !== undefined)
  }

  async #sendAndJudge(request: CheckRequest, send: Send): Promise<Exchange> {
    const service = serviceOf(request)
    const state = this.#services[service]
    if (state.obstacle !== undefined) throw new NotReached(state.obstacle)

    const exchange = await this.#sendOrExplain(request, send)
    state.silences = 0
    if (state.probe !== undefined) return exchange

    const foreign = describeForeignResponse(exchange, state.addressOption) ?? (await this.#describeMissingApi(exchange, send))
    if (foreign !== undefined) throw this.#giveUp([service], `was not reached: ${foreign}`)

    state.probe = withoutKey(request)
    return exchange
  }

  async #sendOrExplain(request: CheckRequest, send: Send): Promise<Exchange> {
    try {
      return await send(request)
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error

      const service = serviceOf(request)
      const { probe } = this.#services[service]
      throw probe === undefined
        ? this.#explainNeverReached(service, error)
        : await this.#explainSilence(service, error, () => send(probe))
    }
  }

  #explainNeverReached(service: Service, { message }: NoResponseError): NotReached {
    const reason = `was not reached: ${message}; check that it is up, and that ${this.#services[service].addressOption} is its address`

    // Waiting for the other service at the same address would double the time until the first message.
    const isWholeServer = this.#hostsBothServices() && !this.#hasReachedAny()
    return this.#giveUp(isWholeServer ? ['workflowService', 'toolRegistry'] : [service], reason)
  }

  /**
   * Explains a missing response of a service that responded before. If a probe still gets a response, only this request
   * has failed; after several such requests in a row, the service is given up.
   */
  async #explainSilence(
    service: Service,
    error: NoResponseError,
    sendProbe: () => Promise<Exchange>,
  ): Promise<NotReached | NoResponseError> {
    const state = this.#services[service]
    state.silences += 1
    const { silences } = state

    const respondsToProbe = await this.#runSharedProbe(state, sendProbe)
    if (respondsToProbe && silences < SILENCES_TO_STOP) return error

    const observation = respondsToProbe ? `${silences} requests in a row got no response` : 'it does not respond to anything'
    const notReached = this.#giveUp([service], `stopped responding: ${observation}, the last one to ${error.message}`)
    return respondsToProbe ? error : notReached
  }

  #runSharedProbe(state: ServiceState, sendProbe: () => Promise<Exchange>): Promise<boolean> {
    state.runningProbe ??= respondsAgain(sendProbe).finally(() => {
      state.runningProbe = undefined
    })
    return state.runningProbe
  }

  /**
   * Explains a 404 or 405 if no path of the server requires a key. The API responds with 401 to a request without a key
   * (section 5), so a server that has the API would do so at some path.
   */
  async #describeMissingApi({ request, status }: Exchange, send: Send): Promise<string | undefined> {
    if (!isMissing(status) || request.headers['authorization'] === undefined) return undefined

    const probes = [withoutKey(request)]
    if (this.#baseUrl === this.#registryUrl) probes.push(this.#probeOfOtherService(request))

    for (const probe of probes) {
      const exchange = await send(probe)
      if (!isMissing(exchange.status)) return undefined
    }

    const { addressOption } = this.#services[serviceOf(request)]
    return `${request.method} ${request.url} got ${status}, with a key and without one. The API does not respond like this: correct ${addressOption}, and the path in it`
  }

  #probeOfOtherService(request: CheckRequest): CheckRequest {
    const isRegistry = serviceOf(request) === 'toolRegistry'
    const operationId = isRegistry ? 'runPublishedWorkflow' : 'getPublicManifest'
    const { method, path } = operationTable[operationId]

    const url = this.#baseUrl.replace(/\/$/, '') + path.replace('{product}', this.#product).replace(/\{\w+\}/, 'any')
    const body = isRegistry ? '{"args":[]}' : undefined
    return withoutKey({ operationId, method, url, headers: {}, body })
  }

  /** Records that services are not used any more, and returns the error for their requests. */
  #giveUp(services: readonly Service[], reason: string): NotReached {
    const [service] = services
    const subject = services.length === 1 && service !== undefined ? serviceNames[service] : 'target'
    const obstacle = `the ${subject} ${reason}`

    for (const name of services) this.#services[name].obstacle = obstacle
    return new NotReached(obstacle)
  }
}

function serviceOf({ operationId }: CheckRequest): Service {
  return operationTable[operationId].server
}

function isMissing(status: number): boolean {
  return status === 404 || status === 405
}

/** The pauses before each probe, in milliseconds: a supervisor needs a moment to restart a server. */
const PROBE_PAUSES_MS = [0, 250, 750]
const LONGEST_PROBES_MS = 2000

/** Returns whether a service responds to one of several probes. */
async function respondsAgain(sendProbe: () => Promise<Exchange>): Promise<boolean> {
  const startMs = performance.now()

  for (const pauseMs of PROBE_PAUSES_MS) {
    if (performance.now() - startMs > LONGEST_PROBES_MS) return false

    await sleep(pauseMs)
    const exchange = await sendProbe().catch(() => undefined)
    if (exchange !== undefined) return true
  }
  return false
}

/** Returns the request without its key and its arguments. The API refuses such a request, so it has no effect. */
function withoutKey({ body, method, operationId, url }: CheckRequest): CheckRequest {
  if (body === undefined) return { operationId, method, url, headers: {} }
  return { operationId, method, url, headers: { 'content-type': 'application/json' }, body: '{"args":[]}' }
}
