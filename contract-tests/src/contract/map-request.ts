import { operationTable } from '@wfhost/openapi'
import { parseJson } from '../parse-json.ts'
import { createRequest } from '../requests.ts'
import type { CheckRequest } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import type { ContractExchange, KnownExchange } from './contract-exchange.ts'
import type { ContractMapping } from './contract-schema.ts'

/** A recorded request, rewritten for another server. Or the members that the mapping in the configuration lacks for it. */
export type MappedRequest =
  | { readonly kind: 'mapped'; readonly createRequest: (target: Target) => CheckRequest }
  | { readonly kind: 'unmapped'; readonly missing: readonly string[] }

/** A key that no server has. It replaces keys that were unknown or replaced in the tests. */
const INVALID_KEY = 'a-key-that-no-server-has'

/**
 * Rewrites a recorded request for another server. The mapping in the configuration has the names and the keys of that server,
 * which replace those of the tests.
 *
 * @returns `mapped` with a function that creates the request for a target, or `unmapped` with the members that the mapping lacks
 */
export function mapRequest(exchange: KnownExchange, mapping: ContractMapping): MappedRequest {
  const { operationId, request } = exchange
  const parameters = mapParameters(exchange, mapping)
  const headers = mapHeaders(request.headers, mapping)
  const body = mapBody(exchange, mapping)

  const missing = new Set([...parameters.missing, ...headers.missing, ...body.missing])
  if (missing.size > 0) return { kind: 'unmapped', missing: [...missing] }

  const parts = { parameters: parameters.value, headers: headers.value, body: body.value }
  // The API defines no query parameters. If the tests sent a query, it is repeated unchanged.
  const query = readQuery(request.path)
  return { kind: 'mapped', createRequest: (target) => addQuery(createRequest(target, operationId, parts), query) }
}

function addQuery(request: CheckRequest, query: string): CheckRequest {
  return { ...request, url: request.url + query }
}

/** Returns the query of a path with its question mark, or an empty text. */
function readQuery(path: string): string {
  return /\?.*$/.exec(path)?.[0] ?? ''
}

/** A mapped value, and the members of the configuration that it lacks. */
interface Mapped<T> {
  readonly value: T
  readonly missing: readonly string[]
}

/** Reads the path parameters of a request, without the product. */
export function readParameters({ operationId, request }: KnownExchange): Readonly<Record<string, string>> {
  const names: string[] = []
  const pattern = operationTable[operationId].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })

  const [, ...values] = new RegExp(`${pattern}$`).exec(request.path.replace(/\?.*$/, '')) ?? []
  const parameters = names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])
  return Object.fromEntries(parameters.filter(([name]) => name !== 'product'))
}

/** Maps the workflow and the organization of a path. A value that the tests do not have is sent unchanged. */
function mapParameters(exchange: KnownExchange, mapping: ContractMapping): Mapped<Record<string, string>> {
  const parameters: Record<string, string> = {}
  const missing: string[] = []

  for (const [name, value] of Object.entries(readParameters(exchange))) {
    const mapped = name === 'flowId' ? mapping.workflows[value]?.flowId : mapping.organizations[value]?.orgId
    if (mapped === undefined && exchange.isPathKnownToTests) {
      missing.push(name === 'flowId' ? `workflows.${value}` : `organizations.${value}`)
    }
    parameters[name] = mapped ?? value
  }
  return { value: parameters, missing }
}

function mapHeaders(headers: ContractExchange['request']['headers'], mapping: ContractMapping): Mapped<Record<string, string>> {
  const mappedHeaders = Object.entries(headers).map(([name, value]) => ({ name, ...mapHeader(name, value, mapping) }))
  return {
    value: Object.fromEntries(mappedHeaders.map(({ name, value }) => [name, value])),
    missing: mappedHeaders.flatMap(({ missing }) => missing),
  }
}

function mapHeader(name: string, value: string, mapping: ContractMapping): Mapped<string> {
  // The cookie of a session may have another name on the server.
  const session = name === 'cookie' ? /\[session of ([^\]]+)\]/.exec(value)?.[1] : undefined
  if (session === undefined) return replaceNames(value, mapping)

  const cookie = mapping.organizations[session]?.sessionCookie
  if (cookie === undefined) return { value, missing: [`organizations.${session}.sessionCookie`] }
  return { value: cookie, missing: [] }
}

/** Replaces the names of keys by keys. The journal writes a name as in `[key of workflow echo]` or `[key Default of acme]`. */
function replaceNames(text: string, mapping: ContractMapping): Mapped<string> {
  const missing: string[] = []

  const value = text.replace(/\[(?:old key of workflow [^\]]+|unknown)\]|\[key ([^\]]*)\]/g, (found, name?: string) => {
    if (name === undefined) return INVALID_KEY

    const key = findKey(name, mapping)
    if (key.kind === 'found') return key.key
    missing.push(key.member)
    return found
  })
  return { value, missing }
}

type FoundKey = { readonly kind: 'found'; readonly key: string } | { readonly kind: 'missing'; readonly member: string }

/** Finds the key that the journal calls `of workflow echo` or `Default of acme`. */
function findKey(name: string, { organizations, workflows }: ContractMapping): FoundKey {
  const flowId = /^of workflow (.+)$/.exec(name)?.[1]
  if (flowId !== undefined) {
    const key = workflows[flowId]?.key
    return key === undefined ? { kind: 'missing', member: `workflows.${flowId}.key` } : { kind: 'found', key }
  }

  const [, keyName = '', orgId = ''] = /^(.+) of ([^ ]+)$/.exec(name) ?? []
  const key = organizations[orgId]?.keys[keyName]
  return key === undefined ? { kind: 'missing', member: `organizations.${orgId}.keys.${keyName}` } : { kind: 'found', key }
}

function mapBody({ operationId, request }: KnownExchange, mapping: ContractMapping): Mapped<string | undefined> {
  if (request.body === undefined) return { value: undefined, missing: [] }

  const replaced = replaceNames(request.body, mapping)
  return operationId === 'executeTool' ? { ...replaced, value: mapToolsets(replaced.value, mapping) } : replaced
}

/** Replaces the names of tool sets in the top-level members of an execute payload, whose members no document states. */
function mapToolsets(body: string, { toolsets }: ContractMapping): string {
  const payload = parseJson(body)
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return body

  const members = Object.entries(payload).map(([name, value]: [string, unknown]) => {
    const mapped = typeof value === 'string' ? toolsets[value] : undefined
    return [name, mapped ?? value]
  })
  return JSON.stringify(Object.fromEntries(members))
}
