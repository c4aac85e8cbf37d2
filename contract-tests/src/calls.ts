import { type OperationId, operationTable } from '@wfhost/openapi'
import type { Call, Exchange } from './target/exchange.ts'
import type { Target, TargetFixtures, WorkflowFixture } from './target/target.ts'

/** What a request to an operation has besides the address. */
export interface CallParts {
  /** The parameters of the path; the product is the target's. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request to an operation, at the method and the path that the document gives it. */
export function callOf(target: Target, operationId: OperationId, { body, headers, parameters = {} }: CallParts): Call {
  const { method } = operationTable[operationId]
  return { operationId, method, url: urlOf(target, operationId, parameters), headers, ...(body === undefined ? {} : { body }) }
}

export function urlOf(target: Target, operationId: OperationId, parameters: Readonly<Record<string, string>> = {}): string {
  const { path, server } = operationTable[operationId]
  const values: Readonly<Record<string, string>> = { product: target.product, ...parameters }
  const base = server === 'workflowService' ? target.baseUrl : target.registryUrl
  return base + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** A run request as a rule words it: well formed unless the rule says otherwise. */
export interface RunCall {
  /** Its own arguments are sent where the rule has none. */
  readonly workflow: Pick<WorkflowFixture, 'flowId' | 'args'> & { readonly key?: string }
  readonly args?: Readonly<Record<string, unknown>>
  readonly mode?: string
  /** Replaces the JSON body that args and mode (default sync) give. */
  readonly body?: unknown
  readonly text?: string
  /** Replaces the Authorization header; null leaves it out. */
  readonly authorization?: string | null
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function runWorkflow(target: Target, call: RunCall): Promise<Exchange> {
  const { flowId, key } = call.workflow
  const authorization = call.authorization === undefined ? `Bearer ${key}` : call.authorization
  const args = Object.entries(call.args ?? call.workflow.args ?? {}).map(([name, value]) => ({ name, value }))
  const body = call.body ?? { args, mode: call.mode ?? 'sync' }
  const headers = {
    'content-type': call.contentType ?? 'application/json',
    ...(authorization === null ? {} : { authorization }),
    ...call.headers,
  }
  const text = call.text ?? JSON.stringify(body)
  return target.send(callOf(target, 'runPublishedWorkflow', { parameters: { flowId }, headers, body: text }))
}

/** The modes of a run (section 4.1). */
export const modes = ['sync', 'async'] as const

/** Few enough for a small server, and enough that two of them meet. */
export const atOnce = 6

export function together<T>(send: (index: number) => Promise<T>, count = atOnce): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

/** How a registry request identifies itself; nothing sends no credentials. */
export interface Credentials {
  readonly key?: string
  readonly session?: TargetFixtures['consoleSession']
  /** Headers that are no way to identify oneself. */
  readonly others?: Readonly<Record<string, string>>
}

export function getPublicManifest(target: Target, credentials: Credentials): Promise<Exchange> {
  return target.send(callOf(target, 'getPublicManifest', { headers: credentialHeaders(credentials) }))
}

/** The public manifest as a client asks for it that has kept one; undefined where that came without an ETag. */
export async function getManifestAgain(target: Target, kept: Exchange, credentials: Credentials): Promise<Exchange | undefined> {
  const tag = kept.headers.get('etag')
  if (tag === null) return undefined
  // fetch would add no-cache, and with that many a server sends everything.
  return getPublicManifest(target, { ...credentials, others: { 'if-none-match': tag, 'cache-control': 'max-age=0' } })
}

export function getOrganizationManifest(target: Target, call: Credentials & { readonly orgId: string }): Promise<Exchange> {
  const { orgId } = call
  return target.send(callOf(target, 'getOrganizationManifest', { parameters: { orgId }, headers: credentialHeaders(call) }))
}

export function executeTool(target: Target, call: Credentials & { readonly payload: unknown }): Promise<Exchange> {
  const headers = { 'content-type': 'application/json', ...credentialHeaders(call) }
  return target.send(callOf(target, 'executeTool', { headers, body: JSON.stringify(call.payload) }))
}

function credentialHeaders({ key, others, session }: Credentials): Record<string, string> {
  return {
    ...others,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(session === undefined ? {} : { [session.header]: session.value }),
  }
}

const asksAtMost = 10

/**
 * Asks until what must be there is, and returns the last answer, which was asked for when the time was over if it never was.
 * What must happen may happen late: the source document does not say when a credit is taken, a publication shows, or how
 * long a run in the background waits for its turn.
 */
export async function pollUntil<T>(
  target: Pick<Target, 'wait'>,
  on: {
    readonly ask: () => Promise<T>
    readonly isThere: (value: T) => boolean
    readonly withinMs: number
    /** What for, as the report says it. */
    readonly reason: string
  },
): Promise<T> {
  const end = performance.now() + on.withinMs
  for (;;) {
    const isLast = performance.now() >= end
    const value = await on.ask()
    if (on.isThere(value) || isLast) return value
    await target.wait(Math.min(on.withinMs / asksAtMost, Math.max(1, end - performance.now())), on.reason)
  }
}

/** Waits until so many runs have ended, and returns how many have. */
type CountEnded = (awaited: {
  readonly count: number
  /** Where runs are counted exactly, one too many may end a little later. */
  readonly isExact: boolean
  /** @default the time that effects may take to show */
  readonly withinMs?: number
}) => Promise<number>

/** Counts the runs of a workflow that end with success from now on, once those that were started before have ended. */
export async function countFromRest(target: Target, { flowId }: { readonly flowId: string }): Promise<CountEnded> {
  const count = () => target.hooks.endedRuns(flowId)
  await target.settled('runs', count)
  const before = await count()
  const ask = async () => (await count()) - before
  return async ({ count, isExact, withinMs = target.settleMs }) => {
    const reason = 'runs in the background to end'
    const found = await pollUntil(target, { ask, isThere: (ended) => ended >= count, withinMs, reason })
    if (found < count) return found
    target.ended()
    if (!isExact) return found
    await target.settled('runs')
    return ask()
  }
}

export interface TimedExchange {
  readonly exchange: Exchange
  readonly tookMs: number
}

export async function timed(sent: Promise<Exchange>): Promise<TimedExchange> {
  const sentAt = performance.now()
  const exchange = await sent
  return { exchange, tookMs: performance.now() - sentAt }
}
