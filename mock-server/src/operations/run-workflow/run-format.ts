import type { JsonResponse } from '../../core/requests/plain-exchange.ts'
import { hasMember, type ResponseFormat, withStatus } from '../../core/requests/response-format.ts'
import type { Assumptions } from '../../schema/assumptions.ts'

export const runFormat: ResponseFormat = {
  success: formatRun,
  errorStatus: (status, { syncTimeoutStatus }) => (status === 504 ? syncTimeoutStatus : status),
  errorBody: ({ runErrorBody }) => runErrorBody,
}

/** Formats the response to a run: the result of a sync run, or the ID of an async run. */
function formatRun(response: JsonResponse, assumptions: Assumptions): JsonResponse {
  const { asyncStatus, failedRunStatus, runIdField, runIdType } = assumptions
  const { body } = response

  const isAsyncStart = hasMember(body, 'runId') && !hasMember(body, 'status')
  if (!isAsyncStart) return withStatus(response, hasMember(body, 'error') ? failedRunStatus : 200)

  const isUnchanged = asyncStatus === response.status && runIdField === 'runId' && runIdType === 'string'
  if (isUnchanged) return response

  const runId = runIdType === 'number' ? Number(body.runId) : body.runId
  return { ...response, status: asyncStatus, body: { [runIdField]: runId } }
}
