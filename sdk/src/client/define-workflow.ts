import type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
import { formatPath } from '@wfhost/internal/messages'
import type { Problem } from '../responses/problems.ts'
import type { Arguments, ArgumentValue } from './arguments.ts'
import { type Checks, checkOptions, isChecked, isSchema } from './check-options.ts'

/** A workflow with the types of its arguments and of its result. Its schemas validate them. */
export interface Workflow<Args = unknown, Result = unknown> {
  /** Identifier of the workflow in the path. */
  readonly flowId: string
  /** The schema of the object of all arguments. @default any arguments */
  readonly args?: StandardSchema<InputOf<Args>, OutputOf<Args>> | undefined
  /** The schema of the result of a run that succeeded. @default any result, typed unknown */
  readonly result?: StandardSchema<InputOf<Result>, OutputOf<Result>> | undefined
}

declare const types: unique symbol

/**
 * The types of a schema that transforms its input, such as one with a default or a parsed date.
 *
 * @example
 * ```ts
 * import { defineWorkflow, type Transformed, type Workflow } from '@wfhost/sdk'
 * import * as z from 'zod'
 *
 * // Callers may leave out the priority. The workflow always receives it.
 * type Triage = Workflow<Transformed<{ priority?: number | undefined }, { priority: number }>, unknown>
 *
 * const triage: Triage = defineWorkflow({ flowId: 'triage', args: z.object({ priority: z.number().default(1) }) })
 * ```
 */
export interface Transformed<Input, Output> {
  readonly [types]: readonly [Input, Output]
}

type InputOf<Types> = Types extends Transformed<infer Input, unknown> ? Input : Types

type OutputOf<Types> = Types extends Transformed<unknown, infer Output> ? Output : Types

/** The types of a schema. Most schemas have one type for their input and their output, which keeps hovers short. */
type TypesOf<Schema extends StandardSchema> =
  IsSame<StandardSchema.InferInput<Schema>, StandardSchema.InferOutput<Schema>> extends true
    ? StandardSchema.InferOutput<Schema>
    : Transformed<StandardSchema.InferInput<Schema>, StandardSchema.InferOutput<Schema>>

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The schema of a workflow, or undefined if its member is undefined. `never` would extend every type. */
type GivenSchema<Schema> = [NonNullable<Schema>] extends [never] ? undefined : NonNullable<Schema>

/** The type of the arguments of a workflow before its schema validates them, or unknown for a workflow without a schema. */
type ArgsInputOf<Target> = Target extends { readonly args?: infer Schema }
  ? GivenSchema<Schema> extends infer Given extends StandardSchema
    ? StandardSchema.InferInput<Given>
    : unknown
  : unknown

/**
 * The members of an input without null and undefined, even if the schema accepts them: the service does not (RUN-ARG-NULL). The
 * condition `extends unknown` applies this to each type of a union.
 */
type WithoutNull<Input> = Input extends unknown
  ? { readonly [Name in keyof Input]: Exclude<Input[Name], null | undefined> }
  : never

/** The type of the arguments of a workflow: the input of its schema, or `Any` for a workflow without a schema. */
export type ArgumentsOf<Target extends Workflow | string, Any = Arguments> =
  unknown extends ArgsInputOf<Target> ? Any : WithoutNull<ArgsInputOf<Target>>

/**
 * The type of the parameter `args` of a call. With a schema, it is the plain type of the schema, so that the compiler reports a
 * misspelt name at any depth. Without one, it is derived from the given arguments, so that it reports a value that cannot be
 * sent.
 */
export type GivenArguments<Target extends Workflow | string, Args> = ArgumentsOf<
  Target,
  Args extends Members<Args> ? Args : Members<Args>
>

/**
 * The required type of each given argument. It is a mapped type, because an interface has no index signature and would not match a
 * Record. The clause `as Name` makes an array an object with wrong members, so that the compiler refuses it.
 */
type Members<Args> = Args extends AnyFunction ? never : { readonly [Name in keyof Args as Name]: Value<Args[Name]> }

/**
 * The part of a given type that can be the value of an argument. If no part can, it is the type of all values, which the message
 * of the compiler then names. A value of type unknown, such as one of parsed JSON, is checked at run time only.
 */
type Value<Given> = unknown extends Given
  ? Given
  : [Extract<Given, ArgumentValue>] extends [never]
    ? ArgumentValue
    : Exclude<Extract<Given, ArgumentValue>, AnyFunction>

type AnyFunction = (...given: never) => unknown

/** The type of the result of a workflow after its schema has validated it, or unknown for a workflow without a schema. */
type ResultOutputOf<Target> = Target extends { readonly result?: infer Schema }
  ? GivenSchema<Schema> extends infer Given extends StandardSchema
    ? StandardSchema.InferOutput<Given>
    : unknown
  : unknown

/** The type of the result of a workflow: the output of its schema, or `Any` for a workflow without a schema. */
export type ResultOf<Target extends Workflow | string, Any = unknown> =
  unknown extends ResultOutputOf<Target> ? Any : ResultOutputOf<Target>

/** The parameter of `defineWorkflow`. Its schemas keep the types that their library gives them. */
interface WorkflowDefinition<Args, Result> {
  /** Identifier of the workflow in the path. */
  readonly flowId: string
  /** The schema of the object of all arguments. @default any arguments */
  readonly args?: Args | undefined
  /** The schema of the result of a run that succeeded. @default any result, typed unknown */
  readonly result?: Result | undefined
}

/** The checks of the members of a workflow. The identifier is checked where it becomes a segment of a path. */
export const workflowChecks: Checks<Workflow> = { flowId: isChecked, args: isSchema, result: isSchema }

/**
 * Describes a workflow once. Its calls are then checked by the compiler, and at run time before anything is sent. The
 * schemas may come from any library that implements Standard Schema, such as zod, valibot and arktype.
 *
 * @throws ConfigurationError for an unknown member, such as a misspelt `args`, and for a value that is not a Standard Schema.
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
export function defineWorkflow<Args extends StandardSchema, Result extends StandardSchema>(
  definition: WorkflowDefinition<Args, Result>,
): Workflow<TypesOf<Args>, TypesOf<Result>> {
  checkOptions(definition, workflowChecks)
  // The schemas are the same objects. Only their types are written in a shorter way.
  return definition as Workflow<TypesOf<Args>, TypesOf<Result>>
}

/** The output of a schema, or the problems of a value that does not match it. */
type SchemaResult = { readonly value: unknown; readonly problems?: undefined } | { readonly problems: readonly Problem[] }

/**
 * Validates a value with a schema of the caller and returns its output: transformations and defaults apply.
 *
 * @param name - The name of the value in problems, such as `args` in `args.priority`.
 */
export async function applySchema(schema: StandardSchema, name: string, value: unknown): Promise<SchemaResult> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return { value: result.value }

  return { problems: result.issues.map(({ path = [], message }) => ({ path: formatPath([name, ...path]), message })) }
}
