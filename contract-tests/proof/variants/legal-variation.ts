import type { MockService, Profile } from '@wfhost/mock-server'
import type { Fixtures } from '../../src/target/target.ts'

/** A server that conforms, and differs from the reference server in something that no document shows. */
export interface LegalVariation {
  readonly variation: string
  /** What it is about. Two variations of one subject exclude each other. */
  readonly subject: string
  /** The choices of the reference server that make it. */
  readonly profile?: Partial<Profile>
  /** Puts the variation in front of a service. */
  readonly vary?: (service: MockService) => MockService
  /** The fixtures that tell the rules of it. */
  readonly fixtures?: Partial<Fixtures>
}
