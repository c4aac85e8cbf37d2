import type { BodySchemas } from '../operation.ts'
import { refusal } from '../refusal.ts'
import { execution } from './execution.ts'

export const executeToolBodies = {
  200: execution,
  400: refusal,
  401: refusal,
  402: refusal,
  404: refusal,
  429: refusal,
} as const satisfies BodySchemas<'executeTool'>
