import type { MockService } from '@wfhost/mock-server'
import type { RequirementId } from '@wfhost/openapi'

/** A server with one defect, and the requirement whose rule is meant to find it. */
export interface BrokenServer {
  readonly defect: string
  readonly foundBy: RequirementId
  /** The defect shows after or beside another request only, so one request sent again need not show it. @default false */
  readonly remembers?: boolean
  /** Puts the defect in front of a service that has none. */
  readonly breakService: (service: MockService) => MockService
}
