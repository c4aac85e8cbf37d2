import {
  type Assumptions,
  createMockService,
  createSampleWorld,
  type MockSeed,
  type MockService,
  type MockServiceOptions,
} from '@wfhost/mock-server'
import { beforeEach, describe } from 'vitest'
import { defaultAssumptions, triedAssumptions } from '../../../tools/scripts/assumptions.ts'
import { count } from '../../../tools/scripts/count.ts'

/** Creates the services of a test of the client. */
export interface Served {
  readonly assumptions: Assumptions
  /** A service with the assumptions; its world is the sample world unless another one is given. */
  readonly createService: (seed?: MockSeed, options?: Omit<MockServiceOptions, 'assumptions'>) => MockService
}

/** Declares the same tests once for each set of assumptions that this run tries. */
export function describeWithAssumptions(subject: string, declare: (served: Served) => void): void {
  describe.each(triedAssumptions())(`${subject} (service with $name)`, ({ assumptions }) => {
    beforeEach(() => count({ 'sets of assumptions': { 'tests of the client': 1 } }))
    declare({
      assumptions: { ...defaultAssumptions, ...assumptions },
      createService: (seed = createSampleWorld(), options = {}) => createMockService(seed, { ...options, assumptions }),
    })
  })
}
