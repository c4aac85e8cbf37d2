import { isJsonObject, type JsonObject, objectAt } from '../../../../openapi/generate/json-object.ts'
import { listOperations, type Operation } from '../../../../openapi/generate/list-operations.ts'
import type { DriftCheck, DriftSubject } from '../drift-check.ts'
import { addresses, type ClientRequest } from '../record-client.ts'

/** The document against what the client sends: address, path, parameters, credentials and body. */
export function createClientRequests(recorded: readonly ClientRequest[]): DriftCheck {
  return { name: 'client requests', find: (subject) => recorded.flatMap((request) => differences(subject, request)) }
}

function differences({ document, validators }: DriftSubject, request: ClientRequest): string[] {
  const { operationId } = request
  const operation = listOperations(document).find((candidate) => candidate.operationId === operationId)
  if (operation === undefined) return [`${operationId}: the document does not have it`]
  const body = request.text === '' ? undefined : JSON.parse(request.text)
  const bodyFits = body === undefined || validators === undefined || validators.requestBodies.get(operationId)?.(body) === true
  const found = [
    ...(request.method === operation.method ? [] : [`method ${request.method}`]),
    ...(urlPattern(operation).test(request.url) ? [] : [`address ${request.url}`]),
    ...parameterDifferences(operation, request.headers),
    ...(acceptsCredentials(document, { operation, headers: request.headers }) ? [] : ['credentials']),
    ...contentDifferences(operation, request),
    ...(bodyFits ? [] : [`body ${request.text}`]),
  ]
  return found.map((what) => `${operationId}: the client's ${what} is not as documented`)
}

function urlPattern({ path, servers }: Operation): RegExp {
  const variable = Array.isArray(servers) ? String(servers[0]?.url) : ''
  const origin = variable.replace('{base_url}', addresses.baseUrl).replace('{registry_url}', addresses.registryUrl)
  return new RegExp(`^${origin}${path.replace(/\{\w+\}/g, '[^/?]+')}$`)
}

function parameterDifferences({ parameters, path }: Operation, headers: Headers): string[] {
  const inPath = parameters.filter((parameter) => parameter['in'] === 'path').map(({ name }) => String(name))
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const required = parameters.filter((parameter) => parameter['in'] !== 'path' && parameter['required'] === true)
  const missing = required.filter(({ name, in: place }) => place !== 'header' || !headers.has(String(name)))
  const optional = parameters.filter((parameter) => parameter['in'] === 'path' && parameter['required'] !== true)
  return [
    ...(inPath.toSorted().join() === named.toSorted().join() ? [] : [`path with ${named.join()}`]),
    ...missing.map(({ name }) => `lack of ${name}`),
    ...optional.map(({ name }) => `${name}, which it always sends,`),
  ]
}

function contentDifferences({ requestBody }: Operation, { headers, text }: ClientRequest): string[] {
  if (requestBody === undefined) return text === '' ? [] : ['body']
  const type = headers.get('content-type')
  if (type === null) return requestBody['required'] === true ? ['lack of a body'] : []
  return type in objectAt(requestBody['content'], 'content') ? [] : [`content type ${type}`]
}

function acceptsCredentials(
  document: JsonObject,
  { headers, operation }: { readonly operation: Operation; readonly headers: Headers },
): boolean {
  return securityOf(document, operation).some((schemes) =>
    schemes.some(
      (scheme) =>
        (scheme['type'] === 'http' && scheme['scheme'] === 'bearer' && /^Bearer \S/.test(headers.get('authorization') ?? '')) ||
        (scheme['in'] === 'cookie' && (headers.get('cookie') ?? '').startsWith(`${scheme['name']}=`)),
    ),
  )
}

/** The alternatives of an operation, each with the schemes that it asks for; a scheme that is not there is empty. */
export function securityOf(document: JsonObject, { method, path }: Operation): JsonObject[][] {
  const operation = Object(objectAt(document['paths'], 'paths')[path])[method.toLowerCase()]
  const schemes = Object(Object(document['components']).securitySchemes)
  const alternatives: unknown = operation.security ?? document['security'] ?? []
  if (!Array.isArray(alternatives)) return []
  return alternatives.map((names) => Object.keys(Object(names)).map((name) => (isJsonObject(schemes[name]) ? schemes[name] : {})))
}
