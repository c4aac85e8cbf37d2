import type { ContractMapping } from '../../contract/contract-schema.ts'
import { createTarget, type TargetDescription } from '../../target/create-target.ts'
import { type CheckRequest, type Exchange, isConnectionBroken, NoResponseError } from '../../target/exchange.ts'
import type { Measurement, ServerHooks, Target, TargetFixtures } from '../../target/target.ts'
import type { RunnableCheck } from '../checks.ts'
import type { RecordedExchange, RecordedHookCall } from '../conformance-report.ts'
import type { SuiteState } from '../suite.ts'
import { FixtureTracer } from './find-fixture.ts'
import { type PendingRestores, recordHooks } from './record-hooks.ts'
import { readSessions, toRecordedExchange } from './recorded-exchange.ts'
import { readRetryTime } from './retry-time.ts'

type Send = Target['send']

/** The part of a run of the suite that one check uses. */
export interface CheckContext {
  readonly check: Pick<RunnableCheck, 'id' | 'needs' | 'area'>
  readonly state: SuiteState
  readonly signal: AbortSignal | undefined
  /** The mapping of a contract. */
  readonly mapping?: ContractMapping | undefined
}

/** An exchange, its record for the report, and its position among the requests of the check. */
interface Entry {
  readonly exchange: Exchange
  readonly record: RecordedExchange
  readonly position: number
}

/** The hooks that only read, so that an interrupted run need not wait for them. */
const readingHooks: ReadonlySet<PropertyKey> = new Set<keyof ServerHooks>(['creditBalance', 'endedRuns'])

/** The statuses of a gateway whose server is down or starting (RFC 9110, sections 15.6.3 to 15.6.5). */
const gatewayStatuses = [502, 503, 504]

/** The reasons for waiting until effects are visible, as the report states them. */
const waitReasons = {
  runs: 'runs to show that they ended',
  executions: 'executions to show in the credits',
} as const

/**
 * Connects a target for one check. Each request is counted, paced, and recorded without secrets. Keys that an earlier
 * check regenerated replace those of the fixtures.
 */
export class TargetRecorder {
  /** The target that the check uses. */
  readonly target: Target
  readonly #context: CheckContext
  readonly #entries: Entry[] = []
  readonly #hookCalls: RecordedHookCall[] = []
  readonly #measurements: Measurement[] = []
  readonly #runningHooks: Promise<unknown>[] = []
  readonly #pendingRestores: PendingRestores = new Map()
  readonly #tracer: FixtureTracer
  #sentRequests = 0

  /** Creates the target of a check, which records each request, each wait and each call of a hook. */
  constructor(description: TargetDescription, context: CheckContext) {
    this.#context = context
    const fixtures = replaceKeys(description.fixtures ?? {}, context.state.regeneratedKeys)

    const plainTarget = createTarget({ ...description, fixtures })
    this.#tracer = new FixtureTracer({ fixtures, contract: context.mapping })
    const recordedHooks = recordHooks(description, {
      state: context.state,
      hooks: plainTarget.hooks,
      pendingRestores: this.#pendingRestores,
      callHook: (hook, call) => this.#callHook(hook, call),
      onCall: (call) => this.#recordHookCall(call),
    })
    this.target = this.#createRecordedTarget(plainTarget, recordedHooks)
  }

  /** Returns a target that sends and waits through another target, and records what it does. */
  #createRecordedTarget(plainTarget: Target, recordedHooks: ServerHooks): Target {
    // All checks share this tracker, because the runs of an earlier check may still be in progress.
    const { effectTracker } = this.#context.state
    const wait: Target['wait'] = (durationMs, reason) => this.#wait(plainTarget, durationMs, reason)

