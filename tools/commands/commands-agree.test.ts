import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AnyCommand, createPrograms, listAllCommands } from './command-list.ts'

const programs = createPrograms().map((program) => ({ name: program.name(), program }))
const commands = listAllCommands()

test.each(programs)('$name has --version, help and completion', ({ program }) => {
  const names = program.commands.map((command) => command.name())
  expect(names).toContain('completion')
  expect(program.options.find(({ long }) => long === '--version')?.flags).toBe('-v, --version')
  expect(program.helpInformation()).toMatch(/^ {2}help \[command\] +show the options of a command$/m)
})

test('options with the same name have the same short name, and take a value in all commands or in none', () => {
  const formsOf = new Map<string, Set<string>>()
  for (const { long, required, short } of commands.flatMap(({ options }) => options)) {
    const forms = formsOf.get(String(long)) ?? new Set()
    formsOf.set(String(long), forms.add(`${short ?? 'no short name'}, ${required ? 'a value' : 'no value'}`))
  }
  expect(formsOf.size).toBeGreaterThan(60)
  expect(Array.from(formsOf).filter(([, forms]) => forms.size > 1)).toEqual([])
})

test('each command that prints a result prints it as JSON on demand', () => {
  // The command queue of wfhost passes its words to other commands.
  const withResult = commands.filter(({ command, names }) => command.commands.length === 0 && names[0] !== 'wfhost queue')
  const withoutJson = withResult.filter(({ options }) => options.every(({ long }) => long !== '--json'))
  expect(withResult.length).toBeGreaterThan(50)
  expect(withoutJson.map(({ names }) => names[0])).toEqual([])
})

test('durations have units in all commands, and no option has its unit in its name', () => {
  const options = commands.flatMap(({ names, options: own }) => own.map((option) => ({ name: names[0], option })))
  expect(
    options.filter(({ option }) => /-ms\b|<ms>/.test(option.flags)).map(({ name, option }) => `${name} ${option.flags}`),
  ).toEqual([])

  // The commands of ctl convert the values of their options together, and have tests of their own.
  const durations = options.filter(({ name, option }) => /<(?:time|duration)>/.test(option.flags) && !name?.includes(' ctl '))
  expect(durations.length).toBeGreaterThan(15)
  for (const { option } of durations) {
    expect(option.parseArg?.('90s', undefined), option.flags).toBe(90_000)
    expect(option.parseArg?.('500ms', undefined), option.flags).toBe(500)
  }
})

test('the help of each program shows its commands and options under titles', () => {
  const children = programs.flatMap(({ program }) => program.commands)
  expect(children.filter((command) => command.helpGroup() === '').map((command) => command.name())).toEqual([])

  // The members of one operation of the control API, and the options of a command of a queue, are one group.
  const withGroups = commands.filter(({ names }) => !/^wfhost(-mock ctl| queue) /.test(names[0] ?? ''))
  const withoutGroup = withGroups.flatMap(({ command, names }) =>
    command.options
      .filter(({ helpGroupHeading, long }) => helpGroupHeading === undefined && long !== '--version')
      .map(({ flags }) => `${names[0]} ${flags}`),
  )
  expect(withoutGroup).toEqual([])
})

test('descriptions of commands start with a verb in the imperative', () => {
  // The API of a world describes the commands of ctl.
  const described = commands.filter(({ names }) => !names[0]?.startsWith('wfhost-mock ctl ') && names[0] !== 'wfhost queue')
  const others = described.filter(({ command }) => !/^[a-z]+(?<![^s]s) /.test(command.description()))
  expect(described.length).toBeGreaterThan(30)
  expect(others.map(({ command, names }) => `${names[0]}: ${command.description()}`)).toEqual([])
})

test('an exit code of several programs has one meaning', () => {
  const listed = programs.map(({ program }) => readExitCodes(program))
  const codesOf = new Map<string, Set<string>>()
  for (const [code, meaning] of listed.flatMap((codes) => Array.from(codes))) {
    codesOf.set(meaning, (codesOf.get(meaning) ?? new Set()).add(code))
  }
  expect(Array.from(codesOf).filter(([, codes]) => codes.size > 1)).toEqual([])

  // Each program has its own results in 0, 1 and from 3 to 5.
  const common = ['2', '6', '7', '130', '141', '143'].map((code) => ({
    code,
    meanings: listed.flatMap((codes) => codes.get(code) ?? []),
  }))
  for (const { code, meanings } of common) {
    expect(meanings.length, `programs with the code ${code}`).toBeGreaterThan(1)
    expect(new Set(meanings).size, `meanings of the code ${code}`).toBe(1)
  }
})

/** The pages with a table of exit codes, and the program of each. */
const pagesWithExitCodes = [
  { page: 'contract-tests/README.md', name: 'wfhost-conformance' },
  { page: 'docs/pages/suite/verdicts.md', name: 'wfhost-conformance' },
  { page: 'docs/pages/client/command.md', name: 'wfhost' },
]

test.each(pagesWithExitCodes)('the exit codes in $page are those of the help of $name', ({ name, page }) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  const [, table = ''] = text.split('| exit code | meaning |')
  const rows = Array.from(table.split('\n\n')[0]?.matchAll(/^\| (?<codes>[\d, ]+) \| (?<meaning>.+) \|$/gm) ?? [], readRow)
  const program = programs.find((candidate) => candidate.name === name)?.program
  if (program === undefined) return expect.unreachable(`there is no program ${name}`)

  const ofHelp = readExitCodes(program)
  expect(rows.flatMap(({ codes }) => codes).toSorted()).toEqual([...ofHelp.keys()].toSorted())

  // A row of several codes explains them together.
  const withOneCode = rows.filter(({ codes }) => codes.length === 1)
  expect(withOneCode.length).toBeGreaterThan(5)
  for (const { codes, meaning } of withOneCode) expect(`${codes}: ${meaning}`).toContain(`${codes}: ${ofHelp.get(codes.join())}`)
})

function readRow({ groups = {} }: RegExpExecArray) {
  return { codes: (groups['codes'] ?? '').split(', '), meaning: groups['meaning'] ?? '' }
}

/** Reads the exit codes from the help. Examples follow the meaning after a colon or a semicolon. */
function readExitCodes(program: AnyCommand): ReadonlyMap<string, string> {
  let help = ''
  function writeOut(text: string): void {
    help += text
  }
  program.configureOutput({ writeOut }).outputHelp()
  const [, section = ''] = help.split('Exit codes:')
  const lines = Array.from(section.matchAll(/^ {2}(?<code>\d+) +(?<meaning>[^:;\n]+)/gm), ({ groups }) => groups ?? {})
  expect(lines.length).toBeGreaterThan(3)
  return new Map(lines.map(({ code = '', meaning = '' }) => [code, meaning]))
}
