export type { Problem } from './problem.ts'
export { type ResponseToRead, readResponse } from './read-response.ts'
export { type ResponseOperation, type ResponseSchema, responseSchemas } from './response-schemas.ts'
