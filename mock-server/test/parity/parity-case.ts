import type { MockService } from '@wfhost/mock-server'

export interface ParityCase {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Undefined where any status of the document will do. */
  readonly status?: number
  /** Done to the service before the request. */
  readonly before?: (service: MockService) => void
}

/** The key of a sample workflow in the header that carries it. */
export function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` }
}

/** Returns the path of the runs of a workflow. The flowId is not encoded. */
export function runPath(flowId: string): string {
  return `/api/v2/external/flows/${flowId}/published-run`
}
