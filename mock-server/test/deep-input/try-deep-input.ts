import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { readWorldFile, WorldFileError } from '@wfhost/mock-server/world-file'
import { readArchive } from '../../src/guard/read-archive.ts'

// A program for the oldest Node that is supported. It prints its inputs, and each input that neither passed nor was refused with a message.
const depth = 20_000
const rounds = 2

const nestings: readonly (readonly [before: string, after: string])[] = [
  ['[', ']'],
  ['[', ''],
  ['{"a":', '}'],
  ['{"a":[', ']}'],
  ['- ', ''],
  ['? ', ''],
  ['a: ', ''],
  ['[\n', ']'],
  ['- [', ']'],
  ['(', ')'],
  ['!', ''],
  ['() => ', ''],
  ['`${', '}`'],
  ['new ', ''],
  ['1 + ', ''],
  ['if (a); else ', ''],
  ['/(', ')/'],
  ['\\u005b', ''],
  ['%5B', ''],
]

const unexpected: string[] = []
const count = { tried: 0 }

function nested([before, after]: readonly [string, string]): string {
  return `${before.repeat(depth)}1${after.repeat(depth)}`
}

function aliases(): string {
  const lines = Array.from({ length: 2000 }, (_, index) => (index === 0 ? '- &a0 []' : `- &a${index} [*a${index - 1}]`))
  return lines.join('\n')
}

function tryWorldFile(text: string): void {
  count.tried += 1
  try {
    readWorldFile(text)
  } catch (error) {
    if (!(error instanceof WorldFileError)) unexpected.push(`world file ${text.slice(0, 80)}: ${String(error)}`)
  }
}

function tryArchive(text: string): void {
  count.tried += 1
  try {
    readArchive(text)
  } catch (error) {
    if (!String(error).startsWith('Error: Cannot read the recording'))
      unexpected.push(`archive ${text.slice(0, 40)}: ${String(error)}`)
  }
}

const host = createMockHost(createSampleWorld, {
  onInternalError: (error) => unexpected.push(`internal error: ${String(error)}`),
})

async function tryRequest(path: string, body: string): Promise<void> {
  count.tried += 1
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${sampleKeys.workflows.echo}` }
  const response = await host.fetch(new Request(`http://localhost${path}`, { method: 'POST', headers, body }))
  await response.text()
  if (response.status >= 500) unexpected.push(`${path} ${body.slice(0, 40)}: ${response.status}`)
}

for (let round = 0; round < rounds; round += 1) {
  tryWorldFile(aliases())
  for (const nesting of nestings) {
    const text = nested(nesting)
    const quoted = JSON.stringify(text)
    tryWorldFile(text)
    tryWorldFile(`a: ${text}`)
    tryWorldFile(`workspaces: [{ id: w, workflows: [{ flowId: f, expression: ${quoted} }] }]`)
    tryWorldFile(`workspaces: [{ id: w, workflows: [{ flowId: f, result: ${text} }] }]`)
    tryWorldFile(`workspaces: [{ id: w, workflows: [{ flowId: f, generated: ${quoted} }] }]`)
    tryArchive(text)
    tryArchive(`{"log":{"entries":[${text}]}}`)
    for (const path of ['/api/v2/external/flows/echo/published-run', '/v1/public/wfhost/execute']) {
      await tryRequest(path, text)
      await tryRequest(path, `{"args":[{"name":"text","value":${text}}]}`)
      await tryRequest(path, `{"args":[{"name":"text","value":${quoted}}]}`)
    }
    for (const name of ['reload', 'addWorkflow', 'addFault', 'received', 'verify', 'setEnvironmentVariables', 'addRegistry']) {
      await tryRequest(`/__mock/operations/${name}`, text)
      await tryRequest(`/__mock/operations/${name}`, `{"workspaceId":"w","workflow":${text},"body":${text}}`)
      await tryRequest(`/__mock/operations/${name}`, `{"world":${quoted}}`)
    }
    host.service.journal()
  }
}
process.stdout.write(JSON.stringify({ version: process.versions.node, ...count, unexpected: unexpected.slice(0, 20) }))
