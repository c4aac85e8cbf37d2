import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, onTestFinished, test } from 'vitest'

const cli = fileURLToPath(new URL('../mock-server/src/cli.ts', import.meta.url))
const { echo, slow } = sampleKeys.workflows

/** Some common mistakes and the messages in a terminal. mock-server/test/serve.slow.test.ts has the others. */
const mistakes = [
  { key: 'undefined', body: '{"args":[]}', said: 'the key is "undefined", as from a variable that is not set' },
  { key: slow, body: '{"args":[]}', said: 'wfhost-mock ctl key echo show the one that is needed' },
  { key: echo, body: '{"args":[{"name":"txet","value":"a"}]}', said: 'found "txet"; did you mean "text"?' },
]

test('a terminal shows each refusal, its reason and its remedy, on one line each', async () => {
  // The command `script` of util-linux provides a terminal, and passes on its output.
  const command = ['stty cols 100;', process.execPath, '--conditions=@wfhost/source', cli, '--port', '0'].join(' ')
  // Node shows no colours where CI is set, or where the environment does not name the terminal.
  const env = { ...process.env, TERM: 'xterm-256color', CI: undefined, NO_COLOR: undefined }
  const child = spawn('script', ['-qefc', command, '/dev/null'], { detached: true, stdio: ['ignore', 'pipe', 'inherit'], env })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  try {
    const plain = () => stripVTControlCharacters(output)
    await expect.poll(plain).toMatch(/Inspector {2}http:\S+/)
    const url = /Server {5}(http:\S+)/.exec(plain())?.[1] ?? ''
    for (const { body, key } of [{ key: echo, body: '{"args":[]}' }, ...mistakes]) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      await fetch(`${url}/api/v2/external/flows/echo/published-run`, { method: 'POST', headers, body })
    }
    const lines = () => plain().match(/^\d\d:\d\d:\d\d .*/gm) ?? []
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(mistakes.length)
    expect(lines()).toEqual(mistakes.map(({ said: message }) => expect.stringContaining(message)))
    expect(lines().join()).not.toContain(echo)
    expect(plain().trimStart()).toMatch(/^wfhost\/mock \d+\.\d+\.\d+ {2}✓ ready in \d+\.\d s\r\n/)
    // The box has the addresses and the next step. A rule separates the requests.
    expect(plain()).toMatch(/╭─{92}╮\r\n│ Inspector {2}http:\S+ +what happens, and why +│\r\n│ Server {5}http:\S+ +\S.*│\r\n/)
    expect(plain()).toMatch(/│ World {6}the sample world, \d+ workflows, .*│\r\n│ Next {7}Open the inspector, .*│\r\n╰─{92}╯\r\n/)
    expect(plain()).toMatch(/\r\n ── requests ─+ Ctrl-C stops ────\r\n/)
    // Repeats of a request have one line.
    const headers = { 'content-type': 'application/json', authorization: 'Bearer of-nobody' }
    for (let sent = 0; sent < 13; sent++) {
      await fetch(`${url}/api/v2/external/flows/echo/published-run`, { method: 'POST', headers, body: '{"args":[]}' })
    }
    await expect.poll(plain, { timeout: 3000 }).toMatch(/401 POST .* ×12\r\n/)
    expect(lines().length).toBeLessThan(mistakes.length + 4)
    // An amber status is a refusal, as it should be. Keys and addresses have colours of their own.
    for (const code of ['\u001b[33m401', '\u001b[94mwfk_echo', '\u001b[36mhttp:']) expect(output).toContain(code)
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await once(child, 'exit')
  }
})

test('a command that waits for a request shows the seconds on its terminal, and removes them at its end', async () => {
  const server = await listen(createMockHost(createSampleWorld))
  onTestFinished(() => server.close())

  const control = [process.execPath, '--conditions=@wfhost/source', cli, 'ctl', '--url', server.url]
  const output = await runInTerminal([...control, 'wait-for-request', '--timeout', '1500ms'])

  // On a busy machine, the line can show more than one second.
  const [before = '', ...parts] = output.split(/waiting for the response: \d s/)
  expect(before).not.toContain('waiting')
  expect(parts.at(-1)).toContain('\u001b[2K')
  expect(parts.at(-1)).toContain('wfhost-mock: Cannot wait longer: no request')
})

test('a command of a queue shows the seconds for which Redis does not respond', async () => {
  // A server that accepts connections, and never responds.
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo

  const client = fileURLToPath(new URL('../sdk/src/cli.ts', import.meta.url))
  const status = [process.execPath, '--conditions=@wfhost/source', client, 'queue', 'status', 'q']
  const output = await runInTerminal(status, { WFHOST_REDIS_URL: `redis://127.0.0.1:${port}` })

  expect(output).toMatch(/waiting for Redis: \d+ s/)
})

/** Runs a command in a terminal of 100 columns, and returns its output. */
async function runInTerminal(command: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, TERM: 'xterm-256color', ...environment }
  const child = spawn('script', ['-qfc', `stty cols 100 rows 40; ${command.join(' ')}`, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  return text(child.stdout)
}
