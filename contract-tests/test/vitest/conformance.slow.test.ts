import { createMockService } from '@wfhost/mock-server'
import { describeService } from '../../proof/contract-server.ts'
import { createContractWorld } from '../../proof/contract-world.ts'
import { describeConformance } from '../../src/vitest.ts'

// This entry declares a test for each check, here as in the projects of its users.
describeConformance(describeService(createMockService(createContractWorld())))
