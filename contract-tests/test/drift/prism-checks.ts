import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { operationTable } from '@wfhost/openapi'
import { validateRequestBody, validateResponse } from '@wfhost/openapi/validators'
import { createPrismMock } from '../../proof/prism-engine.ts'
import type { ClientRequest } from './client-checks.ts'
import { listRemovals, listRequestProbes, listResponseProbes } from './probes.ts'
import type { DriftCheck, PrismOperations } from './subject.ts'

/** Verifies that Prism and the generated validators give the same verdict on every response. */
export function createPrismResponses(): DriftCheck {
  const judged = listResponseProbes(listRemovals).map((probe) => ({
    probe,
    valid: validateResponse(probe.operationId, probe).length === 0,
  }))
  const find = onceForEach((operationId, resource) =>
    judged
      .filter(({ probe }) => probe.operationId === operationId)
      .filter(({ probe: { body, headers, status }, valid }) => {
        const element = { statusCode: status, headers: Object.fromEntries(headers), body }
        return (validateOutput({ resource, element })._tag === 'Right') !== valid
      })
      .map(({ probe: { body, status } }) => `${operationId} ${status} ${JSON.stringify(body)}`),
  )
  return { name: 'Prism responses', find: async ({ readByPrism }) => find(await readByPrism()) }
}

/** Verifies that Prism and the generated validators give the same verdict on every request. */
export function createPrismRequests(): DriftCheck {
  const judged = listRequestProbes(listRemovals).map((probe) => ({
    probe,
    valid: probe.body !== undefined && validateRequestBody(probe.operationId, probe.body).length === 0,
  }))
  const find = onceForEach((operationId, resource) =>
    judged
      .filter(({ probe }) => probe.operationId === operationId)
      .filter(({ probe: { body }, valid }) => takesBody(resource, body) !== valid)
      .map(({ probe: { body } }) => `${operationId} ${JSON.stringify(body) ?? 'no body'}`),
  )
  return { name: 'Prism requests', find: async ({ readByPrism }) => find(await readByPrism()) }
}

/** Judges each of our operations as Prism has it; one that an edit did not touch is not judged again. */
function onceForEach(
  judge: (operationId: string, resource: PrismOperations[number]) => readonly string[],
): (operations: PrismOperations) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (operations) =>
    Object.keys(operationTable).flatMap((operationId) => {
      const resource = operations.find(({ iid }) => iid === operationId)
      if (resource === undefined) return [`Prism does not know ${operationId}`]
      const key = JSON.stringify(resource)
      const found = known.get(key) ?? judge(operationId, resource)
      known.set(key, found)
      return found
    })
}

function takesBody(resource: PrismOperations[number], body: unknown): boolean {
  const { path } = operationTable[resource.iid === 'executeTool' ? 'executeTool' : 'runPublishedWorkflow']
  // Without a length Prism does not look at the body.
  const length = body === undefined ? '0' : String(JSON.stringify(body).length)
  const headers = { 'content-type': 'application/json', 'content-length': length }
  const url = { path: path.replace(/\{\w+\}/g, 'any'), query: {} }
  return validateInput({ resource, element: { method: 'post', url, headers, body } })._tag === 'Right'
}

/** Verifies that a Prism mock of the API document accepts the requests of the client. */
export function createClientAgainstPrism(recorded: readonly ClientRequest[]): DriftCheck {
  return {
    name: 'client against Prism',
    find: async ({ document }) => {
      const findings: string[] = []
      let request = ''
      const mock = await createPrismMock({
        document,
        onViolation: ({ message, place }) => findings.push(`${request}: ${place} ${message}`),
      })
      for (const { headers, method, operationId, text, url } of recorded) {
        request = operationId
        const init = { method, headers, ...(text === '' ? {} : { body: text }) }
        const { status } = await mock.fetch(new Request(url, init))
        if (status >= 300) findings.push(`the response to ${operationId} has the status ${status}`)
      }
      return findings
    },
  }
}
