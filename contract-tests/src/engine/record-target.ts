import type { RedactedText } from '@wfhost/internal/redacted-text'
import { parseHttpDate, RETRY_AFTER_FLOOR, readRetryAfter } from '@wfhost/internal/retry-after'
import { connectTarget, type TargetDescription } from '../target/connect-target.ts'
import { type Call, type Exchange, isBroken, NoAnswer } from '../target/exchange.ts'
import type { Target, TargetFixtures } from '../target/target.ts'
import type { Budget } from './budget.ts'
import type { RunnableCheck } from './checks.ts'
import type { RecordedExchange, RecordedHookCall } from './conformance-report.ts'
import { recordHooks, type ToUndo } from './record-hooks.ts'
import type { Secrets } from './secrets.ts'
import type { SuiteState } from './suite.ts'

/** A target whose every request is counted, paced and recorded without secrets. */
export interface RecordedTarget {
  /** Undoes what can be undone: it lifts a rate limit, and publishes what was listed. */
  readonly restore: () => Promise<void>
  readonly target: Target
  readonly exchanges: readonly RecordedExchange[]
  readonly hookCalls: readonly RecordedHookCall[]
  /** The position of an exchange among the recorded ones. */
  readonly positionOf: (exchange: Exchange | undefined) => number | undefined
}

/**
 * Makes a target of a description that spends a budget, keeps secrets, and knows the keys that are valid by now. Unless
 * the check is about rate limits, it sends a request again when a 429 says, instead of taking that for the answer.
 */
export function recordTarget(
  description: TargetDescription,
  on: SuiteState & { readonly check: Pick<RunnableCheck, 'id' | 'needs' | 'area'>; readonly signal: AbortSignal | undefined },
): RecordedTarget {
  const fixtures = withCurrentKeys(description.fixtures ?? {}, on.regeneratedKeys)
  const target = connectTarget({ ...description, fixtures })
  const recorded: { readonly exchange: Exchange; readonly record: RecordedExchange; readonly turn: number }[] = []
  const hookCalls: RecordedHookCall[] = []
  const underWay: Promise<unknown>[] = []
  const toUndo: ToUndo = new Map()
  let turns = 0

  const recording =
    (send: Target['send']): Target['send'] =>
    async (call) => {
      const sendOnce = () => on.reach.judge(call, (sent) => sendUnbroken(send, sent))
      return on.check.area === 'rate-limit' ? sendOnce() : sendWithRateLimitRetry(sendOnce, pauseUntil)
    }

  /** Waits, unless that would take too long. The budget holds back all that is sent until then. */
  function pauseUntil(time: number): boolean {
    const durationMs = time - Date.now()
    const waits = on.budget.pauseUntil(time)
    if (waits && durationMs > 0) on.waits.note('Retry-After to pass', { durationMs, check: on.check.id })
    return waits
  }

  async function waitFor(durationMs: number, reason: string): Promise<void> {
    if (durationMs <= 0) return
    on.waits.note(reason, { durationMs, check: on.check.id })
    await target.wait(durationMs, reason)
  }

  /** Sends once more what broke on its way: the connection, or what stands before the server. What is counted is not sent twice. */
  async function sendUnbroken(send: Target['send'], call: Call): Promise<Exchange> {
    const first = await sendRecording(send, call).catch((error: unknown) => {
      if (error instanceof NoAnswer && isBroken(error)) return error
      throw error
    })
    const { atOnce = 1, hooks } = on.check.needs
    // Of requests at once it may be what these do to the server, and before any answer of the API there may be none.
    const isMeant = atOnce > 1 || !on.reach.hasReached(call)
    if (!(first instanceof NoAnswer) && (isMeant || !ofGateways.includes(first.status))) return first
    const exchange = await sendRecording(send, call)
    const counts = hooks.some((hook) => hook === 'endedRuns' || hook === 'creditBalance')
    // What answers so twice means it.
    if (!counts || ofGateways.includes(exchange.status)) return exchange
    const why = first instanceof NoAnswer ? first.message : `status ${first.status}`
    throw new ConnectionBroken(`the connection broke once, so what the request did cannot be counted: ${why}`)
  }

  async function sendRecording(send: Target['send'], call: Call): Promise<Exchange> {
    // Of two requests at once the one that was sent first comes first, whichever is answered first.
    const turn = turns++
    await on.budget.take(call.operationId, (on.check.needs.atOnce ?? 1) > 1)
    on.signal?.throwIfAborted()
    const start = performance.now()
    const exchange = await on.effects.noting(call, send({ ...call, headers: { ...call.headers, ...on.trace(on.check.id) } }))
    const durationMs = Math.round(performance.now() - start)
    if (call.headers['cookie'] !== undefined) hideSession(call.headers['cookie'])
    recorded.push({ exchange, record: recordOf(exchange, { call, durationMs, secrets: on.secrets }), turn })
    recorded.sort((a, b) => a.turn - b.turn)
    return exchange
  }

  /** What a server has set and takes back may open as much as a key. */
  function hideSession(cookie: string): void {
    for (const [, value = ''] of recorded.flatMap(({ exchange }) => exchange.headers.getSetCookie().map(partsOfCookie))) {
      if (value !== '' && cookie.includes(value)) on.secrets.add('SET_COOKIE', value)
    }
  }

  function onCall(call: Omit<RecordedHookCall, 'afterExchanges'>): void {
    const last = hookCalls.findLast(({ hook }) => hook === call.hook)
    const isTheSame = last !== undefined && last.given === call.given && last.answer === call.answer
    if (!isTheSame || last.afterExchanges !== recorded.length) hookCalls.push({ ...call, afterExchanges: recorded.length })
  }

  /** What is under way when a run is interrupted is not to change anything after what it changed was undone. */
  function callHook<T>(hook: PropertyKey, call: () => Promise<T>): Promise<T> {
    if (on.signal?.aborted === true) return Promise.reject(on.signal.reason)
    const called = call()
    if (hook !== 'creditBalance' && hook !== 'endedRuns') underWay.push(called)
    return called
  }

  async function restore(): Promise<void> {
    await Promise.allSettled(underWay)
    for (const [hook, { otherwise, undo }] of toUndo) {
      await undo().catch((error: unknown) => {
        const why = `${otherwise}: ${error instanceof Error ? error.message : String(error)}`
        on.changes.add(why)
        on.notUndone.set(hook, why)
      })
    }
  }

  return {
    restore,
    hookCalls,
    target: {
      ...target,
      wait: waitFor,
      settled: (effect, watch) => on.effects.settle(effect, { pause: (ms) => waitFor(ms, settling[effect]), watch }),
      ended: on.effects.ended,
      startsAt: on.effects.startsAt,
      hooks: recordHooks(description, { state: on, hooks: target.hooks, toUndo, onCall, callHook }),
      send: recording(target.send),
      sendOutsideDocument: recording(target.sendOutsideDocument),
    },
    get exchanges() {
      return recorded.map(({ record }) => record)
    },
    positionOf: (exchange) => {
      const position = recorded.findIndex((entry) => entry.exchange === exchange)
      return position === -1 ? undefined : position
    },
  }
}

