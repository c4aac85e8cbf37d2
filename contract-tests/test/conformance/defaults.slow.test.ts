import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { BreakingDefault, DefaultServer } from '../../proof/default-server.ts'
import { defaultServers as allServers, formatDefaults, loadServers, serversOfFrameworks } from '../../proof/default-servers.ts'
import { serversWithStores } from '../../proof/defaults-of-stores.ts'
import { selectRunnable } from '../../proof/select-runnable.ts'
import { checkServer } from '../../src/engine/check-server.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import type { ServerDescription } from '../../src/engine/server-description.ts'

const { missingPackages, runnable: defaultServers } = selectRunnable(allServers)
const { fixtures, openServer } = await loadServers()

// A framework prints each error that it turns into a response.
beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const brokenStatements = defaultServers.flatMap(({ breaks, name }) =>
  breaks.map((broken) => ({ name, broken, others: listOthers(broken, breaks) })),
)

/** The defaults that are mended while one is tested. The mend of some of them would mend that one, too. */
function listOthers(broken: BreakingDefault, breaks: readonly BreakingDefault[]): string[] {
  const others = breaks.filter(({ alsoMends = [], id }) => id !== broken.id && !alsoMends.includes(broken.id))
  return others.map(({ id }) => id)
}

test.runIf(process.env['CI'])('every language is installed in CI, so that its server is tested', () => {
  expect(missingPackages, `Cannot test each server: apt-get install ${missingPackages.join(' ')}`).toEqual([])
})

const breakingServers = defaultServers.filter(({ breaks }) => breaks.length > 0)

async function expectOnlyExplainedFailures({ breaks, name }: DefaultServer): Promise<void> {
  const races = breaks.filter(({ isRace = false }) => isRace)
  const { checks } = await check(name, { mended: races.map(({ id }) => id) })

  const explained = breaks.flatMap(({ checks: ids }) => ids)
  expect(listWithVerdict(checks, 'fail').filter((id) => !explained.includes(id))).toEqual([])
}

// A server waits for most of a run, so several servers are tested concurrently.
describe.concurrent('each server', () => {
  test.each(brokenStatements)(
    'the default $broken.id of $name breaks the statement in the table',
    // Concurrent requests do not meet at the wrong moment each time.
    { retry: 2, timeout: 120_000 },
    async ({ broken, name, others }) => {
      const { checks } = await check(name, { mended: others, only: broken.checks })

      const found = listWithVerdict(checks, broken.isWarned ? 'warn' : 'fail')
      expect(found).toEqual(expect.arrayContaining([...broken.checks]))
    },
  )

  test.each(breakingServers.filter((server) => !serversWithStores.includes(server)))(
    'the server on $name fails no check that the table does not explain',
    { timeout: 120_000 },
    expectOnlyExplainedFailures,
  )

  test.each(breakingServers.filter((server) => serversWithStores.includes(server)))(
    'the server with a store, $name, fails no check that the table does not explain',
    // PostgreSQL in this process has one session. A run that fails in the background can disturb the next request in it.
    { retry: 2, timeout: 120_000 },
    expectOnlyExplainedFailures,
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
})

test('the page for backends has the tables of the defaults', async () => {
  const page = await readFile(new URL('../../../docs/pages/backends.md', import.meta.url), 'utf8')

  expect(page).toContain(formatDefaults(serversOfFrameworks))
  expect(page).toContain(formatDefaults(serversWithStores))
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
    // Enough to start a process for an async run.
    settleMs: 500,
    only,
  }

  try {
    const { report } = await checkServer(server)
    return report
  } finally {
    await close()
  }
}

function listWithVerdict(checks: ConformanceReport['checks'], wanted: 'fail' | 'warn'): readonly string[] {
  return checks.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
}
