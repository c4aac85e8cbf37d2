import { readResponse } from '@wfhost/sdk/schemas'
import type { Reader } from './reader.ts'

/** Reads answers with the schemas of the SDK, which are written by hand. */
export const zodSchemas: Reader = {
  name: 'zod schemas of the SDK',
  read: (exchange) =>
    readResponse(exchange.call.operationId, exchange).problems.map((problem) => `${problem.place}: ${problem.message}`),
}
