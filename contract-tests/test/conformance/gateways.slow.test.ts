import { readFile } from 'node:fs/promises'
import { createMockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { describe, expect, test } from 'vitest'
import { describeService } from '../../proof/contract-server.ts'
import { createContractWorld } from '../../proof/contract-world.ts'
import { formatDefaults } from '../../proof/default-servers.ts'
import { openGateway } from '../../proof/gateways/open-gateway.ts'
import { gateways as allGateways, type DefaultGateway } from '../../proof/gateways.ts'
import { selectRunnable } from '../../proof/select-runnable.ts'
import { checkServer } from '../../src/engine/check-server.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'

const { missingPackages, runnable: gateways } = selectRunnable(allGateways)

const brokenStatements = gateways.flatMap((gateway) =>
  gateway.breaks.map((broken) => {
    const others = gateway.breaks.filter(({ id }) => id !== broken.id)
    return { gateway, broken, others: others.map(({ id }) => id) }
  }),
)

test.runIf(process.env['CI'])('every gateway is installed in CI, so that it is tested', () => {
  expect(missingPackages, `Cannot test each gateway: apt-get install ${missingPackages.join(' ')}`).toEqual([])
})

// A gateway waits for most of a run, so several gateways are tested concurrently.
describe.concurrent('each gateway', () => {
  test.each(brokenStatements)(
    'the default $broken.id of $gateway.name breaks the statement in the table, and no other one',
    { timeout: 120_000 },
    async ({ broken, gateway, others }) => {
      const { checks } = await check(gateway, others)

      const expected = [...broken.checks].toSorted()
      expect(listWithVerdict(checks, 'fail')).toEqual(broken.isWarned ? [] : expected)
      expect(listWithVerdict(checks, 'warn')).toEqual(broken.isWarned ? expected : [])
    },
  )

  test.each(gateways)('a server behind $name conforms with the documented corrections', { timeout: 120_000 }, async (gateway) => {
    const { checks } = await check(
      gateway,
      gateway.breaks.map(({ id }) => id),
    )

    const others = checks.filter(({ message, verdict }) => !isExpected(verdict, message))
    expect(others.map(({ id, message, verdict }) => `${verdict} ${id}: ${message}`)).toEqual([])
  })
})

test('the page for backends has the table of the gateways', async () => {
  const page = await readFile(new URL('../../../docs/pages/backends.md', import.meta.url), 'utf8')

  expect(page).toContain(formatDefaults(allGateways))
})

async function check({ name, only }: DefaultGateway, mended: readonly string[]): Promise<ConformanceReport> {
  const service = createMockService(createContractWorld())
  const server = await listen(service)
  const gateway = await openGateway(name, { upstream: server.url, mended })
  const { fetch: _inProcess, ...description } = describeService(service)

  try {
    const { report } = await checkServer({ ...description, baseUrl: gateway.url, only })
    return report
  } finally {
    await gateway.close()
    await server.close()
  }
}

/** Returns whether a check passed, observed, or was blocked by a limit that works as documented. */
function isExpected(verdict: string, message = ''): boolean {
  const isLimited = message.endsWith('the target limits the rate: 429 with Retry-After 1')
  return verdict === 'pass' || verdict === 'observed' || (verdict === 'blocked' && isLimited)
}

function listWithVerdict(checks: ConformanceReport['checks'], wanted: 'fail' | 'warn'): readonly string[] {
  const found = checks.filter(({ verdict }) => verdict === wanted)
  return found.map(({ id }) => id).toSorted()
}
