/** What the schema libraries have in common (standardschema.dev, version 1). */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The name under which libraries agree to offer this. `validate` also transforms. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The value as the schema makes it, or what is wrong with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** A place in a value that does not fit. */
export interface SchemaIssue {
  /** What is wrong. */
  readonly message: string
  /** The steps to the place, from the outside; none for the whole. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a schema accepts. */
export type InputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input']

/** What a schema makes of it. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output']
