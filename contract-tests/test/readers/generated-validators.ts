import { validateResponse } from '@wfhost/openapi/validators'
import type { Reader } from './reader.ts'

/** Reads answers with the validators that are generated from the document. */
export const generatedValidators: Reader = {
  name: 'generated validators',
  read: (exchange) => validateResponse(exchange.call.operationId, exchange).map((problem) => problem.message),
}
