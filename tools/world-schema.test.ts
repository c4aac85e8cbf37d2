import { readFile } from 'node:fs/promises'
import { createWorldSchema } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { getLanguageService } from 'yaml-language-server'

// The language server of the YAML extension of VS Code. The schema is the file that `wfhost-mock schema` printed.
const service = getLanguageService({
  schemaRequestService: async () => JSON.stringify(createWorldSchema()),
  workspaceContext: { resolveRelativePath: (path: string) => `file:///${path}` },
})
service.configure({ validate: true, completion: true, hover: true })

/** Opens a world file whose first line attaches the schema; `|` is the position of the cursor. */
function opened(text: string) {
  const [before = '', after = ''] = `# yaml-language-server: $schema=world.schema.json\n${text}`.split('|')
  const document = TextDocument.create(`file:///${crypto.randomUUID()}.yaml`, 'yaml', 1, before + after)
  return { document, cursor: document.positionAt(before.length) }
}

const workflow = 'workspaces:\n  - id: support\n    workflows:\n      - flowId: triage\n'

test.each([
  ['|', ['organizations', 'workspaces', 'faults', 'rateLimit', 'assumptions']],
  [
    `${workflow}        |`,
    ['name', 'parameters', 'published', 'steps', 'result', 'expression', 'failure', 'sequence', 'delayMs'],
  ],
  [`${workflow}        sequence:\n          - |`, ['result', 'expression', 'failure', 'times', 'delayMs']],
  [
    `${workflow}        parameters:\n          - name: subject\n            type: |`,
    ['string', 'number', 'boolean', 'object', 'array'],
  ],
  ['faults:\n  - kind: |', ['latency', 'hang', 'status']],
  ['assumptions:\n  defaultMode: |', ['sync', 'async']],
])('an editor completes the allowed members of a world file: %j', async (text, names) => {
  const { cursor, document } = opened(text)
  const { items } = await service.doComplete(document, cursor, false)
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(names))
})

test('an editor explains a field', async () => {
  const { cursor, document } = opened(`${workflow}        pub|lished: true\n        result: 1`)
  expect(JSON.stringify(await service.doHover(document, cursor))).toContain('publishing it creates a key (KEY-CREATED)')
})

test('an editor marks the mistakes that wfhost-mock check refuses, and nothing in the example', async () => {
  const problemsIn = async (text: string): Promise<string[]> => {
    const problems = await service.doValidation(opened(text).document, false)
    return problems.map(({ message, range }) => `${range.start.line}: ${message}`)
  }
  expect(await problemsIn(`${workflow}        publishd: true\n        result: 1`)).toEqual([
    expect.stringContaining('5: Property publishd is not allowed'),
  ])
  expect(await problemsIn('rateLimit: { requests: many, windowMs: 1 }')).toEqual([expect.stringContaining('1: ')])
  const example = await readFile(new URL('../mock-server/examples/worlds/support-desk.yaml', import.meta.url), 'utf8')
  expect(await problemsIn(example)).toEqual([])
})
