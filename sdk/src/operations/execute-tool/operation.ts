import type { Operation } from '../operation.ts'

export const executeToolOperation = {
  operation: 'executeTool',
  method: 'POST',
  path: '/v1/public/{product}/execute',
  hasEffect: true,
  requirements: { 401: 'HOST-401', 429: 'LIMIT-429' },
} as const satisfies Operation<'executeTool'>
