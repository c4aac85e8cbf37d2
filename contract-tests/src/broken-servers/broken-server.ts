import type { MockService } from '@wfhost/mock-server'
import type { RequirementId } from '@wfhost/openapi'

/** A server with one defect, and the requirement whose rule is meant to find it. */
export interface BrokenServer {
  readonly defect: string
  readonly foundBy: RequirementId
  /** Puts the defect in front of a service that has none. */
  readonly breakService: (service: MockService) => MockService
}
