import { createMockService } from '@wfhost/mock-server'
import { operationTable } from '@wfhost/openapi'
import { type JsonObject, listOperations, type Operation, objectAt } from '../../../openapi/generate/document.ts'
import { createContractWorld } from '../../proof/contract-world.ts'
import { rules } from '../../src/rules/rules.ts'
import { hasDocumentedMethod } from '../has-documented-method.ts'
import { openLocalTarget } from '../open-local-target.ts'
import { securityOf } from './client-checks.ts'
import { listRequestProbes, newWords, type RequestProbe, type ResponseProbe, replaceTexts } from './probes.ts'
import { allowsResponse, type DriftCheck } from './subject.ts'

export function createServerResponses(recorded: readonly ResponseProbe[]): DriftCheck {
  return {
    name: 'server responses',
    find: ({ validators }) =>
      validators === undefined
        ? []
        : recorded
            .filter((probe) => !allowsResponse(validators, probe))
            .map(({ body, operationId, status }) => `${operationId} ${status} ${JSON.stringify(body)}`),
  }
}

/** The document against the bodies that the reference server takes, and the types of content. */
export async function createServerRequests(): Promise<DriftCheck> {
  const judged = await judgeAll(listRequestProbes())
  return {
    name: 'server requests',
    find: async ({ document, validators }) => {
      if (validators === undefined) return []
      const operations = listOperations(document)
      const words = newWords(document)
      const worded = words.length === 0 ? [] : await judgeAll(listRequestProbes((value) => replaceTexts(value, words)))
      const bodies = [...judged, ...worded].filter(({ accepted, probe: { body, operationId } }) => {
        const requestBody = operations.find((operation) => operation.operationId === operationId)?.requestBody
        const allowed =
          body === undefined ? requestBody?.['required'] !== true : validators.requestBodies.get(operationId)?.(body) === true
        return allowed !== accepted
      })
      return [
        ...bodies.map(({ probe: { body, operationId } }) => `${operationId} ${JSON.stringify(body) ?? 'no body'}`),
        ...(await refusedContentTypes(operations)),
      ]
    },
  }
}

async function judgeAll(
  probes: readonly RequestProbe[],
): Promise<{ readonly probe: RequestProbe; readonly accepted: boolean }[]> {
  return Promise.all(probes.map(async (probe) => ({ probe, accepted: await acceptsBody(probe) })))
}

async function refusedContentTypes(operations: readonly Operation[]): Promise<string[]> {
  const refused: string[] = []
  for (const { operationId, requestBody } of operations) {
    if (operationId !== 'runPublishedWorkflow') continue
    for (const contentType of Object.keys(objectAt(requestBody?.['content'], operationId))) {
      const accepted = await acceptsBody({ operationId, body: { args: [] } }, contentType)
      if (!accepted) refused.push(`${operationId} ${contentType}`)
    }
  }
  return refused
}

/** The document against the credentials that the reference server wants, and takes. */
export const serverCredentials: DriftCheck = {
  name: 'server credentials',
  find: async ({ document }) => {
    const findings: string[] = []
    for (const operation of listOperations(document)) {
      const alternatives = securityOf(document, operation)
      const isOpen = alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)
      const withNone = await isKnown(operation.operationId, {})
      if (withNone !== isOpen) findings.push(`${operation.operationId} without credentials`)
      for (const scheme of alternatives.flat()) {
        const known = await isKnown(operation.operationId, credentialHeaders(operation.operationId, scheme))
        if (!known) findings.push(`${operation.operationId} with ${JSON.stringify(scheme)}`)
      }
    }
    return findings
  },
}

function credentialHeaders(operationId: string, { in: place, name, scheme, type }: JsonObject): Record<string, string> {
  const key = Object(operationTable)[operationId]?.server === 'workflowService' ? 'key-echo' : 'host-acme-default'
  if (type === 'http') return { authorization: `${scheme} ${key}` }
  return place === 'cookie' ? { cookie: `${name}=session-acme` } : { [String(name)]: key }
}

async function isKnown(operationId: string, headers: Record<string, string>): Promise<boolean> {
  const row: { readonly method: string; readonly path: string } | undefined = Object(operationTable)[operationId]
  if (row === undefined) return false
  const path = row.path.replace('{flowId}', 'echo').replace('{product}', 'wfhost').replace('{orgId}', 'acme')
  const service = createMockService(createContractWorld())
  const { status } = await service.fetch(new Request(`http://workflows.test${path}`, { method: row.method, headers }))
  return status !== 401
}

/** Records the distinct responses of the reference server to all rules. */
export async function recordServer(): Promise<ResponseProbe[]> {
  const recorded = new Map<string, ResponseProbe>()
  for (const rule of rules) {
    const { close, target } = await openLocalTarget('core')
    await rule.check({
      ...target,
      send: async (call) => {
        const exchange = await target.send(call)
        if (!hasDocumentedMethod(call)) return exchange

        const { body, headers, status } = exchange
        recorded.set(JSON.stringify([call.operationId, status, body]), { operationId: call.operationId, status, headers, body })
        return exchange
      },
    })
    await close()
  }
  return [...recorded.values()]
}

/** Whether the reference server takes a request body; which workflow or tool it is for does not matter. */
async function acceptsBody({ body, operationId }: RequestProbe, contentType = 'application/json'): Promise<boolean> {
  const assumptions = { unknownArgument: 'ignore', repeatedArgument: 'last' } as const
  const service = createMockService(createContractWorld(), { assumptions })
  const { method, path } = operationTable[operationId]
  const headers = {
    'content-type': contentType,
    authorization: operationId === 'executeTool' ? 'Bearer host-globex-default' : 'Bearer key-typed-twin',
  }
  const text = body === undefined ? null : JSON.stringify(body)
  const url = `http://workflows.test${path.replace('{flowId}', 'typed-twin').replace('{product}', 'wfhost')}`
  const response = await service.fetch(new Request(url, { method, headers, body: text }))
  // A tool that is not there is looked for once the body has been read.
  return response.status === 200 || response.status === 404
}
