import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const world = createMockService(createSampleWorld())
const server = await listen(world)
afterAll(() => server.close())

const folder = mkdtempSync(join(tmpdir(), 'ascii-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config = join(folder, 'wfhost-conformance.yaml')
const echo = `{ flowId: echo, key: ${sampleKeys.workflows.echo}, parameters: { string: text, number: number, boolean: flag, object: data, array: list } }`
beforeAll(() =>
  writeFileSync(config, `name: here\nbaseUrl: ${server.url}\nallow: [runs]\nmaxRuns: 50\nfixtures:\n  echo: ${echo}\n`),
)

/** Environments whose terminals cannot show marks such as ✓. */
const environments = [
  { TERM: 'linux', LANG: 'C.UTF-8' },
  { TERM: 'dumb', LANG: 'C.UTF-8' },
  { TERM: 'xterm', LANG: 'C' },
]
const utf8 = { TERM: 'xterm', LANG: 'C.UTF-8' }

type Environment = (typeof environments)[number]

interface Command {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly ascii: RegExp
  readonly unicode: RegExp
}

const commands: readonly Command[] = [
  {
    name: 'wfhost',
    file: 'sdk/src/cli.ts',
    args: ['run', 'support-triage', '--arg', 'subject=Hello'],
    ascii: /^ {2}ok \w/m,
    unicode: /^ {2}✓ \w/m,
  },
  {
    name: 'wfhost-conformance',
    file: 'contract-tests/src/cli.ts',
    args: ['run', '-c', config, '--only', 'run-ok'],
    ascii: /^run-sync +ok in part +1 +\. /m,
    unicode: /^run-sync +✓ in part +1 +· /m,
  },
  {
    name: 'npm start',
    file: 'examples/tour/main.ts',
    args: ['--once'],
    ascii: /^ ok {2}1 /m,
    unicode: /^ ✓ {2}1 /m,
  },
]

/** Runs a command to its end, and returns its output. */
async function run({ args, file }: Command, environment: Environment): Promise<string> {
  const env = {
    ...process.env,
    LC_ALL: '',
    LC_CTYPE: '',
    ...environment,
    WFHOST_BASE_URL: server.url,
    WFHOST_API_KEY: sampleKeys.workflows['support-triage'],
  }
  const line = ['--conditions=@wfhost/source', '--disable-warning=ExperimentalWarning', fileOf(file), ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, line, { env }, (_error, stdout, stderr) => resolve(`${stdout}${stderr}`))
  })
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

/** Matches a text of ASCII only. */
const ASCII_ONLY = /^[\t\n -~]*$/

describe.each(commands)('$name', (command) => {
  test.each(environments)('prints marks in ASCII with %o', async (environment) => {
    const output = await run(command, environment)
    expect(output).toMatch(command.ascii)
    expect(output).toMatch(ASCII_ONLY)
  })

  test('prints marks in Unicode on a terminal with UTF-8', async () => {
    expect(await run(command, utf8)).toMatch(command.unicode)
  })
})

test.each([
  [environments[0], '...'],
  [environments[2], '...'],
  [utf8, '…'],
])(
  'wfhost-mock cuts the values in its log of requests with a mark that the terminal shows: %o, %s',
  async (environment, mark) => {
    const env = { ...process.env, LC_ALL: '', LC_CTYPE: '', ...environment }
    const line = [
      '--conditions=@wfhost/source',
      '--disable-warning=ExperimentalWarning',
      fileOf('mock-server/src/cli.ts'),
      '--port',
      '0',
    ]
    const child = spawn(process.execPath, line, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))

    await expect.poll(() => output).toMatch(/Inspector {2}http:\S+/)
    const url = /Server {5}(http:\S+)/.exec(output)?.[1] ?? ''
    const body = JSON.stringify({ args: [], mode: 'x'.repeat(5_000) })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${sampleKeys.workflows.echo}` }
    await fetch(`${url}/api/v2/external/flows/echo/published-run`, { method: 'POST', headers, body })

    await expect.poll(() => output).toContain(' 400 POST ')
    expect(output).toContain(mark)
  },
)
