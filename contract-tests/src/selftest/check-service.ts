import type { MockService } from '@wfhost/mock-server'
import { checks } from '../conformance/checks.ts'
import { permissions } from '../conformance/permission.ts'
import { runSuite, type SuiteRun } from '../conformance/run-suite.ts'
import { contractFixtures } from '../local/contract-world.ts'
import { createLocalHooks } from '../local/create-local-hooks.ts'

/** Runs the suite on a server in this process that has the contract world; `only` names the checks. */
export function checkService(service: MockService, only?: readonly string[]): Promise<SuiteRun> {
  return runSuite(checks, {
    options: {
      description: {
        name: 'selftest',
        baseUrl: 'http://workflows.test',
        fetch: service.fetch,
        fixtures: contractFixtures,
        hooks: createLocalHooks(service),
        timeoutMs: 2000,
      },
      allow: permissions,
      baseline: [],
      claims: {},
      limits: { maxRuns: 1000, maxExecutions: 1000, requestsPerSecond: undefined },
      only,
      profiles: undefined,
      secrets: { CANARY: contractFixtures.echo.key },
    },
  })
}
