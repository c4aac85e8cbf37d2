import type { Operation } from '../operation.ts'

export const runWorkflowOperation = {
  operation: 'runPublishedWorkflow',
  method: 'POST',
  path: '/api/v2/external/flows/{flowId}/published-run',
  hasEffect: true,
  requirements: { 401: 'KEY-INVALID', 403: 'KEY-SCOPE', 404: 'FLOW-UNKNOWN', 429: 'LIMIT-429', 504: 'RUN-TIMEOUT' },
} as const satisfies Operation<'runPublishedWorkflow'>
