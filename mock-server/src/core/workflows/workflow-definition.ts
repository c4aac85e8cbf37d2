import type { WorkflowContext } from '../implementation.ts'
import type { Json } from '../json.ts'

/** The common interface of schema libraries (standardschema.dev, version 1). */
export interface ArgumentSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaVerdict<Output> | Promise<SchemaVerdict<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The output of a schema, or what is wrong with the value. */
export type SchemaVerdict<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }

/** A workflow with the types of its arguments and its result, as made by the client's `defineWorkflow`. */
export interface WorkflowDefinition<Args = unknown, Result = unknown> {
  readonly flowId: string
  /** The schema of the object of all arguments; a client sends its output. @default any arguments */
  readonly args?: ArgumentSchema<unknown, Args>
  /** The schema of the result of a successful run, with which a client reads it. @default any result */
  readonly result?: ArgumentSchema<Result, unknown>
}

/** The implementation of a defined workflow: returns its result, or throws an error that fails the run. */
export type DefinedImplementation<Args, Result> = (args: Args, context: WorkflowContext) => Result | Promise<Result>

/** A result as an implementation may return it: it is not changed. */
export type Immutable<Type> = Json extends Type ? Type : { readonly [Name in keyof Type]: Immutable<Type[Name]> }
