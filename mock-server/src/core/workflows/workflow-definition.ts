import type { Json } from '../json.ts'
import type { Parameter, WorkflowContext } from '../seed.ts'

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

/** How a defined workflow is published. */
export interface PublishOptions {
  /** @default the workspace that has the workflow, else the first one, else a new one named `default` */
  readonly workspace?: string
  /** The key that the first publication creates. @default a random one */
  readonly key?: string
  /** @default the flowId */
  readonly name?: string
  /** Archives the workflow at once: it has a key, and cannot be run (FLOW-ARCHIVED). @default false */
  readonly archived?: boolean
  /**
   * Checked instead of the schema, so that arguments arrive as sent. Needed for a schema that does not accept its own
   * output, since a client sends that output. @default the schema of the definition
   */
  readonly parameters?: readonly Parameter[]
}
