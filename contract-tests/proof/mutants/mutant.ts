import type { MockService } from '@wfhost/mock-server'
import { type OperationId, operationTable } from '@wfhost/openapi'
import type { KnownRule } from '../../src/rules/rules.ts'
import type { Fixtures } from '../../src/target/target.ts'

/** A server with one defect, and the rule that is meant to find it. */
export interface Mutant {
  readonly defect: string
  readonly foundBy: KnownRule
  /** The fixtures of such a server that differ from the contract world's. @default no difference */
  readonly fixtures?: Partial<Fixtures>
  /** The claims of such a server. @default none */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Whether the API document allows the behaviour, so the check only warns. @default false */
  readonly isWarned?: boolean
  /** Whether the defect needs an earlier or concurrent request, so a single repeated request may not show it. @default false */
  readonly needsOtherRequests?: boolean
  /** Adds the defect to a service without defects. */
  readonly mutate: Change
}

/** Creates mutants that the same rule must find. The names of the changes are the defects. */
export function mutantsOf(foundBy: KnownRule, changes: Readonly<Record<string, Change>>): Mutant[] {
  return Object.entries(changes).map(([defect, mutate]) => ({ defect, foundBy, mutate }))
}

/** The purpose of each operation. An operation that is not listed here keeps its own name. */
const purposes = {
  runPublishedWorkflow: 'run',
  getPublicManifest: 'public manifest',
  getOrganizationManifest: 'organization manifest',
  executeTool: 'execute',
} as const satisfies Readonly<Partial<Record<OperationId, string>>>

export type Place = (typeof purposes)[keyof typeof purposes] | Exclude<OperationId, keyof typeof purposes>

// An object of the generated table has exactly these names.
const operationIds = Object.keys(operationTable) as OperationId[]

/** Every operation. */
export const everywhere: readonly Place[] = operationIds.map(nameOf)

/** Every operation of one of the two services. */
export function placesOf(server: 'workflowService' | 'toolRegistry'): readonly Place[] {
  return operationIds.filter((id) => operationTable[id].server === server).map(nameOf)
}

/** A request before it reaches the service. */
export interface MutantRequest {
  readonly place: Place
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly text: string
}

/** A response of the service, before it is sent. */
export interface MutantResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The service behind a defect. */
export interface Upstream {
  readonly service: MockService
  /** Sends the request to the service, with the changes if there are any. */
  readonly pass: (change?: Partial<MutantRequest>) => Promise<MutantResponse>
}

/** Wraps a service. If the wrapper changes only some places, `places` lists them. */
export type Change = ((service: MockService) => MockService) & { readonly places?: readonly Place[] }

type Handle = (request: MutantRequest, upstream: Upstream) => MutantResponse | Promise<MutantResponse>

/** Handles the requests at some places. Other requests go directly to the service. */
export function intercept(places: readonly Place[], handle: Handle): Change {
  const change = (service: MockService): MockService => {
    const upstream = handlerOf(service.fetch)
    const handler: Handler = (request) => {
      if (!places.includes(request.place)) return upstream(request)
      const pass: Upstream['pass'] = async (change = {}) => {
        const passed = { ...request, ...change }
        // Another address may belong to another place, or to no place.
        return change.url === undefined ? upstream(passed) : toMutantResponse(await service.fetch(toRequest(passed)))
      }
      return handle(request, { service, pass })
    }
    const fetch = async (request: Request): Promise<Response> => {
      const url = new URL(request.url)
      const place = patterns.find(({ pattern }) => pattern.test(url.pathname))?.place
      if (place === undefined || !places.includes(place)) return service.fetch(request)
      const { headers, method } = request
      const mutantRequest = { place, url, method, headers: new Headers(headers), text: await request.text() }
      const { status, text, headers: sent } = await handler(mutantRequest)
      return new Response(status === 204 || status === 304 ? null : text, { status, headers: sent })
    }
    return { ...service, fetch: Object.assign(fetch, { handler }) }
  }
  return Object.assign(change, { places })
}

type Handler = (request: MutantRequest) => MutantResponse | Promise<MutantResponse>

/** Calls the next handler directly. With many stacked mutants, Request and Response objects were most of the cost. */
function handlerOf(fetch: MockService['fetch'] & { readonly handler?: Handler }): Handler {
  return fetch.handler ?? (async (request) => toMutantResponse(await fetch(toRequest(request))))
}

/** Creates a JSON response. */
export function respond(status: number, body: unknown): MutantResponse {
  return { status, headers: new Headers({ 'content-type': 'application/json' }), text: JSON.stringify(body) }
}

function nameOf(operationId: OperationId): Place {
  return operationId in purposes ? purposes[operationId as keyof typeof purposes] : (operationId as never)
}

/** The service can add a prefix to the path of the API document. */
const patterns = operationIds.map((id) => ({
  place: nameOf(id),
  pattern: new RegExp(`${operationTable[id].path.replace(/\{\w+\}/g, '[^/]*')}$`),
}))

function toRequest({ headers, method, text, url }: MutantRequest): Request {
  return new Request(url, { method, headers, ...(method === 'GET' ? {} : { body: text }) })
}

async function toMutantResponse(response: Response): Promise<MutantResponse> {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return { status: response.status, headers, text: await response.text() }
}

/** An argument of a run, in the form in which the client sent it. */
export type Argument = Readonly<Record<string, unknown>>

