import { createMockService } from '@wfhost/mock-server'
import type { OperationId } from '@wfhost/openapi'
import { ConfigurationError } from '@wfhost/sdk'
import { readResponse } from '@wfhost/sdk/schemas'
import { isJsonObject, type JsonObject, listOperations, type Operation, objectAt } from '../../../openapi/generate/document.ts'
import { createContractWorld } from '../../proof/contract-world.ts'
import { addresses, clientCalls } from '../client-calls.ts'
import { listResponseProbes, newWords, type ResponseProbe, replaceTexts } from './probes.ts'
import { allowsResponse, type DriftCheck, type DriftSubject } from './subject.ts'

/** Verifies that the API document and the schemas of the client give the same verdict on every response. */
export function createClientResponses(): DriftCheck {
  const judged = listResponseProbes().map(judge)
  return {
    name: 'client responses',
    find: ({ document, validators }) => {
      if (validators === undefined) return []
      const words = newWords(document)
      const worded = words.length === 0 ? [] : listResponseProbes((value) => replaceTexts(value, words)).map(judge)
      return [...judged, ...worded]
        .filter(({ accepted, probe }) => allowsResponse(validators, probe) !== accepted)
        .map(({ accepted, probe }) => describeDifference(probe, accepted))
    },
  }
}

function judge(probe: ResponseProbe): { readonly probe: ResponseProbe; readonly accepted: boolean } {
  return { probe, accepted: readResponse(probe.operationId, probe).problems.length === 0 }
}

function describeDifference({ body, operationId, status }: ResponseProbe, accepted: boolean): string {
  return `${operationId} ${status} ${JSON.stringify(body)}: the client ${accepted ? 'accepts' : 'refuses'} it, and the API document does not`
}

const values = ['', 'a', 'support triage/ü', 'x'.repeat(300)]

/** Verifies that the API document and the client accept the same parameters. */
export async function createClientParameters(): Promise<DriftCheck> {
  const given = Object.entries(clientCalls).flatMap(([operationId, { sendParameter }]) =>
    Object.entries(sendParameter).flatMap(([name, call]) => values.map((value) => ({ operationId, name, call, value }))),
  )
  const judged = await Promise.all(given.map(async (probe) => ({ ...probe, accepted: await accepts(probe.call, probe.value) })))
  return {
    name: 'client parameters',
    find: ({ validators }) =>
      judged
        .filter(({ accepted, name, operationId, value }) => {
          const isValid = validators?.parameters.get(operationId)?.get(name)
          return validators !== undefined && isValid?.(value) !== accepted
        })
        .map(({ name, operationId, value }) => `${operationId} ${name} ${JSON.stringify(value)}`),
  }
}

async function accepts(call: (value: string) => Promise<unknown>, value: string): Promise<boolean> {
  try {
    await call(value)
    return true
  } catch (error) {
    return !(error instanceof ConfigurationError)
  }
}

/** Verifies that the client sends the documented address, path, parameters, credentials and body. */
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
  const urls = Array.isArray(servers) ? servers.map((server) => String(server.url)) : []
  const variable = urls.find((url) => url.startsWith('{')) ?? ''
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

/** Lists the security alternatives of an operation with their schemes. A scheme that is not defined is an empty object. */
export function securityOf(document: JsonObject, { method, path }: Operation): JsonObject[][] {
  const operation = Object(objectAt(document['paths'], 'paths')[path])[method.toLowerCase()]
  const schemes = Object(Object(document['components']).securitySchemes)
  const alternatives: unknown = operation.security ?? document['security'] ?? []
  if (!Array.isArray(alternatives)) return []
  return alternatives.map((names) => Object.keys(Object(names)).map((name) => (isJsonObject(schemes[name]) ? schemes[name] : {})))
}

/** A request that the client sent. */
export interface ClientRequest {
  readonly operationId: OperationId
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly text: string
}

/** Calls every method of the client with each kind of credentials, and records the requests. */
export async function recordClient(): Promise<ClientRequest[]> {
  const service = createMockService(createContractWorld())
  const recorded: ClientRequest[] = []

  for (const operationId of Object.keys(clientCalls) as OperationId[]) {
    await clientCalls[operationId].sendEach(async (request) => {
      const { headers, method, url } = request
      recorded.push({ operationId, method, url, headers, text: await request.clone().text() })
      return service.fetch(request)
    })
  }
  return recorded
}
