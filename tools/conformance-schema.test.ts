import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { getLanguageService } from 'yaml-language-server'

// The language server of the YAML extension of VS Code, with the schema that `wfhost-conformance schema` prints.
const command = ['--conditions=@wfhost/source', 'contract-tests/src/cli.ts']
const schema = execFileSync(process.execPath, [...command, 'schema'], { encoding: 'utf8' })
const service = getLanguageService({
  schemaRequestService: async () => schema,
  workspaceContext: { resolveRelativePath: (path: string) => `file:///${path}` },
})
service.configure({ validate: true, completion: true, hover: true })

/** Opens a configuration with the first line that `init` writes; `|` is the position of the cursor. */
function opened(text: string) {
  const [before = '', after = ''] = `# yaml-language-server: $schema=config.schema.json\n${text}`.split('|')
  const document = TextDocument.create(`file:///${crypto.randomUUID()}.yaml`, 'yaml', 1, before + after)
  return { document, cursor: document.positionAt(before.length) }
}

test.each([
  ['|', ['baseUrl', 'allow', 'fixtures', 'hooks', 'contract', 'baseline']],
  ['fixtures:\n  |', ['echo', 'registry', 'falsyOutputs']],
  ['fixtures:\n  echo:\n    |', ['flowId', 'key', 'parameters']],
  ['allow:\n  - |', ['runs', 'executions', 'key-rotation']],
  ['contract:\n  |', ['workflows', 'organizations', 'toolsets', 'values', 'ignore']],
])('an editor completes the members of a configuration: %j', async (text, names) => {
  const { cursor, document } = opened(text)
  const { items } = await service.doComplete(document, cursor, false)
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(names))
})

test('an editor explains a fixture', async () => {
  const { cursor, document } = opened('fixtures:\n  unknown|FlowId: none\n')
  expect(JSON.stringify(await service.doHover(document, cursor))).toContain('an identifier that no workflow has')
})

test('an editor marks a mistake, and nothing in the configuration of the reference server', async () => {
  const problemsIn = async (text: string): Promise<string[]> => {
    const problems = await service.doValidation(opened(text).document, false)
    return problems.map(({ message }) => String(message))
  }
  expect(await problemsIn('baseUrl: http://a.test\nfixture: {}\n')).toEqual([expect.stringContaining('fixture is not allowed')])

  const mock = ['--conditions=@wfhost/source', 'mock-server/src/cli.ts', 'conformance-config']
  expect(await problemsIn(execFileSync(process.execPath, mock, { encoding: 'utf8' }))).toEqual([])
})
