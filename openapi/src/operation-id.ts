import type { operations } from '../generated/types.ts'

/** The name of an operation of the document. */
export type OperationId = keyof operations
