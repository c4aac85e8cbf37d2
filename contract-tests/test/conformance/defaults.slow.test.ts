import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { defaultServers as allServers, formatDefaults, loadServers } from '../../proof/default-servers.ts'
import { checkServer } from '../../src/engine/check-server.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import type { ServerDescription } from '../../src/engine/server-description.ts'

// Not every machine has Python with Flask.
const hasFlask = canImport('flask')
const defaultServers = allServers.filter(({ name }) => hasFlask || !name.startsWith('Flask'))
const { fixtures, openServer } = await loadServers()

// A framework prints each error that it turns into a response.
beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const brokenStatements = defaultServers.flatMap(({ breaks, name }) =>
  breaks.map((broken) => ({ name, broken, others: breaks.filter(({ id }) => id !== broken.id).map(({ id }) => id) })),
)

test('Flask is installed in CI, so that its server is tested', () => {
  const isCi = process.env['CI'] !== undefined
  expect(hasFlask || !isCi).toBe(true)
})

test.each(brokenStatements)(
  'the default $broken.id of $name breaks the statement in the table',
  async ({ broken, name, others }) => {
    const { checks } = await check(name, { mended: others, only: broken.checks })

    const failed = checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    expect(failed).toEqual(expect.arrayContaining([...broken.checks]))
  },
)

test.each(defaultServers)(
  'the server on $name conforms with the documented corrections of its defaults',
  { timeout: 120_000 },
  async ({ breaks, name }) => {
    const { checks, verdict } = await check(name, { mended: breaks.map(({ id }) => id) })

    const failed = checks.filter(({ verdict: result }) => result === 'fail' || result === 'blocked')
    expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    expect(verdict).toBe('CONFORMANT')
  },
)

test('the page for backends has the table of the defaults', async () => {
  const page = await readFile(new URL('../../../docs/pages/backends.md', import.meta.url), 'utf8')

  expect(page).toContain(formatDefaults(allServers))
})

interface CheckOptions {
  readonly mended: readonly string[]
  /** @default all checks of the areas that the servers have */
  readonly only?: readonly string[]
}

async function check(name: string, { mended, only }: CheckOptions): Promise<ConformanceReport> {
  const { close, hooks, url } = await openServer(name, { mended })
  const server: ServerDescription = {
    baseUrl: url,
    fixtures,
    hooks,
    allow: ['runs', 'key-rotation', 'publishing', 'exposed-keys'],
    areas: ['run-sync', 'run-async', 'keys'],
    settleMs: 100,
    only,
  }

  const { report } = await checkServer(server)
  await close()
  return report
}

/** Returns whether Python has a module on this machine. */
function canImport(module: string): boolean {
  try {
    execFileSync('python3', ['-c', `import ${module}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
