import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fromOpenApi } from '@mswjs/source/open-api'
import { dereference } from '@readme/openapi-parser'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import { setupServer } from 'msw/node'
import { documentFile, inPackage, readDocument, type Tool } from './tool.ts'

// Each responds from the API document only. Our validators judge the responses.
export const mocks: readonly Tool[] = [
  { name: 'Prism CLI, dynamic', package: '@stoplight/prism-cli', run: mockWithPrism },
  { name: '@mswjs/source', package: '@mswjs/source', run: mockWithMsw },
]

const bodies: Readonly<Partial<Record<OperationId, unknown>>> = {
  runPublishedWorkflow: { args: [{ name: 'subject', value: 'My invoice is wrong' }] },
  executeTool: { toolset: 'mail', tool: 'count' },
}
const values: Readonly<Record<string, string>> = { flowId: 'support-triage', orgId: 'acme', product: 'wfhost' }

/** Calls each operation of a server, and counts the responses. Each must be a documented 200. */
async function callEach(url: string): Promise<number> {
  const operations = Object.entries(operationTable) as [OperationId, (typeof operationTable)[OperationId]][]
  for (const [operationId, { method, path }] of operations) {
    const body = bodies[operationId]
    const response = await fetch(url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''), {
      method,
      headers: { authorization: 'Bearer any', prefer: 'dynamic=true', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status } = response
    const received = { status, headers: response.headers, body: await response.json() }
    assert.deepEqual(
      { status, problems: validateResponse(operationId, received) },
      { status: 200, problems: [] },
      JSON.stringify(received.body),
    )
  }
  return operations.length
}

async function mockWithPrism(): Promise<string> {
  const args = ['mock', documentFile, '--port', '0', '--errors', '--no-multiprocess']
  const prism = spawn(process.execPath, [inPackage('@stoplight/prism-cli/dist/index.js'), ...args])
  try {
    let count = 0
    const url = await readAddress(prism.stdout)
    for (let round = 0; round < 15; round += 1) count += await callEach(url)
    return `${count} of ${count} generated responses are as documented`
  } finally {
    prism.kill()
  }
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (url !== undefined && line.includes('listening')) return url
  }
  throw new Error('Cannot ask Prism: it ended without saying where it listens')
}

async function mockWithMsw(): Promise<string> {
  const network = setupServer(...(await fromOpenApi(await dereference(readDocument() as never))))
  network.listen({ onUnhandledRequest: 'error' })
  try {
    return `responds to ${await callEach('http://127.0.0.1:4010')} operations as documented`
  } finally {
    network.close()
  }
}
