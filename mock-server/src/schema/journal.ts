import { type OperationId, operationTable, type Requirement } from '@wfhost/openapi'
import * as z from 'zod'
import { expected, type Given } from './check.ts'
import { countSchema } from './values.ts'

const operationIds = Object.keys(operationTable) as readonly OperationId[]

export const operationIdSchema = z.enum(operationIds).describe('An operation of the API.')

/** A text, a RegExp, or an asymmetric matcher of vitest or jest; JSON has only the first. */
const textPattern = z
  .custom<string | RegExp>((value) => typeof value === 'string' || isMatcher(value), { error: expected('a string or a RegExp') })
  .meta({ type: 'string' })

const status = z
  .custom<number>((value) => typeof value === 'number' || isMatcher(value), { error: expected('a number') })
  .meta({ type: 'integer' })

const members = z.record(z.string(), z.unknown())

/** The request headers that the journal contains. Other headers depend on the client and the adapter. */
export const recordedHeaders = [
  'authorization',
  'content-type',
  'cookie',
  'idempotency-key',
  'traceparent',
  'x-request-id',
] as const

const isRecorded = new Set<string>(recordedHeaders)

export const requestPatternSchema = z.strictObject({
  operation: operationIdSchema.optional().describe('The operation; by default any.'),
  flowId: textPattern.optional().describe('The workflow of a run; by default any.'),
  method: z.string().optional().describe('In upper or lower case; by default any.'),
  path: textPattern.optional().describe('With its query, and without the base URL; by default any.'),
  headers: members
    .refine((headers) => Object.keys(headers).every((name) => isRecorded.has(name.toLowerCase())), {
      error: `the journal keeps ${recordedHeaders.join(', ')}, and no other header`,
    })
    .optional()
    .describe(
      `Headers of the request, of those that the journal keeps: ${recordedHeaders.join(', ')}; keys and sessions appear by name, as in the journal. By default any.`,
    ),
  args: members.optional().describe('Arguments of a run, by name; by default any.'),
  body: z.unknown().optional().describe('Members of the JSON body; by default any.'),
  status: status.optional().describe('The status of the response; by default any, or no response yet.'),
})

/** The longest wait for a request over HTTP. Servers and proxies in between cut off requests that take much longer. */
export const longestRemoteWaitMs = 60_000

export const verifyOptionsSchema = z.strictObject({
  except: z
    .array(requestPatternSchema)
    .optional()
    .meta({ description: 'Requests that match one of these are ignored: a test sent them on purpose.', default: [] }),
  everyFaultMatched: z
    .boolean()
    .optional()
    .meta({ description: 'Whether each fault must have applied to a request.', default: false }),
})

// A test of the register checks that each id that the document has is one.
const requirementIds = z.array(z.string() as unknown as z.ZodType<Requirement['id'], Requirement['id']>)
const headers = z.record(z.string(), z.string())
const notKept = z.string().optional().describe('Why there is a body, but the journal did not keep it.')

export const journalEntrySchema = z.strictObject({
  number: countSchema.describe('Counts up from 1; never reused.'),
  at: z.string().describe('When the request arrived, by the clock of the service.'),
  durationMs: z.number().optional().describe('How long the response took; missing while the request is in progress.'),
  operation: operationIdSchema.optional().describe('The operation, if the document has it.'),
  forwarded: z
    .string()
    .optional()
    .describe('The URL of the server that responded, if the world does not have the workflow or tool.'),
  request: z.strictObject({
    method: z.string(),
    path: z.string().describe('With its query, and without the base URL.'),
    headers,
    body: z.string().optional(),
    notKept,
  }),
  response: z.strictObject({ status: z.int(), headers, body: z.string().optional(), notKept }).optional(),
  requirements: requirementIds.describe('The requirements that the response covers.'),
  assumptions: requirementIds.describe('The open questions that the response makes a choice about.'),
  faults: z.array(z.string()).describe('The kinds of the faults that applied to the request.'),
})

const exchangeSummary = z.strictObject({
  number: countSchema.describe('Counts up from 1; never reused.'),
  at: z.string().describe('When the request arrived, by the clock of the service.'),
  durationMs: z.number().optional().describe('How long the response took; missing while the request is in progress.'),
  operation: operationIdSchema.optional().describe('The operation, if the document has it.'),
  tool: z.string().optional().describe('The tool set and the tool of an execution.'),
  forwarded: z.string().optional().describe('The URL of the server that responded, if it was another one.'),
  request: z.strictObject({ method: z.string(), path: z.string().describe('Cut off if it is long.') }),
  response: z.strictObject({ status: z.int() }).optional(),
  failed: z.boolean().describe('Whether the response says that a run or an execution failed.'),
  reason: z.string().optional().describe('Why the request was refused, or how its run failed, in one line.'),
  faults: z.array(z.string()).describe('The kinds of the faults that applied to the request.'),
})

/** An exchange of the journal without its headers and bodies, as the events of the control surface carry it. */
export interface ExchangeSummary extends Given<typeof exchangeSummary> {}

/** A request and its response in the journal; keys and sessions appear by name. */
export interface JournalEntry extends Given<typeof journalEntrySchema> {}

/**
 * A request to look for; everything that is given must match. `args`, `body` and `headers` may have further members. A
 * string may be a RegExp, and a value an asymmetric matcher such as `expect.stringContaining`.
 */
export interface RequestPattern extends Given<typeof requestPatternSchema> {}

/** Options of `verify`: the requests that it ignores, and its further checks. */
export interface VerifyOptions extends Given<typeof verifyOptionsSchema> {}

function isMatcher(value: unknown): boolean {
  if (value instanceof RegExp) return true
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function'
}
