import { describeFound } from '@wfhost/internal/schema-problems'
import type { OperationId } from '@wfhost/openapi'
import * as z from 'zod'
import type { Random } from '../core/random.ts'
import type { JsonResponse } from '../core/requests/plain-exchange.ts'
import { expected } from '../schema/check.ts'
import { countSchema, textSchema } from '../schema/values.ts'
import { operationsByPhase } from './fault-effect.ts'
import { defineFault, plainFault } from './fault-kind.ts'

/**
 * The kinds of faults that respond instead of the service, change which keys it accepts, or make a run fail.
 *
 * The `members` of a kind are what a test writes into a fault of this kind, such as `status` in `{ kind: 'status', status: 503 }`.
 * The `effect` is what the fault does, and in which phase of a request. In the phase `instead-of-service`, `apply` returns the
 * response.
 */
export const requestFaults = [
  defineFault('status', {
    description: 'The response has the given status. The run or execution does not happen.',
    members: {
      status: z.int().min(200).max(599).describe('The status of the response.'),
      body: z.unknown().optional().describe('The body as JSON. Default: a body with a message.'),
      retryAfterSeconds: countSchema
        .optional()
        .describe('The value of Retry-After. Default: 1 for a 429, and no Retry-After for other statuses.'),
    },
    effect: ({ body, retryAfterSeconds, status }) => ({
      phase: 'instead-of-service',
      // Every effect in this phase is async, because some wait. For example, the fault `hang` never responds.
      apply: async ({ formatRetryAfter }) => {
        const defaultSeconds = status === 429 ? 1 : undefined
        const seconds = retryAfterSeconds ?? defaultSeconds

        const headers = seconds === undefined ? {} : { 'retry-after': formatRetryAfter(seconds * 1000) }
        return { status, headers, body: body ?? { message: `Fault: status ${status}` } }
      },
    }),
  }),
  respondsWith('html-502', "Nothing runs; the response is a proxy's HTML page with status 502.", {
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
  }),
  respondsWith('retry-after-missing', 'Nothing runs; the response is a 429 without Retry-After.', rateLimited({})),
  respondsWith(
    'retry-after-malformed',
    'Nothing runs; the response is a 429 whose Retry-After is neither seconds nor a date.',
    rateLimited({ 'retry-after': 'soon' }),
  ),
  respondsWith(
    'retry-after-huge',
    'Nothing runs; the response is a 429 whose Retry-After is years away.',
    rateLimited({ 'retry-after': '999999999' }),
  ),
  defineFault('stale-key', {
    description: 'A workflow key that was replaced by regeneration still works.',
    members: { operation: onlyOperations(operationsByPhase.authentication, 'Only runs use workflow keys.') },
    effect: () => ({ phase: 'authentication' }),
  }),
  defineFault('run-failed', {
    description: 'The run fails, and its implementation is not called. Other operations are not affected.',
    members: {
      name: textSchema.optional().meta({ description: 'The name of the error.', default: 'Error' }),
      value: z.string().optional().meta({ description: 'The message of the error.', default: 'Fault: run-failed' }),
      step: textSchema.optional().describe('The step that fails. Default: the workflow fails outside its steps.'),
      operation: onlyOperations(operationsByPhase.run, 'Only runs can fail.'),
    },
    effect: ({ name = 'Error', step, value = 'Fault: run-failed' }) => ({ phase: 'run', failure: { name, value, step } }),
  }),
] as const

/** Creates the schema of the member `operation` of a fault that can only change some operations. */
function onlyOperations<const Id extends OperationId>(operations: readonly Id[], reason: string) {
  const condition = `${reason.slice(0, 1).toLowerCase()}${reason.slice(1, -1)}`
  const remedy = `${condition}; leave out operation, or use ${operations.join(' or ')}`
  return z
    .literal(operations, {
      error: ({ input }) => `${remedy} instead of ${typeof input === 'string' ? input : describeFound(input)}`,
    })
    .optional()
    .describe(reason)
}

function respondsWith<const Kind extends string>(kind: Kind, description: string, response: JsonResponse) {
  return plainFault(kind, description, { phase: 'instead-of-service', apply: async () => response })
}

function rateLimited(headers: Readonly<Record<string, string>>): JsonResponse {
  return { status: 429, headers, body: { message: 'The rate limit is exceeded' } }
}

const milliseconds = z.number().min(0)

const fixedLatency = { distribution: 'fixed', ms: 500 } as const

const latencySchema = z
  .discriminatedUnion(
    'distribution',
    [
      z.strictObject({ distribution: z.literal('fixed'), ms: milliseconds.describe('The delay, in milliseconds.') }),
      z
        .strictObject({
          distribution: z.literal('uniform'),
          minMs: milliseconds.describe('The shortest delay, in milliseconds.'),
          maxMs: milliseconds.describe('The longest delay, in milliseconds.'),
        })
        .refine(({ maxMs, minMs }) => maxMs >= minMs, { path: ['maxMs'], error: 'expected at least minMs' }),
    ],
    {
      error: ({ input }) =>
        input === undefined || typeof input === 'object'
          ? undefined
          : expected(`an object such as ${JSON.stringify(fixedLatency)}`)({ input }),
    },
  )
  .meta({ description: 'The delay, in milliseconds.', examples: [fixedLatency] })

/** How long something takes, in milliseconds. */
export type Latency = Readonly<z.output<typeof latencySchema>>

export const delayFaults = [
  defineFault('latency', {
    description: 'The server handles the request after a delay.',
    members: { latency: latencySchema },
    effect: (fault) => ({
      phase: 'before-service',
      apply: ({ clock, random, signal }) => clock.sleep(drawLatency(fault.latency, random), signal),
    }),
  }),
  plainFault('hang', 'There is never a response.', {
    phase: 'instead-of-service',
    apply: ({ signal }) =>
      new Promise((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }),
] as const

/** Draws a delay in milliseconds from a distribution. */
export function drawLatency(latency: Latency, random: Random): number {
  switch (latency.distribution) {
    case 'fixed':
      return latency.ms
    case 'uniform':
      return latency.minMs + random() * (latency.maxMs - latency.minMs)
  }
}
