import {
  createMockService,
  createSampleWorld,
  defaultProfile,
  type MockSeed,
  type MockService,
  type MockServiceOptions,
  type Profile,
} from '@wfhost/mock-server'
import { beforeEach, describe } from 'vitest'
import { count } from '../../../scripts/count.ts'
import { triedProfiles } from '../../../scripts/profiles.ts'

/** What a test of the client gets its service from. */
export interface Served {
  readonly profile: Profile
  /** A service with the profile; its world is the sample world unless another one is given. */
  readonly createService: (seed?: MockSeed, options?: Omit<MockServiceOptions, 'profile'>) => MockService
}

/** Declares the same tests once for each profile of the reference server that this run tries. */
export function describeWithProfiles(subject: string, declare: (served: Served) => void): void {
  describe.each(triedProfiles())(`${subject} (service with $name)`, ({ profile }) => {
    beforeEach(() => count({ profiles: { 'tests of the client': 1 } }))
    declare({
      profile: { ...defaultProfile, ...profile },
      createService: (seed = createSampleWorld(), options = {}) => createMockService(seed, { ...options, profile }),
    })
  })
}
