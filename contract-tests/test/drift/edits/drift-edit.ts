import type { CheckName } from '../drift-check.ts'
import type { Edit } from '../edit-document.ts'

/** One change of the document that nobody meant, and the check that has to see it. */
export interface DriftEdit {
  readonly edit: string
  readonly apply: Edit
  readonly caughtBy: CheckName
}

/** Where things are in the document. */
export const at = {
  run: '/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run',
  manifest: '/paths/~1v1~1public~1{product}~1manifest',
  organization: '/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest',
  execute: '/paths/~1v1~1public~1{product}~1execute',
  schemas: '/components/schemas',
  responses: '/components/responses',
} as const
