import * as z from 'zod'
import type { Given } from '../schema/check.ts'
import { operationIdSchema } from '../schema/journal.ts'
import { textSchema } from '../schema/values.ts'
import { type FaultEffect, operationsOfWorkflows } from './fault-effect.ts'

const selection = {
  operation: operationIdSchema.optional().describe('Only requests for this operation. Default: every operation.'),
  flowId: textSchema.optional().describe('Only runs of this workflow. Default: every workflow, and other operations.'),
  key: textSchema.optional().describe('Only requests with this workflow key or tool-hosting key. Default: any key, or none.'),
  nth: z
    .int()
    .min(1)
    .optional()
    .describe('Only the nth of the requests that the other members select. The first request is 1. Default: each of them.'),
  probability: z.number().min(0).max(1).optional().meta({
    description: 'The probability that the fault applies, from 0 to 1. It uses the random source of the service.',
    default: 1,
  }),
  count: z.int().min(1).optional().describe('The largest number of requests to which the fault applies. Default: no limit.'),
}

/** Which requests a fault applies to; all given conditions must match. */
export interface FaultSelection extends Given<z.ZodObject<typeof selection>> {}

interface FaultForm<Members extends z.ZodRawShape> {
  readonly description: string
  readonly members: Members
  readonly effect: (fault: z.output<z.ZodObject<Members>>) => FaultEffect
}

export interface FaultKind<Schema extends z.ZodType = z.ZodType> {
  readonly kind: string
  /** Made when a fault is checked: most services have none. */
  readonly schema: () => Schema
  readonly effectOf: (fault: unknown) => FaultEffect
}

export function defineFault<const Kind extends string, Members extends z.ZodRawShape>(
  kind: Kind,
  { description, effect, members }: FaultForm<Members>,
) {
  const own = z.lazy(() => z.object(members))
  const schema = () =>
    z
      .strictObject({ kind: z.literal(kind), ...members, ...selection, ...members })
      .superRefine((fault, context) => {
        const { data } = z.object(selection).safeParse(fault)
        if (data === undefined) return
        for (const [name, message] of selectionProblems(data)) context.addIssue({ code: 'custom', path: [name], message })
      })
      .describe(description)
  return { kind, schema, effectOf: (fault: unknown) => effect(own.parse(fault)) } as const satisfies FaultKind
}

export function plainFault<const Kind extends string>(kind: Kind, description: string, effect: FaultEffect) {
  return defineFault(kind, { description, members: {}, effect: () => effect })
}

function* selectionProblems(given: FaultSelection): Generator<readonly [name: keyof FaultSelection, message: string]> {
  const { count, flowId, nth, operation, probability } = given
  if (nth !== undefined && count !== undefined) yield ['count', 'nth selects a single request; leave out count or nth']
  if (nth !== undefined && probability !== undefined)
    yield ['probability', 'nth selects a request for certain; leave out probability or nth']
  if (flowId !== undefined && operation !== undefined && !operationsOfWorkflows.includes(operation)) {
    const fitting = operationsOfWorkflows.join(' or ')
    yield ['flowId', `flowId selects runs; leave out operation, or use ${fitting} instead of ${operation}`]
  }
}
