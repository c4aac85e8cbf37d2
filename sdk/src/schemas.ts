export type { Problem } from './responses/problems.ts'
export {
  type ResponseOperation,
  type ResponseSchema,
  type ResponseToRead,
  readResponse,
  responseSchemas,
} from './responses/read-response.ts'
