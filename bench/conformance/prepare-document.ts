import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { document } from '../../openapi/src/index.ts'

const values: Readonly<Record<string, string>> = { flowId: 'echo', product: 'wfhost', orgId: 'acme' }
const bodies: Readonly<Record<string, unknown>> = {
  runPublishedWorkflow: { args: [{ name: 'text', value: 'Hello' }], mode: 'sync' },
  executeTool: { toolset: 'mail', tool: 'send', arguments: { text: 'Hello' } },
}

const toolSet = { id: 'mail', name: 'Mail', version: '1.2.0', visibility: 'private', tools: [{ name: 'send', parameters: [] }] }
const manifest = { executeUrl: 'http://127.0.0.1/v1/public/wfhost/execute', toolsets: [toolSet] }
const answers: Readonly<Record<string, unknown>> = {
  getPublicManifest: manifest,
  getOrganizationManifest: manifest,
  runPublishedWorkflow: { status: 'success', result: { text: 'Hello' }, stepOutputs: {} },
  executeTool: { status: 'success', result: { sent: 'Hello' } },
}

/**
 * Writes our document with the examples that belong to the world of the contract tests: tools that are driven by a
 * document send what it has as examples, and nothing else.
 */
export function prepareDocument(folder: string): string {
  const prepared: unknown = structuredClone(document)
  fill(prepared)
  const file = join(folder, 'document.json')
  writeFileSync(file, JSON.stringify(prepared))
  return file
}

function fill(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  if ('in' in part && 'name' in part && part.in === 'path') {
    Reflect.deleteProperty(part, 'examples')
    Object.assign(part, { example: values[String(part.name)] })
  }
  if ('operationId' in part && 'responses' in part) {
    const id = String(part.operationId)
    if ('requestBody' in part) setExample(part.requestBody, bodies[id])
    setExample(Object(part.responses)['200'], answers[id])
  }
  for (const inner of Object.values(part)) fill(inner)
}

function setExample(content: unknown, example: unknown): void {
  const media = Object(content).content['application/json']
  Reflect.deleteProperty(media, 'examples')
  media.example = example
}
