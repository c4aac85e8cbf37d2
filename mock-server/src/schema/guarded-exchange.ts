import * as z from 'zod'
import type { Given } from './check.ts'
import { headers, operationId } from './journal.ts'
import { count } from './values.ts'

const violation = z.strictObject({
  request: count.describe('The number of the exchange, from 1.'),
  direction: z.enum(['request', 'response']),
  message: z.string().describe('What is wrong and where, as in args[0].value: expected …, found null.'),
  flowId: z.string().optional().describe('The workflow of a run.'),
  operation: operationId.optional().describe('Of the document; missing for a request that it does not describe.'),
})

export const guardedExchange = z.strictObject({
  number: z.int().min(1).describe('Counts up from 1; each violation has it, too.'),
  at: z.iso.datetime().describe('When the request arrived.'),
  durationMs: count,
  operation: operationId.optional().describe('Of the document; missing for a request that it does not describe.'),
  request: z.strictObject({
    method: z.string(),
    path: z.string().describe('With its query.'),
    headers: headers.describe('Those that say nothing about the API are left out, as they may carry credentials under any name.'),
    body: z.string(),
  }),
  response: z
    .strictObject({ status: z.int(), headers, body: z.string() })
    .optional()
    .describe('Missing if the connection broke before there was one.'),
  violations: z.array(violation).describe('What the document does not allow.'),
})

/** Something in an exchange that the document does not allow. */
export interface Violation extends Given<typeof violation> {}

/** An exchange that passed a guard. Credentials are not in it. */
export interface GuardedExchange extends Given<typeof guardedExchange> {}