/** Changes a request before it reaches the service. If the result is undefined, the request stays unchanged. */
export function onRequest(
  places: readonly Place[],
  change: (request: MutantRequest, service: MockService) => Partial<MutantRequest> | undefined,
): Change {
  return intercept(places, (request, { pass, service }) => pass(change(request, service)))
}

/** Changes the body of a run request that is a JSON object. */
export function onRunBody(change: (body: Json) => unknown): Change {
  return onRequest(['run'], ({ text }) => {
    const body = parseObject(text)
    return body === undefined ? undefined : { text: JSON.stringify(change(body)) }
  })
}

/** Changes the arguments of a run, one by one. */
export function onArguments(change: (argument: Argument) => Argument | readonly Argument[]): Change {
  return onRunBody((body) => (Array.isArray(body['args']) ? { ...body, args: body['args'].flatMap(change) } : body))
}

/** Changes the values of the arguments of a run. */
export function onValues(change: (value: unknown) => unknown): Change {
  return onArguments((argument) => ('value' in argument ? { ...argument, value: change(argument['value']) } : argument))
}

/** Refuses the requests that meet a condition, without passing them to the service. */
export function refuse(
  refusal: { readonly at: Place; readonly status: number },
  when: (request: MutantRequest, service: MockService) => boolean,
): Change {
  return intercept([refusal.at], (request, { pass, service }) =>
    when(request, service) ? respond(refusal.status, { message: 'Refused' }) : pass(),
  )
}

/** Replaces the key of a request. */
export function withKey({ headers }: MutantRequest, key: string | undefined): Partial<MutantRequest> | undefined {
  if (key === undefined) return undefined
  const changed = new Headers(headers)
  changed.set('authorization', `Bearer ${key}`)
  return { headers: changed }
}

/** Reads the token of a request, with any scheme. */
export function tokenOf({ headers }: MutantRequest): string {
  return /^\S+ +(\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

/** Reads the key of a request with the scheme Bearer. */
export function bearerOf({ headers }: MutantRequest): string {
  return /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

export function flowIdOf({ url }: MutantRequest): string {
  return decodeURIComponent(/\/flows\/([^/]+)\//.exec(url.pathname)?.[1] ?? '')
}

export function isAsync({ text }: MutantRequest): boolean {
  return parseObject(text)?.['mode'] === 'async'
}

/** Returns the key of the workflow in the path of a run request. */
export function rightKey(request: MutantRequest, service: MockService): string | undefined {
  return service.workflowKey(flowIdOf(request))
}

/** Changes a response of the service. If the result is undefined, the response stays unchanged. */
export function onResponse(
  places: readonly Place[],
  change: (response: MutantResponse, request: MutantRequest) => Partial<MutantResponse> | undefined,
): Change {
  return intercept(places, async (request, { pass }) => {
    const response = await pass()
    return { ...response, ...change(response, request) }
  })
}

/** Replaces one status of the service by another. */
export function onStatus(from: { readonly at: readonly Place[]; readonly status: number }, to: number): Change {
  return onResponse(from.at, ({ status }) => (status === from.status ? { status: to } : undefined))
}

/** Changes the JSON object of a response with status 200. */
export function onBody(places: readonly Place[], change: (body: Json, request: MutantRequest) => unknown): Change {
  return onResponse(places, ({ status, text }, request) => {
    const body = status === 200 ? parseObject(text) : undefined
    return body === undefined ? undefined : { text: JSON.stringify(change(body, request)) }
  })
}

/** Changes the result of a run that ended with the given status. */
export function onResult(ended: 'success' | 'failed', change: (body: Json) => unknown): Change {
  return onBody(['run'], (body) => (body['status'] === ended ? change(body) : body))
}

/** Changes the response to an async start. */
export function onStart(change: (body: Json) => unknown): Change {
  return onBody(['run'], (body) => ('runId' in body && !isResult(body) ? change(body) : body))
}

/** Whether a body is the result of a run. */
export function isResult(body: Json | undefined): body is Json {
  return body !== undefined && 'stepOutputs' in body
}

/** Returns the steps of a run, or an empty object if the member is not an object. */
export function stepsOf({ stepOutputs }: Json): Json {
  return isObject(stepOutputs) ? stepOutputs : {}
}

/** Changes the steps of every run that has ended. */
export function onSteps(change: (step: Json, id: string) => unknown): Change {
  return onBody(['run'], (body) => {
    if (!isResult(body)) return body
    const steps = Object.entries(stepsOf(body)).map(([id, step]) => [id, change(isObject(step) ? step : {}, id)] as const)
    return { ...body, stepOutputs: Object.fromEntries(steps.filter(([, step]) => step !== undefined)) }
  })
}

/** Changes the tool sets that a manifest lists. */
export function onToolsets(
  places: readonly Place[],
  change: (toolsets: readonly Json[], request: MutantRequest) => readonly unknown[],
): Change {
  return onBody(places, (body, request) => ({
    ...body,
    toolsets: change(Array.isArray(body['toolsets']) ? body['toolsets'].filter(isObject) : [], request),
  }))
}

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parseObject(text: string): Json | undefined {
  const value = parse(text)
  return isObject(value) ? value : undefined
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function without(object: unknown, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(Object(object)).filter(([name]) => !names.includes(name)))
}

/** The value with every leaf and object in it changed, from the inside out. */
export function deep(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item: unknown) => deep(item, change)))
  if (!isObject(value)) return change(value)
  return change(Object.fromEntries(Object.entries(value).map(([name, child]) => [name, deep(child, change)])))
}
