import { createMockService } from '@wfhost/mock-server'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { createLocalHooks } from '../../proof/local-hooks.ts'
import { describeConformance } from '../../src/vitest.ts'

const service = createMockService(createContractWorld())

// What this entry declares for others, it declares here: a test for each check.
describeConformance({
  name: 'the contract world in this process',
  baseUrl: 'http://workflows.test',
  fetch: service.fetch,
  fixtures: contractFixtures,
  hooks: createLocalHooks(service),
  allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'],
})