    return {
      ...plainTarget,
      fixtures: this.#tracer.observe(plainTarget.fixtures),
      hooks: recordedHooks,
      sharedExchanges: this.#context.state.sharedExchanges,

      send: (request) => this.#send(plainTarget.send, request),
      recordMeasurement: (measurement) => this.#measurements.push(roundTimes(measurement)),

      wait,
      waitForEffects: (effect, readCount) =>
        effectTracker.waitForEffects(effect, { pause: (durationMs) => wait(durationMs, waitReasons[effect]), readCount }),
      markRunsEnded: () => effectTracker.markRunsEnded(),
      listAsyncStarts: (url) => effectTracker.listAsyncStarts(url),
    }
  }

  /** The exchanges of the check, in the order in which the requests were sent. */
  get exchanges(): readonly RecordedExchange[] {
    return this.#entries.map(({ record }) => record)
  }

  get hookCalls(): readonly RecordedHookCall[] {
    return this.#hookCalls
  }

  get measurements(): readonly Measurement[] {
    return this.#measurements
  }

  /** Returns the index of an exchange in `exchanges`. */
  positionOf(exchange: Exchange | undefined): number | undefined {
    const position = this.#entries.findIndex((entry) => entry.exchange === exchange)
    return position === -1 ? undefined : position
  }

  /** Undoes changes of the hooks: lifts a rate limit, and publishes the version that the fixtures declare. */
  async undoChanges(): Promise<void> {
    await Promise.allSettled(this.#runningHooks)

    for (const { consequence, hook, restore } of this.#pendingRestores.values()) {
      try {
        await restore()
      } catch (error) {
        const failure = `${consequence}: ${error instanceof Error ? error.message : String(error)}`
        this.#context.state.remainingChanges.add(failure)
        this.#context.state.failedRestores.set(hook, failure)
      }
    }
  }

  /** Sends a request, and repeats it after a 429 with Retry-After. Checks of rate limits get the 429 itself. */
  #send(send: Send, request: CheckRequest): Promise<Exchange> {
    const { check, state } = this.#context
    const sendOnce = () => state.reachability.send(request, (probe) => this.#sendThroughGateway(send, probe))

    return check.area === 'rate-limit' ? sendOnce() : this.#retryRateLimited(sendOnce)
  }

  /**
   * Sends a request until the response is not a 429 with Retry-After, and waits for the stated time in between.
   *
   * @throws {RateLimited} if the target still limits the rate.
   */
  async #retryRateLimited(send: () => Promise<Exchange>): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      const exchange = await send()
      const retryAtMs = readRetryTime(exchange)
      if (retryAtMs === undefined) return exchange

      const canWait = this.#pauseUntil(retryAtMs)
      if (!canWait || attempt === MOST_ATTEMPTS) {
        throw new RateLimited(`the target limits the rate: 429 with Retry-After ${exchange.headers.get('retry-after')}`)
      }
    }
  }

  /** Holds back all requests of the run until a time. Returns false if that would take too long. */
  #pauseUntil(timeMs: number): boolean {
    const { check, state } = this.#context
    const durationMs = timeMs - Date.now()

    const canWait = state.budget.pauseUntil(timeMs)
    if (canWait && durationMs > 0) state.waitRecorder.add('Retry-After to pass', { durationMs, check: check.id })
    return canWait
  }

  async #wait(target: Target, durationMs: number, reason: string): Promise<void> {
    if (durationMs <= 0) return

    const { check, state } = this.#context
    state.waitRecorder.add(reason, { durationMs, check: check.id })
    await target.wait(durationMs, reason)
  }

  /**
   * Sends a request once more if its connection broke, or if a gateway reported that the server is down. On a busy machine
   * this happens without a defect of the server.
   *
   * @throws {ConnectionBroken} if the check counts effects, because the first request may have had one.
   */
  async #sendThroughGateway(send: Send, request: CheckRequest): Promise<Exchange> {
    const first = await this.#sendOrReturnBrokenConnection(send, request)
    if (!(first instanceof NoResponseError) && !this.#isFromGateway(first)) return first

    const second = await this.#sendRecorded(send, request)
    // A server that returns such a status twice does so on purpose.
    if (!this.#countsEffects() || gatewayStatuses.includes(second.status)) return second

    const reason = first instanceof NoResponseError ? first.message : `status ${first.status}`
    throw new ConnectionBroken(`the connection broke once, so what the request did cannot be counted: ${reason}`)
  }

  async #sendOrReturnBrokenConnection(send: Send, request: CheckRequest): Promise<Exchange | NoResponseError> {
    try {
      return await this.#sendRecorded(send, request)
    } catch (error) {
      if (error instanceof NoResponseError && isConnectionBroken(error.cause)) return error
      throw error
    }
  }

  /**
   * Returns whether a gateway refused a request in place of the server. Concurrent requests are excluded, since they may
   * be the cause. Before the first response of the API, there may be no server behind the gateway at all.
   */
  #isFromGateway({ request, status }: Exchange): boolean {
    if (this.#isConcurrent() || !this.#context.state.reachability.hasReached(request)) return false
    return gatewayStatuses.includes(status)
  }

  #isConcurrent(): boolean {
    return (this.#context.check.needs.concurrent ?? 1) > 1
  }

  #countsEffects(): boolean {
    return this.#context.check.needs.hooks.some((hook) => readingHooks.has(hook))
  }

  /** Sends one request, and records it at the position at which it was sent. */
  async #sendRecorded(send: Send, request: CheckRequest): Promise<Exchange> {
    const { check, signal, state } = this.#context
    const position = this.#sentRequests++

    await state.budget.waitForTurn(request.operationId, { isConcurrent: this.#isConcurrent() })
    signal?.throwIfAborted()

    const startMs = performance.now()
    const headers = { ...request.headers, ...state.traceHeaders(check.id) }
    const exchange = await state.effectTracker.track(request, send({ ...request, headers }))
    const durationMs = Math.round(performance.now() - startMs)

    this.#hideSession(request)
    const fixture = this.#tracer.findPath({ request, status: exchange.status })
    const record = toRecordedExchange(exchange, {
      requestWithoutTraceHeaders: request,
      durationMs,
      secrets: state.secrets,
      fixture,
    })
    this.#entries.push({ exchange, record, position })
    // A later request may have got its response first.
    this.#entries.sort((a, b) => a.position - b.position)
    return exchange
  }

  /** Hides the sessions that the server set in a cookie and the request returns. A session can grant the same access as a key. */
  #hideSession(request: CheckRequest): void {
    const cookie = request.headers['cookie']
    if (cookie === undefined) return

    const sessions = this.#entries.flatMap(({ exchange }) => readSessions(exchange))
    for (const value of sessions) {
      if (cookie.includes(value)) this.#context.state.secrets.add('SET_COOKIE', value)
    }
  }

  /** Calls a hook. After an interrupt, no new hook starts, so that nothing changes after the cleanup. */
  #callHook<T>(hook: PropertyKey, call: () => Promise<T>): Promise<T> {
    const { signal } = this.#context
    if (signal?.aborted === true) return Promise.reject(signal.reason)

    const result = call()
    if (!readingHooks.has(hook)) this.#runningHooks.push(result)
    return result
  }

  /** Records a call of a hook. Repeated calls with the same result are recorded once, unless a request was in between. */
  #recordHookCall(call: Omit<RecordedHookCall, 'afterExchanges'>): void {
    const afterExchanges = this.#entries.length
    const last = this.#hookCalls.findLast(({ hook }) => hook === call.hook)
    const isSameCall = last?.arguments === call.arguments && last.result === call.result
    const isRepeated = isSameCall && last.afterExchanges === afterExchanges

    if (!isRepeated) this.#hookCalls.push({ ...call, afterExchanges })
  }
}

