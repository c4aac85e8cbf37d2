import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = await listen(createMockService(createSampleWorld()))

afterAll(() => server.close())

/** A command of each program, and of the tour, whose output has colours on a terminal. */
const lines = [
  ['wfhost', 'sdk/src/cli.ts run echo --arg text=a'],
  ['wfhost-mock', 'mock-server/src/cli.ts serve --port 0'],
  ['wfhost-conformance', `contract-tests/src/cli.ts run --base-url ${server.url} --only run-endpoint`],
  ['the tour', 'examples/tour/main.ts --once'],
] as const

/** Runs a command in a terminal, and returns its output. */
async function runInTerminal(line: string, environment: NodeJS.ProcessEnv): Promise<string> {
  // The command `script` of util-linux provides a terminal. A server is ended after its start, so the exit code is not checked.
  const limit = line.includes('serve') ? 3 : 60
  const command = `stty cols 100; timeout ${limit} ${process.execPath} --conditions=@wfhost/source ${line} || true`
  const env = {
    ...process.env,
    // Node shows no colours where CI is set, or where the environment does not name the terminal.
    CI: undefined,
    TERM: 'xterm-256color',
    NO_COLOR: undefined,
    WFHOST_BASE_URL: server.url,
    WFHOST_API_KEY: sampleKeys.workflows.echo,
    ...environment,
  }
  const { stdout } = await promisify(execFile)('script', ['-qefc', command, '/dev/null'], { env, cwd: root })
  return stdout
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with this character
const colour = /\u001b\[\d+m/

test.each(lines)('%s shows colours on a terminal, and none with NO_COLOR', async (_, line) => {
  expect(await runInTerminal(line, {})).toMatch(colour)
  const plain = await runInTerminal(line, { NO_COLOR: '1' })
  expect(plain.length).toBeGreaterThan(10)
  expect(plain).not.toMatch(colour)
})
