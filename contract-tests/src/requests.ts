import { type OperationId, operationTable } from '@wfhost/openapi'
import type { CheckRequest, Exchange } from './target/exchange.ts'
import type { Target, TargetFixtures, WorkflowFixture } from './target/target.ts'

/** The parts of a request besides its method and address. */
export interface RequestParts {
  /** The path parameters, without the product: that one comes from the target. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Creates a request to an operation, with the method and the path that the API document states. */
export function createRequest(target: Target, operationId: OperationId, parts: RequestParts): CheckRequest {
  const { method } = operationTable[operationId]
  const url = operationUrl(target, operationId, parts.parameters)

  return { operationId, method, url, headers: parts.headers, body: parts.body }
}

/** Returns the URL of an operation, with the path parameters filled in. */
export function operationUrl(
  target: Target,
  operationId: OperationId,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const { path, server } = operationTable[operationId]
  const values: Readonly<Record<string, string>> = { product: target.product, ...parameters }
  const base = server === 'workflowService' ? target.baseUrl : target.registryUrl

  return base + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** A request to run a workflow. It is well formed unless a rule replaces one of its parts. */
export interface RunRequest {
  /** Its `args` are sent if the rule states none. */
  readonly workflow: Pick<WorkflowFixture, 'flowId' | 'args'> & { readonly key?: string | undefined }
  readonly args?: Readonly<Record<string, unknown>> | undefined
  readonly mode?: string | undefined
  /** Replaces the JSON body that is made of `args` and `mode` (by default, sync). */
  readonly body?: unknown
  /** Replaces the text of the body, for a body that is not well-formed JSON. */
  readonly text?: string | undefined
  /** Replaces the Authorization header; null leaves it out. */
  readonly authorization?: string | null | undefined
  readonly contentType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Sends a run request and returns the exchange. */
export function runWorkflow(target: Target, run: RunRequest): Promise<Exchange> {
  const { flowId } = run.workflow
  const headers = runHeaders(run)
  const body = run.text ?? JSON.stringify(run.body ?? defaultRunBody(run))

  return target.send(createRequest(target, 'runPublishedWorkflow', { parameters: { flowId }, headers, body }))
}

function runHeaders(run: RunRequest): Record<string, string> {
  const authorization = run.authorization === undefined ? `Bearer ${run.workflow.key}` : run.authorization

  const headers: Record<string, string> = { 'content-type': run.contentType ?? 'application/json' }
  if (authorization !== null) headers['authorization'] = authorization
  return { ...headers, ...run.headers }
}

function defaultRunBody(run: RunRequest): unknown {
  const args = Object.entries(run.args ?? run.workflow.args ?? {})

  return { args: args.map(([name, value]) => ({ name, value })), mode: run.mode ?? 'sync' }
}

/** The modes of a run (section 4.1). */
export const modes = ['sync', 'async'] as const

/** How many requests are sent concurrently: few enough for a small server, and enough that two of them overlap. */
export const CONCURRENT_REQUESTS = 6

/** Sends several requests concurrently and returns their results in the order in which they were sent. */
export function sendConcurrently<T>(send: (index: number) => Promise<T>, count = CONCURRENT_REQUESTS): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

/** How a registry request identifies itself. An empty object sends no credentials. */
export interface Credentials {
  readonly key?: string | undefined
  readonly session?: TargetFixtures['consoleSession'] | undefined
  /** Headers that identify nobody, such as those of a conditional request. */
  readonly otherHeaders?: Readonly<Record<string, string>> | undefined
}

/** Reads the public manifest: the tool sets that are published to the environment profile of a key. */
export function getPublicManifest(target: Target, credentials: Credentials): Promise<Exchange> {
  return target.send(createRequest(target, 'getPublicManifest', { headers: credentialHeaders(credentials) }))
}

/**
 * Reads the public manifest again, as a client with a cached copy does: with If-None-Match. Returns undefined if the
 * cached response has no ETag.
 */
export async function revalidateManifest(
  target: Target,
  cached: Exchange,
  credentials: Credentials,
): Promise<Exchange | undefined> {
  const tag = cached.headers.get('etag')
  if (tag === null) return undefined

  // By itself, fetch would add "cache-control: no-cache", and many servers then send the complete manifest.
  const otherHeaders = { 'if-none-match': tag, 'cache-control': 'max-age=0' }
  return getPublicManifest(target, { ...credentials, otherHeaders })
}

/** Reads the manifest of an organization. */
export function getOrganizationManifest(target: Target, request: Credentials & { readonly orgId: string }): Promise<Exchange> {
  const parameters = { orgId: request.orgId }
  const headers = credentialHeaders(request)

  return target.send(createRequest(target, 'getOrganizationManifest', { parameters, headers }))
}

/** Executes a tool. */
export function executeTool(target: Target, request: Credentials & { readonly payload: unknown }): Promise<Exchange> {
  const headers = { 'content-type': 'application/json', ...credentialHeaders(request) }
  const body = JSON.stringify(request.payload)

  return target.send(createRequest(target, 'executeTool', { headers, body }))
}

function credentialHeaders({ key, otherHeaders, session }: Credentials): Record<string, string> {
  const headers: Record<string, string> = { ...otherHeaders }
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`
  if (session !== undefined) headers[session.header] = session.value
  return headers
}