/** Rounds the times of a measurement to whole milliseconds, like all times of a report. */
function roundTimes(measurement: Measurement): Measurement {
  const { atLeastMs, atMostMs, comparedWith, measuredMs, title } = measurement
  return {
    title,
    // A date of Retry-After may have passed.
    measuredMs: Math.max(0, Math.round(measuredMs)),
    ...(atLeastMs === undefined ? {} : { atLeastMs: Math.round(atLeastMs) }),
    ...(atMostMs === undefined ? {} : { atMostMs: Math.round(atMostMs) }),
    comparedWith: comparedWith.map(({ durationMs, name }) => ({ name, durationMs: Math.round(durationMs) })),
  }
}

/** Replaces the key of each fixture whose workflow has a new key. */
function replaceKeys(fixtures: Partial<TargetFixtures>, keys: ReadonlyMap<string, string>): Partial<TargetFixtures> {
  const entries = Object.entries(fixtures).map(([name, fixture]) => {
    const { flowId } = Object(fixture)
    const key = keys.get(flowId)
    return [name, key === undefined ? fixture : { ...Object(fixture), key }]
  })
  return Object.fromEntries(entries)
}

/** The error for a target that still limits the rate after the time that it stated. The check is then blocked. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited'
}

/** The error for a connection that broke once during a check that counts effects. The check is then blocked. */
export class ConnectionBroken extends Error {
  override readonly name = 'ConnectionBroken'
}

/** How often a request with a 429 response is sent. */
const MOST_ATTEMPTS = 3
