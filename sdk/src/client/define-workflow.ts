import type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
import type { Arguments, ArgumentValue } from './to-arguments.ts'

/** A workflow with the types of its arguments and of its result. */
export interface Workflow {
  /** Identifier of the workflow in the path. */
  readonly flowId: string
  /** The schema of the object of all arguments. @default any arguments */
  readonly args?: StandardSchema
  /** The schema of the result of a run that succeeded. @default any result, typed unknown */
  readonly result?: StandardSchema
}

/** The arguments that a workflow takes, or any when no schema says so: for one that is known by its ID only, too. */
export type ArgumentsOf<Target extends Workflow | string, Any = Arguments> = Target extends {
  readonly args: infer Schema extends StandardSchema
}
  ? unknown extends StandardSchema.InferInput<Schema>
    ? Any
    : StandardSchema.InferInput<Schema>
  : Any

/** The result that a workflow has. */
export type ResultOf<Target extends Workflow | string, Any = unknown> = Target extends {
  readonly result: infer Schema extends StandardSchema
}
  ? StandardSchema.InferOutput<Schema>
  : Any

/**
 * The arguments that a caller gives, against those that a workflow takes: none that it does not know, and null and
 * undefined for none, also where a schema would take them (RUN-ARG-NULL).
 */
export type Given<Target extends Workflow | string, Args> =
  Args extends Checked<ArgumentsOf<Target, unknown>, Args> ? Args : Checked<ArgumentsOf<Target, unknown>, Args>

/** Each member of a union by itself: with what the others take, it would know no argument that they do not share. */
type Checked<Taken, Args> = Args extends AnyFunction
  ? never
  : unknown extends Taken
    ? // Name by name, as an interface has no index signature. The clause lets an array be read as what it is.
      { readonly [Name in keyof Args as Name]: Exclude<Extract<Args[Name], ArgumentValue>, AnyFunction> }
    : { readonly [Name in keyof Args]: Name extends NamesFor<Taken, Args> ? Exclude<Args[Name], null | undefined> : never }

type AnyFunction = (...given: never) => unknown

/** The names of the members of a union that the arguments fit. */
type NamesFor<Taken, Args> = Taken extends unknown ? (Args extends Taken ? keyof Taken : never) : never

/** Refuses members that a workflow does not have: with a misspelt `args`, no argument would be checked. */
type Known<Definition> = { readonly [Name in Exclude<keyof Definition, keyof Workflow>]: never }

/**
 * Describes a workflow once. Its calls are then checked by the compiler, and at run time before anything is sent. The
 * schemas may come from any library that implements Standard Schema, such as zod, valibot and arktype.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, defineWorkflow, unwrap } from '@wfhost/sdk'
 * import * as z from 'zod'
 *
 * const triage = defineWorkflow({
 *   flowId: 'support-triage',
 *   args: z.object({ subject: z.string(), priority: z.number().optional() }),
 *   result: z.object({ team: z.string() }),
 * })
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const { team } = unwrap(await client.run(triage, { subject: 'My invoice is wrong' }))
 *
 * assert.equal(team, 'billing')
 * ```
 */
export function defineWorkflow<const Definition extends Workflow>(definition: Definition & Known<Definition>): Definition {
  return definition
}
