import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createConfigurationSchema } from '../../contract-tests/src/cli/schema-command.ts'
import { type ListedCommand, listAllCommands } from './command-list.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const commands = listAllCommands()

// The excluded folders are copies of other pages, and the output of --help.
const files = globSync(['*.md', '*/README.md', 'docs/{pages,decisions}/**/*.md', 'examples/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', '**/CHANGELOG.md'],
})
const pages = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** A page calls one of the programs. */
interface DocumentedCall {
  readonly file: string
  /** From the name of the program to its end, such as `wfhost run echo --json`. */
  readonly line: string
}

/** Finds our command lines in code of a page. They may follow `npx`, a path, a prompt or a pipe. */
function findCalls({ file, text }: { readonly file: string; readonly text: string }): DocumentedCall[] {
  const code = text.match(/^```(?:sh|console|yaml)[^\n]*\n[\s\S]*?^```|`[^`\n]+`/gm) ?? []
  const lines = code.flatMap((part) =>
    part
      .replaceAll('`', '')
      .replaceAll(/ \\\n/g, ' ')
      .split(/\n|[|;&]|\$\(/),
  )
  const calls = lines.flatMap(
    (line) => /(?:^|[\s/])(?<call>wfhost(?:-mock|-conformance)? [^#>)]*)/.exec(line)?.groups?.['call'] ?? [],
  )
  return calls.map((line) => ({ file, line: line.trim() }))
}

/** Finds the command with the most words that a line begins with. */
function findCommand(line: string): ListedCommand | undefined {
  const matching = commands.flatMap((listed) =>
    listed.names
      .filter((name) => `${withoutOptions(line)} `.startsWith(`${name} `))
      .map((name) => ({ listed, length: name.length })),
  )
  return matching.toSorted((a, b) => b.length - a.length)[0]?.listed
}

/** Removes the options with values between the name of a program and its command, as in `wfhost-mock ctl --url … credits`. */
function withoutOptions(line: string): string {
  return line.replaceAll(/ --(?:url|world|token) \S+/g, '')
}

function listFlags(line: string): string[] {
  const unquoted = line.replaceAll(/'[^']*'|"[^"]*"/g, 'QUOTED')
  return Array.from(unquoted.matchAll(/(?<=\s)--?[a-z][\w-]*/g), ([flag]) => flag)
}

test('the pages call our commands with options that they have', () => {
  const calls = pages.flatMap(findCalls)
  const mistakes = calls.flatMap(({ file, line }) => {
    const command = findCommand(line)
    if (command === undefined) return [`${file}: unknown command in: ${line}`]

    const known = ['-h', '--help', ...command.options.flatMap(({ long, short }) => [long, short])]
    const unknown = listFlags(line).filter((flag) => !known.includes(flag))
    return unknown.map((flag) => `${file}: ${command.names[0]} has no option ${flag}: ${line}`)
  })
  expect(calls.length).toBeGreaterThan(100)
  expect(mistakes).toEqual([])
})

test('each option that a page names alone belongs to one of our commands', () => {
  const known = new Set(commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])))
  // Options of npm, of our scripts, of Node and of Docker.
  const others = [
    '--help',
    '--dry-run',
    '--long',
    '--build',
    '--except',
    '--only',
    '--seed',
    '--experimental-vm-modules',
    '--cpu-prof',
  ]
  const named = pages.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/`(?<flag>--[a-z][\w-]*)[^`\n]*`/g), ({ groups }) => ({ file, flag: groups?.['flag'] ?? '' })),
  )
  const unknown = named.filter(({ flag }) => !known.has(flag) && !others.includes(flag))
  expect(named.length).toBeGreaterThan(40)
  expect(unknown).toEqual([])
})

test('each key of a configuration that a page names belongs to its schema', () => {
  const known = listConfigurationKeys()
  const paths = /`(?<path>(?:fixtures|claims|hooks|values|baseline)(?:\.\w+)+)/g
  const named = pages.flatMap(({ file, text }) =>
    Array.from(text.matchAll(paths), ({ groups }) => ({ file, path: groups?.['path'] ?? '' })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ path }) => path.split('.').some((key) => !known.has(key)))).toEqual([])
})

/** Lists the names of all members in the JSON Schema of a configuration. */
function listConfigurationKeys(): ReadonlySet<string> {
  const keys = new Set<string>()
  function addKeys(schema: unknown): void {
    if (typeof schema !== 'object' || schema === null) return
    if ('properties' in schema) for (const key of Object.keys(Object(schema.properties))) keys.add(key)
    for (const part of Object.values(schema)) addKeys(part)
  }
  addKeys(createConfigurationSchema())
  return keys
}
