import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { runCommandLine } from '../../proof/contract-server.ts'
import {
  defaultAnswers,
  fixtureExamples,
  fixtureNames,
  flowIdOf,
  listVariables,
  renderConfig,
} from '../../src/cli/render-config.ts'
import { hooksSchema } from '../../src/config/hook-schema.ts'
import { checks } from '../../src/engine/checks.ts'
import { openFolder } from '../for-one-test.ts'

const enter = '\r'

test.each([[[]], [['--yes']]])(
  'without a terminal, or with %j, init asks no questions and writes a usable file',
  async (flags) => {
    const file = await newFile()
    const { code, output } = await runCommandLine(['init', file, ...flags])
    expect(code).toBe(0)
    expect(output).toContain('set WFHOST_BASE_URL, ECHO_KEY, then:')
    const plan = await planOf(file)
    expect(plan.errors).toBe('')
    expect(plan.output).toMatch(/run +run-endpoint/)
  },
)

test('the comment about hooks shows every hook in a valid form', () => {
  const [, hooks = ''] = /^# hooks:\n((?:# .*\n)+)/m.exec(renderConfig(defaultAnswers)) ?? []
  const parsed = hooksSchema.parse(parse(hooks.replaceAll(/^# /gm, '').replaceAll(/\$\{\w+\}/g, 'x')))
  expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(hooksSchema.unwrap().shape).toSorted())
})

test('on a terminal, init shows each answer once and repeats a question after an invalid answer', {
  timeout: 60_000,
}, async () => {
  const file = await newFile()
  const { answer, ended, screen } = openTerminal(file)
  await answer('Name of the target', `staging-seven${enter}`)
  await answer('Address of the workflow service', `localhost${enter}`)
  await answer('Expected a URL such as', `${'\u007f'.repeat(9)}https://me:pw@x.test${enter}`)
  await answer('without user and password', `${'\u007f'.repeat(20)}https://x.test${enter}`)
  await answer('Address of the tool registry', enter)
  await answer('Product segment', `a/b${enter}`)
  await answer('Expected one segment', `${'\u007f'.repeat(3)}acme${enter}`)
  await answer('Which parts of the API', enter)
  await answer('What may be done', enter)
  await answer('Which fixtures does the server have', enter)
  await answer('Identifier of echo', `007${enter}`)
  await answer('Identifier of unknownFlowId', enter)
  expect(await ended).toBe(0)
  for (const expected of [
    'staging-seven',
    'Address of the workflow service',
    'acme',
    '007',
    'no-such-workflow',
    `Wrote ${file}`,
  ]) {
    expect(screen().split(expected), screen()).toHaveLength(2)
  }
  expect(screen()).toContain(`set ECHO_KEY, then:\nwfhost-conformance plan -c ${file}`)
  const text = await readFile(file, 'utf8')
  for (const line of ['name: staging-seven', 'baseUrl: https://x.test', 'product: acme', '    flowId: "007"']) {
    expect(text.split('\n')).toContain(line)
  }
  expect((await planOf(file)).errors).toBe('')
})

test('on a terminal without a size, a question is on one line', { timeout: 60_000 }, async () => {
  const { answer, ended } = openTerminal(await newFile(), { withoutSize: true })
  await answer('Name of the target', '\u0003')
  expect(await ended).toBe(130)
})

test('init asks only questions about the fixtures of the claimed area, and with all of them no fixture is missing', {
  timeout: 60_000,
}, async () => {
  const file = await newFile()
  const { answer, ended } = openTerminal(file)
  for (const question of ['Name of the target', 'Address of the workflow', 'Address of the tool', 'Product'])
    await answer(question, enter)
  // None, and then the third.
  await answer('Which parts of the API', `a\u001b[B\u001b[B ${enter}`)
  await answer('What may be done', `a${enter}`)
  await answer('Which fixtures does the server have', `a${enter}`)
  const wanted = new Set<string>(checks.filter(({ area }) => area === 'keys').flatMap(({ needs }) => needs.fixtures))
  for (const name of fixtureNames.filter((one) => wanted.has(one))) {
    if (flowIdOf(fixtureExamples[name]) !== undefined) await answer(`Identifier of ${name}`, enter)
  }
  expect(await ended).toBe(0)
  for (const fixture of wanted) expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^  ${fixture}:`, 'm'))
  expect(await readFile(file, 'utf8')).toContain('\nareas: [keys]\n')
  const plan = await planOf(file)
  expect(plan.errors).toBe('')
  expect(plan.output).not.toContain('does not declare fixture')
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
  ['Escape', '\u001b'],
])('init writes nothing if the user leaves with %s', { timeout: 60_000 }, async (_, key) => {
  const file = await newFile()
  const { answer, ended, screen } = openTerminal(file)
  await answer('Name of the target', `staging${enter}`)
  await answer('Address of the workflow', key)
  expect(await ended).toBe(130)
  expect(screen()).toContain('The questions were not answered, so nothing was written')
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})

test('init asks no questions and does not change an existing file', async () => {
  const file = await newFile()
  await writeFile(file, 'mine')
  const { ended, screen } = openTerminal(file)
  expect(await ended).toBe(2)
  expect(screen()).toContain('it is there already')
  expect(screen()).not.toContain('Name of the target')
  expect(await readFile(file, 'utf8')).toBe('mine')
})

async function newFile(): Promise<string> {
  const folder = await openFolder()
  return join(folder, 'target.yaml')
}

interface OpenTerminal {
  /** Types when the screen shows something. */
  readonly answer: (question: string | RegExp, keys: string) => Promise<void>
  /** Returns the text that a person sees. */
  readonly screen: () => string
  readonly ended: Promise<number>
}

/** Runs init on an emulated terminal. */
function openTerminal(file: string, { withoutSize = false }: { readonly withoutSize?: boolean } = {}): OpenTerminal {
  const size = { cols: 200, rows: 100 }
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true })
  const command = [process.execPath, '--conditions=@wfhost/source', cli, 'init', file]
  // A pseudoterminal cannot be opened without a size: stty removes it.
  const line = `${withoutSize ? 'stty rows 0 cols 0; ' : ''}exec "$@"`
  const child = spawn('sh', ['-c', line, 'sh', ...command], size)
  child.onData((text) => terminal.write(text))
  const screen = () => {
    const { active } = terminal.buffer
    const lines = Array.from({ length: active.length }, (_, index) => active.getLine(index)?.translateToString(true) ?? '')
    return lines.join('\n').trimEnd()
  }
  return {
    screen,
    answer: async (question, keys) => {
      await vi.waitFor(() => expect(screen()).toMatch(question), { timeout: 20_000, interval: 20 })
      // Why a text is refused shows before the text is back in its line, sooner than any person types.
      await delay(100)
      child.write(keys)
    },
    ended: new Promise((resolve) => {
      child.onExit(({ exitCode }) => terminal.write('', () => resolve(exitCode)))
    }),
  }
}

async function planOf(file: string): ReturnType<typeof runCommandLine> {
  const variables = ['WFHOST_BASE_URL', ...listVariables(await readFile(file, 'utf8'))]
  const environment = Object.fromEntries(
    variables.map((name) => [name, name === 'WFHOST_BASE_URL' ? 'http://x.test' : `key-of-${name.toLowerCase()}`]),
  )
  return runCommandLine(['plan', '--config', file], { environment })
}
