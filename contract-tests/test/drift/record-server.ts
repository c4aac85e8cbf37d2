import { createMockService } from '@wfhost/mock-server'
import { operationTable } from '@wfhost/openapi'
import { createContractWorld } from '../../proof/contract-world.ts'
import { rules } from '../../src/rules/rules.ts'
import { openLocalTarget } from '../open-local-target.ts'
import type { AnswerProbe, RequestProbe } from './probes.ts'

/** Every different answer that the reference server gives to the rules. */
export async function recordServer(): Promise<AnswerProbe[]> {
  const answers = new Map<string, AnswerProbe>()
  for (const rule of rules) {
    const { close, target } = await openLocalTarget('core')
    await rule.check({
      ...target,
      send: async (call) => {
        const exchange = await target.send(call)
        const { body, headers, status } = exchange
        answers.set(JSON.stringify([call.operationId, status, body]), { operationId: call.operationId, status, headers, body })
        return exchange
      },
    })
    await close()
  }
  return [...answers.values()]
}

/** Whether the reference server takes a request body; which workflow or tool it is for does not matter. */
export async function acceptsBody({ body, operationId }: RequestProbe, contentType = 'application/json'): Promise<boolean> {
  const profile = { unknownArgument: 'ignore', repeatedArgument: 'last' } as const
  const service = createMockService(createContractWorld(), { profile })
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
