export { document } from '../generated/document.ts'
export { type OperationId, operationTable } from '../generated/operations.ts'
// Packages that use requirements name this type in their declarations (TS2742).
export { type RequirementId, requirements } from '../generated/requirements.ts'
export type { components, operations, paths } from '../generated/types.ts'
export type { Requirement } from './requirement.ts'
