import { union } from '../../responses/make-schemas.ts'
import type { BodySchemas } from '../operation.ts'
import { refusal } from '../refusal.ts'
import { failedRun, startedRun, succeededRun } from './run.ts'

export const runWorkflowBodies = {
  200: union([succeededRun, failedRun, startedRun]),
  202: startedRun,
  400: refusal,
  401: refusal,
  403: refusal,
  404: refusal,
  429: refusal,
  504: refusal,
} as const satisfies BodySchemas<'runPublishedWorkflow'>
