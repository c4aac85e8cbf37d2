import type { MockService } from '@wfhost/mock-server'
import { describeSuite, type ServerDescription } from '../../src/engine/check-server.ts'
import { checks, permissions } from '../../src/engine/checks.ts'
import { runSuite } from '../../src/engine/run-suite.ts'
import type { SuiteRun } from '../../src/engine/suite.ts'
import { contractFixtures } from '../../src/local/contract-world.ts'
import { createLocalHooks } from '../../src/local/create-local-hooks.ts'
import { localSettleMs } from '../../src/local/settle-ms.ts'

/** Runs the suite, with everything allowed, on a server in this process that has the contract world. */
export function checkService(service: MockService, options: Partial<ServerDescription> = {}): Promise<SuiteRun> {
  return runSuite(checks, { options: describeSuite({ ...describeService(service), ...options }) })
}

/** A server in this process that has the contract world, as the suite takes it. */
export function describeService(service: MockService): ServerDescription {
  return {
    name: 'selftest',
    baseUrl: 'http://workflows.test',
    fetch: service.fetch,
    fixtures: contractFixtures,
    hooks: createLocalHooks(service),
    // What does not answer by then is silent on purpose.
    timeoutMs: 2000,
    settleMs: localSettleMs,
    allow: permissions,
    limits: { maxRuns: 1000, maxExecutions: 1000, requestsPerSecond: undefined },
    secrets: { CANARY: contractFixtures.echo.key },
  }
}