/** What is waited for until nothing more can come of what was sent. */
const settling = { runs: 'runs to show that they ended', executions: 'executions to show in the credits' } as const

function withCurrentKeys(fixtures: Partial<TargetFixtures>, keys: ReadonlyMap<string, string>): Partial<TargetFixtures> {
  const entries = Object.entries(fixtures).map(([name, fixture]) => {
    const { flowId } = Object(fixture)
    const key = keys.get(flowId)
    return [name, key === undefined ? fixture : { ...Object(fixture), key }]
  })
  return Object.fromEntries(entries)
}

function recordOf(
  exchange: Exchange,
  sent: { readonly call: Call; readonly durationMs: number; readonly secrets: Secrets },
): RecordedExchange {
  const { call, headers, status, text } = exchange
  const { durationMs, secrets } = sent
  const { redact } = secrets
  return {
    method: call.method,
    url: redact(call.url),
    requestHeaders: redactHeaders(Object.entries(call.headers), redact),
    ...requestBody(call, redact),
    status,
    responseHeaders: redactHeaders([...headers].map(withoutSession), redact),
    responseBody: excerptOf(redact(text)),
    durationMs,
    // Whoever sends it again is not that run.
    curl: secrets.toCurl(sent.call),
  }
}

function requestBody({ body }: Call, redact: Secrets['redact']): { requestBody?: string } {
  return body === undefined ? {} : { requestBody: excerptOf(redact(body)).replaceAll(/[\ud800-\udfff]/gu, '\ufffd') }
}

const longest = 4000
const ending = 500

/** A body as a report shows it: the beginning and the end of a long one, and how much is between them. */
export function excerptOf(body: RedactedText): string {
  if (body.length <= longest) return body
  const beginning = longest - ending
  const leftOut = `… (${body.length - longest} of ${body.length} characters left out) …`
  // Not every reader of JSON takes half of a character.
  return body.slice(0, beginning).replace(/[\ud800-\udbff]$/, '') + leftOut + body.slice(-ending).replace(/^[\udc00-\udfff]/, '')
}

function redactHeaders(headers: readonly (readonly [string, string])[], redact: Secrets['redact']): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [redact(name), redact(value)]))
}

function partsOfCookie(setCookie: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([^=;]*)=?([^;]*)/.exec(setCookie) ?? []
  return [name, value]
}

function withoutSession([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, name === 'set-cookie' ? value.replace(/=[^;]*/, '=[hidden]') : value]
}

/** The target still limits the rate after the time that it stated, which says nothing about a check. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited'
}

/** What a gateway says of the server behind it, or while that starts (RFC 9110, sections 15.6.3 to 15.6.5). */
const ofGateways = [502, 503, 504]

/** A connection broke, and the next one did not: it says nothing about a check that counts what requests do. */
export class ConnectionBroken extends Error {
  override readonly name = 'ConnectionBroken'
}

const attempts = 3

/**
 * Sends a request until the response is no 429 with Retry-After, and waits as stated in between. Each attempt counts.
 *
 * @throws {RateLimited} when the target still limits the rate.
 */
async function sendWithRateLimitRetry(send: () => Promise<Exchange>, pauseUntil: Budget['pauseUntil']): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const exchange = await send()
    const until = retryTime(exchange)
    if (until === undefined) return exchange
    const waits = pauseUntil(until)
    if (attempt === attempts || !waits) {
      throw new RateLimited(`the target limits the rate: 429 with Retry-After ${exchange.headers.get('retry-after')}`)
    }
  }
}

/** When to come back, in milliseconds since the epoch; undefined if the response says nothing of it. */
function retryTime({ headers, status }: Exchange): number | undefined {
  if (status !== 429) return undefined
  // Read by the clock of the server, as its Date shows it: a wrong one is no reason to wait for a day.
  const now = Date.now()
  const servers = parseHttpDate(headers.get('date') ?? '', now) || now
  const at = readRetryAfter(headers, servers)
  if (at === undefined) return undefined
  return now + (at === 'unreadable' ? RETRY_AFTER_FLOOR : at - servers)
}
