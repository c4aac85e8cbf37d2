export type { Problem } from './responses/problem.ts'
export { type ResponseToRead, readResponse } from './responses/read-response.ts'
export { type ResponseOperation, type ResponseSchema, responseSchemas } from './responses/response-schemas.ts'
