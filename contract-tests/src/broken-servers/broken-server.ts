import type { MockService } from '@wfhost/mock-server'
import type { RequirementId } from '@wfhost/openapi'

/** A server with one defect, and the requirement whose rule is meant to find it. */
export interface BrokenServer {
  readonly defect: string
  readonly foundBy: RequirementId
  /** Puts the defect in front of a service that has none. */
  readonly breakService: (service: MockService) => MockService
}

/** Replaces the body of a JSON answer by what a function makes of it; undefined leaves the answer alone. */
export async function rewriteBody(response: Response, rewrite: (body: Record<string, unknown>) => unknown): Promise<Response> {
  const text = await response.text()
  const { headers, status } = response
  const parsed: unknown = JSON.parse(text)
  const rewritten = typeof parsed === 'object' && parsed !== null ? rewrite({ ...parsed }) : undefined
  return new Response(rewritten === undefined ? text : JSON.stringify(rewritten), { status, headers: withoutLength(headers) })
}

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.delete('content-length')
  return copy
}
