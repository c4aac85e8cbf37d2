import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { listBrokenStatements, listWithVerdict } from '../../proof/broken-statements.ts'
import type { DefaultServer } from '../../proof/default-server.ts'
import { defaultServers as allServers, formatDefaults, loadServers, serversOfFrameworks } from '../../proof/default-servers.ts'
import { registriesOfFrameworks } from '../../proof/defaults-of-registries.ts'
import { serversWithStores } from '../../proof/defaults-of-stores.ts'
import { selectRunnable } from '../../proof/select-runnable.ts'
import { checkServer } from '../../src/engine/check-server.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import type { ServerDescription } from '../../src/engine/server-description.ts'

const { missingPackages, runnable: defaultServers } = selectRunnable(allServers)
// The registries need no other packages than the servers.
const { runnable: registries } = selectRunnable(registriesOfFrameworks)
const { fixtures, openRegistry, openServer, registryFixtures } = await loadServers()

// A framework prints each error that it turns into a response.
beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

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
  test.each(listBrokenStatements(defaultServers))(
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
      const mended = breaks.map(({ id }) => id)
      expectConformant(await check(name, { mended }))
    },
  )
})

function expectConformant({ checks, verdict }: ConformanceReport): void {
  const failed = checks.filter(({ verdict: result }) => result === 'fail' || result === 'blocked')

  expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  expect(verdict).toBe('CONFORMANT')
}

describe.concurrent('each registry', { timeout: 120_000 }, () => {
  test.each(listBrokenStatements(registries))(
    'the default $broken.id of the registry on $name breaks the statement in the table, and no other one',
    async ({ broken, name, others }) => {
      const { checks } = await checkRegistry(name, others)

      expect(listWithVerdict(checks, 'fail').toSorted()).toEqual(broken.checks.toSorted())
    },
  )

  test.each(registries)('the registry on $name conforms with the documented corrections', async ({ breaks, name }) => {
    const mended = breaks.map(({ id }) => id)
    expectConformant(await checkRegistry(name, mended))
  })
})

test('the page for backends has the tables of the defaults', async () => {
  const page = await readFile(new URL('../../../docs/pages/backends.md', import.meta.url), 'utf8')

  expect(page).toContain(formatDefaults(serversOfFrameworks))
  expect(page).toContain(formatDefaults(serversWithStores))
  expect(page).toContain(formatDefaults(registriesOfFrameworks))
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

/** Checks a registry beside the workflow service on Express, which has no defect. */
async function checkRegistry(name: string, mended: readonly string[]): Promise<ConformanceReport> {
  const workflowService = await openServer('Express 5', { mended: [] })
  const registry = await openRegistry(name, { mended })

  try {
    const { report } = await checkServer({
      baseUrl: workflowService.url,
      registryUrl: registry.url,
      fixtures: { ...fixtures, ...registryFixtures },
      hooks: { ...workflowService.hooks, ...registry.hooks },
      allow: ['runs', 'executions', 'publishing', 'exposed-keys'],
      areas: ['registry', 'organization', 'execute'],
      settleMs: 500,
    })
    return report
  } finally {
    await registry.close()
    await workflowService.close()
  }
}
