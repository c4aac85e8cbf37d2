import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { contractFixtures } from '../../contract-tests/proof/contract-world.ts'
import { loadConfig } from '../../contract-tests/src/config/load-config.ts'
import { runHookCommand } from '../../contract-tests/src/config/run-hook.ts'
import { writeTypeScript } from '../../mock-server/inspector/request-code.ts'
import { runCommandLine } from '../../mock-server/src/cli/run-command.ts'
import { connectToRedis } from '../../queue/src/connection.ts'
import { callCommand } from '../../sdk/test/call-command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// The excluded folders are copies of other pages, and the output of --help.
const files = globSync(['*.md', '*/README.md', 'docs/{pages,decisions}/**/*.md', 'examples/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', '**/CHANGELOG.md'],
})
const named = new Set(files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bWFHOST_[A-Z_]+\b/g) ?? []))

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

function setVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

/** Calls `wfhost` with variables set, and returns its requests and its log. */
async function callClient(line: readonly string[], variables: Readonly<Record<string, string>>): Promise<string> {
  setVariables({ WFHOST_BASE_URL: 'http://workflows.test', WFHOST_API_KEY: 'key-of-all' })
  setVariables({ WFHOST_REGISTRY_URL: 'http://registry.test', WFHOST_REGISTRY_KEY: 'key-of-registry' })
  setVariables(variables)
  const { err, sent } = await callCommand(line)
  const requests = sent.map(({ headers, url }) => `${url} ${JSON.stringify(Object.fromEntries(headers))}`)
  return [...requests, err].join('\n')
}

/** Returns what a command of a hook sees in its environment. */
function callHook(member: string, value: string): Promise<string> {
  return runHookCommand([process.execPath, '-p', 'JSON.stringify(process.env)'], root, { [member]: value })
}

/** Calls `wfhost-mock` with variables set, and returns what it prints. */
async function callMock(line: readonly string[], variables: Readonly<Record<string, string>>): Promise<string> {
  const printed: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text) => void printed.push(String(text)))
  setVariables(variables)
  await runCommandLine(line, (text) => printed.push(text))
  return printed.join('\n')
}

async function connectWithoutRedis(address: string): Promise<string> {
  setVariables({ WFHOST_REDIS_URL: address })
  return connectToRedis().then(() => 'connected', String)
}

/** Reads a configuration of the suite, with one variable set. */
async function loadSuite(environment: Readonly<Record<string, string>>, key = 'key-of-echo'): Promise<string> {
  const flags = { fixtures: { echo: { ...contractFixtures.echo, key } } }
  const services = { WFHOST_BASE_URL: 'http://workflows.test', WFHOST_REGISTRY_URL: 'http://registry.test' }
  return JSON.stringify(await loadConfig({ file: undefined, environment: { ...services, ...environment }, flags }))
}

/** Variables that the client and the suite read. */
const shared = ['WFHOST_BASE_URL', 'WFHOST_REGISTRY_URL', 'WFHOST_PRODUCT']

interface Use {
  /** A value for the variable. */
  readonly value: string
  /** Uses the variable with the value, and returns where the value has an effect. */
  readonly use: (value: string) => string | Promise<string>
  /** The effect of the value. @default the value itself */
  readonly effect?: string
}

/** A use of each variable that a page names. */
const uses: Readonly<Record<string, Use>> = {
  WFHOST_BASE_URL: {
    value: 'http://other.test',
    use: (value) => callClient(['run', 'triage'], { WFHOST_BASE_URL: value }),
  },
  WFHOST_API_KEY: {
    value: 'other-key',
    use: (value) => callClient(['run', 'triage'], { WFHOST_API_KEY: value }),
  },
  WFHOST_API_KEY_SUPPORT_TRIAGE: {
    value: 'key-of-triage',
    use: (value) => callClient(['run', 'support-triage'], { WFHOST_API_KEY_SUPPORT_TRIAGE: value }),
  },
  WFHOST_CONSOLE_SESSION: {
    value: 'session-of-console',
    use: (value) => callClient(['manifest', '--org', 'acme'], { WFHOST_CONSOLE_SESSION: value }),
  },
  WFHOST_LOG: {
    value: 'debug',
    use: (value) => callClient(['run', 'triage'], { WFHOST_LOG: value }),
    effect: 'POST',
  },
  WFHOST_PRODUCT: {
    value: 'otherproduct',
    use: (value) => callClient(['manifest'], { WFHOST_PRODUCT: value }),
  },
  WFHOST_REGISTRY_URL: {
    value: 'http://other.test',
    use: (value) => callClient(['manifest'], { WFHOST_REGISTRY_URL: value }),
  },
  WFHOST_REGISTRY_KEY: {
    value: 'other-key',
    use: (value) => callClient(['manifest'], { WFHOST_REGISTRY_KEY: value }),
  },
  WFHOST_MOCK_TOKEN: {
    value: ' ',
    use: (value) => callMock(['serve'], { WFHOST_MOCK_TOKEN: value }),
    effect: 'Cannot use WFHOST_MOCK_TOKEN: it is empty',
  },
  WFHOST_MOCK_URL: {
    value: 'http://127.0.0.1:9',
    use: (value) => callMock(['ctl', 'runs'], { WFHOST_MOCK_URL: value }),
  },
  WFHOST_REDIS_URL: {
    value: 'ftp://redis.test',
    use: connectWithoutRedis,
    effect: 'Cannot use the address of Redis: it begins with redis:// or rediss://, not with ftp://',
  },
  // The suite shows it in place of the key.
  WFHOST_ECHO_KEY: {
    value: 'key-of-echo',
    use: (value) => loadSuite({}, value),
    effect: '"WFHOST_ECHO_KEY":"key-of-echo"',
  },
  // The inspector copies code with it.
  WFHOST_KEY: {
    value: 'echo',
    use: (flowId) => writeTypeScript({ flowId, args: {}, mode: 'sync', keyName: '[key]' }, 'http://workflows.test'),
    effect: "process.env['WFHOST_KEY']",
  },
  WFHOST_FLOW_ID: { value: 'triage', use: (value) => callHook('flowId', value), effect: '"WFHOST_FLOW_ID":"triage"' },
  WFHOST_TOOLSET: { value: 'mail', use: (value) => callHook('toolset', value), effect: '"WFHOST_TOOLSET":"mail"' },
  WFHOST_VERSION: { value: '1.2.0', use: (value) => callHook('version', value), effect: '"WFHOST_VERSION":"1.2.0"' },
  WFHOST_REQUESTS: { value: '3', use: (value) => callHook('requests', value), effect: '"WFHOST_REQUESTS":"3"' },
  WFHOST_WINDOW_MS: { value: '900', use: (value) => callHook('windowMs', value), effect: '"WFHOST_WINDOW_MS":"900"' },
}

test('each variable that a page names has a use here', () => {
  expect([...named].toSorted()).toEqual(Object.keys(uses).toSorted())
})

test.each(Object.entries(uses))('%s has the effect that the pages describe', async (_, { effect, use, value }) => {
  expect(await use(value)).toContain(effect ?? value)
})

test.each(shared)('%s has an effect on the suite, too', async (name) => {
  const value = name === 'WFHOST_PRODUCT' ? 'otherproduct' : 'http://other.test'
  expect(await loadSuite({ [name]: value })).toContain(value)
})
