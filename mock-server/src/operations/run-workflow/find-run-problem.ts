import { describeValue } from '@wfhost/internal/redacted-text'
import { validateSchema } from '@wfhost/openapi/validators'
import { readJson } from '../../core/json.ts'
import type { ParsedResponse } from '../operation.ts'

/**
 * Checks that a response fits the mode of its request. The schema cannot: it accepts any object as the response to an async
 * start, because the source document does not show the field of the run ID (RUN-ID-FIELD).
 */
export function findRunProblem({ body, redact, requestBody, status: httpStatus }: ParsedResponse): string | undefined {
  if (httpStatus !== 200) return undefined

  const { mode } = Object(readJson(requestBody))
  const { status, stepOutputs } = Object(body)
  const isResult = status === 'success' || status === 'failed'
  const hasSteps = stepOutputs !== undefined

  if (mode === 'async' && isResult && hasSteps) {
    return 'body: expected a run that has started, found the result of one'
  }
  if (mode !== 'sync' && !hasSteps) return undefined
  if (!isResult) return `status: expected one of success, failed, found ${describeValue(status, redact)}`

  const [problem] = validateSchema(status === 'success' ? 'RunSucceeded' : 'RunFailed', body, { redact })
  return problem?.message
}
