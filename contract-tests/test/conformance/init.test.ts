import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import { fixtureTemplates } from '../../src/cli/fixture-templates.ts'
import { main } from '../../src/cli/main.ts'
import { variablesOf } from '../../src/cli/render-config.ts'
import { checks } from '../../src/engine/checks.ts'

test.each([[[]], [['--yes']]])('without a terminal, or with %j, nobody is asked and the file can be planned', async (flags) => {
  const file = await newFile()
  const { code, output } = await runCommandLine(['init', file, ...flags])
  expect(code).toBe(0)
  expect(output).toContain('set WFHOST_BASE_URL, ECHO_KEY, then:')
  const plan = await planOf(file, ['WFHOST_BASE_URL', 'ECHO_KEY'])
  expect(plan.errors).toBe('')
  expect(plan.output).toMatch(/run +run-endpoint/)
})

test('a file that is there stays as it is, and nobody is asked', async () => {
  const file = await newFile()
  await writeFile(file, 'mine')
  const { asked, code, errors } = await interview(file, () => 'yes')
  expect({ asked, code }).toEqual({ asked: [], code: 2 })
  expect(errors).toContain('it is there already')
  expect(await readFile(file, 'utf8')).toBe('mine')
})

test('who has everything gets a file in which only hooks are missing', async () => {
  const file = await newFile()
  const { asked, code } = await interview(file, (question) => {
    if (question.startsWith('Workflow service')) return 'https://api.example.org/base'
    if (question.startsWith('What may be done')) return 'runs, executions key-rotation,publishing'
    return question.startsWith('Does it have') ? 'y' : ''
  })
  expect(code).toBe(0)
  expect(asked.filter((question) => question.startsWith('Does it have'))).toHaveLength(fixtureTemplates.length)
  const plan = await planOf(file, variablesOf(await readFile(file, 'utf8')))
  expect(plan.errors).toBe('')
  expect(plan.output).not.toContain('fixture')
  expect(plan.output).toMatch(/run +org-fallback/)
})

test('who claims one profile is asked for what its checks need, and for no more', async () => {
  const file = await newFile()
  const { asked } = await interview(file, (question) => (question.startsWith('Profiles') ? 'keys' : ''))
  const wanted = checks.filter(({ profile }) => profile === 'keys').flatMap(({ needs }) => needs.fixtures)
  expect(asked.filter((question) => question.startsWith('Does it have'))).toHaveLength(new Set(wanted).size)
  expect(await readFile(file, 'utf8')).toContain('\nprofiles: [keys]\n')
})

test('an answer that is none is asked for again, with what would be one', async () => {
  const file = await newFile()
  const given = new Map([
    ['Workflow service', ['localhost', 'https://me:secret@x.test', 'https://x.test']],
    ['Product segment', ['a/b', 'acme']],
    ['Profiles to claim', ['everything', 'keys, run-sync']],
    ['Does it have', ['perhaps', 'no']],
  ])
  const answersTo = (question: string) => [...given].find(([start]) => question.startsWith(start))?.[1]
  const { output } = await interview(file, (question) => answersTo(question)?.shift() ?? '')
  for (const says of [
    'Expected a URL such as',
    'without user and password',
    'one segment of a path',
    'There is no everything',
    'yes or no',
  ]) {
    expect(output).toContain(says)
  }
  const text = await readFile(file, 'utf8')
  expect(text).toContain('baseUrl: https://x.test\n')
  expect(text).toContain('product: acme\n')
  expect(text).not.toContain('secret@')
})

test('a workflow whose name YAML would read as something else is quoted', async () => {
  const file = await newFile()
  await interview(file, (question) =>
    question.startsWith('Does it have a workflow that returns') ? 'y' : question.includes('flowId') ? '007' : '',
  )
  expect(await readFile(file, 'utf8')).toContain('flowId: "007"')
  expect((await planOf(file, ['WFHOST_BASE_URL', 'ECHO_KEY'])).errors).toBe('')
})

test('on a terminal the command asks, and who leaves gets nothing', async () => {
  const file = await newFile()
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  // Streams that say they are a terminal: a real one takes a tool that not every machine has.
  const terminal = 'data:text/javascript,process.stdin.isTTY=process.stdout.isTTY=true;process.stdout.hasColors=()=>false'
  const shown = await new Promise<string>((resolve) => {
    const args = ['--conditions=@wfhost/source', '--import', terminal, cli, 'init', file]
    const child = execFile(process.execPath, args, () => resolve(seen))
    let seen = ''
    let named = false
    child.stderr?.on('data', (text) => {
      seen += text
    })
    child.stdout?.on('data', (text) => {
      seen += text
      if (seen.includes('Name of the target') && !named) {
        named = true
        child.stdin?.write('staging\n')
      }
      if (seen.includes('Workflow service')) child.stdin?.end('\u0004')
    })
  })
  expect(shown).toContain('The questions were not answered, so nothing was written')
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})

interface Interviewed {
  readonly code: number
  readonly asked: readonly string[]
  readonly output: string
  readonly errors: string
}

/** A path in a folder of its own, where nothing is. */
async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-init-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'target.yaml')
}

async function interview(file: string, answer: (question: string) => string): Promise<Interviewed> {
  const asked: string[] = []
  const output: string[] = []
  const errors: string[] = []
  const code = await main(['init', file], {
    environment: {},
    colour: false,
    print: (text) => output.push(text),
    printError: (text) => errors.push(text),
    ask: async (question) => {
      asked.push(question)
      return answer(question)
    },
  })
  return { code, asked, output: output.join('\n'), errors: errors.join('\n') }
}

function planOf(file: string, variables: readonly string[]): ReturnType<typeof runCommandLine> {
  const environment = Object.fromEntries(variables.map((name) => [name, name === 'WFHOST_BASE_URL' ? 'http://x.test' : 'a-key']))
  return runCommandLine(['plan', '--config', file], { environment })
}
