import { createManualClock, createMockService, createSampleWorld, type Fetching, type MockService } from '@wfhost/mock-server'

/** A service with the sample world, whose time stands still. */
export function createFrozenService(): MockService & Fetching {
  return createMockService(createSampleWorld(), { clock: createManualClock() })
}
