/** A schema that follows Standard Schema (standardschema.dev, version 1), as far as a check needs it. */
export interface DefinitionSchema {
  readonly '~standard': { readonly validate: (value: unknown) => SchemaVerdict | Promise<SchemaVerdict> }
}

type SchemaVerdict = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] }

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A workflow as defined in code, such as by `defineWorkflow` of the SDK. */
export interface WorkflowDefinition {
  readonly flowId: string
  /** The schema of the object of all arguments. @default any arguments */
  readonly args?: DefinitionSchema
  /** The schema of the result of a run that succeeded. @default any result */
  readonly result?: DefinitionSchema
}

/** What a schema makes of a value, or its first objection to it. */
export type Reading = { readonly value: unknown; readonly objection?: undefined } | { readonly objection: string }

/** Reads a value by a schema; without one, every value is as it should be. */
export async function readBySchema(schema: DefinitionSchema | undefined, value: unknown): Promise<Reading> {
  const verdict = schema === undefined ? { value } : await schema['~standard'].validate(value)
  if (verdict.issues === undefined) return { value: verdict.value }
  const [issue] = verdict.issues
  const path = (issue?.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
  return { objection: [path.join('.'), issue?.message ?? 'it does not fit'].filter((part) => part !== '').join(': ') }
}
