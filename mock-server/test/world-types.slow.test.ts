import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const config = ts.parseConfigFileTextToJson('tsconfig.json', readFileSync(join(root, 'tsconfig.json'), 'utf8')).config

/** Prints the definitions of a world file with the command. */
function printTypes(world: string): string {
  const command = ['--conditions=@wfhost/source', join(root, 'mock-server/src/cli.ts'), 'types', world]
  return execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' })
}

/** Compiles modules that are not on the disk, and returns the messages with their lines. */
function compile(modules: ReadonlyMap<string, string>): readonly string[] {
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, noEmit: true }, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (name) => modules.has(name) || fileExists(name)
  host.readFile = (name) => modules.get(name) ?? readFile(name)
  host.getSourceFile = (name, language) => {
    const text = host.readFile(name)
    return text === undefined ? undefined : ts.createSourceFile(name, text, language)
  }
  const program = ts.createProgram([...modules.keys()], options, host)
  return [...modules.keys()].flatMap((name) => {
    const source = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ file, messageText, start = 0 }) => {
        const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
        return `${name.split('/').at(-1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0]}`
      },
    )
  })
}

const use = `import { createWorkflowClient, unwrap } from '@wfhost/sdk'
import { answerTicket, closeTicket } from './workflows.ts'

const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'any' })
await client.run(answerTicket, { subject: 'Invoice', email: 'ada@acme.example' })
await client.run(answerTicket, { subject: 7, email: 'ada@acme.example' })
await client.run(answerTicket, { subject: 'Invoice' })
const closed: string = unwrap(await client.run(closeTicket, {}))
const wrong: number = unwrap(await client.run(closeTicket, { ticket: 17 }))
export const used = [closed, wrong]
`

test('the printed definitions compile, and type the arguments and the results of the client', { timeout: 120_000 }, () => {
  const modules = new Map([
    [join(root, 'mock-server/test/workflows.ts'), printTypes('mock-server/examples/worlds/support-desk.yaml')],
    [join(root, 'mock-server/test/use.ts'), use],
    [join(root, 'mock-server/test/sample.ts'), printTypes('mock-server/examples/worlds/sample-world.yaml')],
  ])
  expect(compile(modules)).toEqual([
    expect.stringMatching(/^use\.ts:6: .*number.* is not assignable to type 'string'/),
    expect.stringMatching(/^use\.ts:7: .*email/),
    expect.stringMatching(/^use\.ts:9: Type 'string' is not assignable to type 'number'/),
  ])
})
