import { createMockService } from '@wfhost/mock-server'
import { describeService } from '../../proof/contract-server.ts'
import { createContractWorld } from '../../proof/contract-world.ts'
import { describeConformance } from '../../src/vitest.ts'

// What this entry declares for others, it declares here: a test for each check.
describeConformance(describeService(createMockService(createContractWorld())))
