import { createMockService, type MockServiceOptions } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { run } from './call-api.ts'

/** Returns the response of a run whose workflow is an expression. */
export async function runExpression(expression: string, { args = {}, ...options }: Given = {}): Promise<ReceivedResponse> {
  const parameters = [{ name: 'text', type: 'string' }]
  const workflow = { flowId: 'f', key: 'key-of-f', published: true, parameters, expression }
  const { seed } = readWorldFile(JSON.stringify({ workspaces: [{ id: 'w', workflows: [workflow] }] }))
  const { body } = await run(createMockService(seed, options), { flowId: 'f', key: 'key-of-f', args })
  return body as ReceivedResponse
}

interface Given extends MockServiceOptions {
  readonly args?: Readonly<Record<string, unknown>>
}

interface ReceivedResponse {
  readonly status: string
  readonly result?: unknown
  readonly error?: { readonly name: string; readonly value: string; readonly traceback: string }
}
