import { createHash } from 'node:crypto'
import { operations } from '../operations/operations.ts'
import { parseJson } from '../parse-json.ts'
import { type ContractExchange, hasOperation, isRateLimited, type KnownExchange } from './contract-exchange.ts'
import { readParameters } from './map-request.ts'

/** Creates a text that two exchanges have in common if one check can repeat both. */
export function createKey({ request, response }: ContractExchange): string {
  return JSON.stringify(isRateLimited(response) ? { ...request, status: response.status } : request)
}

/** Describes a request for people, such as `run echo with text in mode sync`. */
export function describeRequest(exchange: ContractExchange): string {
  const { method, path } = exchange.request
  if (!hasOperation(exchange)) return `${method} ${path}`

  const limit = isRateLimited(exchange.response) ? 'over the rate limit' : ''
  const parts = [
    operations[exchange.operationId].verb,
    subjectOf(exchange),
    describeBody(exchange),
    describeCredentials(exchange),
    limit,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Returns the workflow, the organization or the tool set of a request. */
function subjectOf(exchange: KnownExchange): string {
  const { flowId, orgId } = readParameters(exchange)
  if (exchange.operationId !== 'executeTool') return flowId ?? orgId ?? ''

  const payload = Object(parseJson(exchange.request.body ?? ''))
  return Object.values(payload)
    .filter((value) => typeof value === 'string')
    .join(' ')
}

function describeBody({ operationId, request }: KnownExchange): string {
  if (operationId !== 'runPublishedWorkflow') return ''

  const { args, mode } = Object(parseJson(request.body ?? ''))
  const names = Array.isArray(args) ? args.map((arg: unknown) => String(Object(arg).name)) : []
  const withNames = names.length === 0 ? 'without arguments' : `with ${names.join(', ')}`
  return mode === undefined ? withNames : `${withNames} in mode ${mode}`
}

function describeCredentials({ request }: KnownExchange): string {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) return `as ${authorization.replace(/^Bearer +/i, '')}`
  return cookie === undefined ? 'without a key' : 'with a session'
}

/** Creates the id of a check. The digest keeps the ids of other requests when the tests send new ones. */
export function createId(exchange: KnownExchange): string {
  const digest = createHash('sha256').update(createKey(exchange)).digest('hex').slice(0, 6)
  const subject = subjectOf(exchange).replace(/[^\w-]+/g, '-')
  const words = [operations[exchange.operationId].verb.replace(' ', '-'), subject, digest]
  return words.filter((word) => word !== '').join('.')
}
