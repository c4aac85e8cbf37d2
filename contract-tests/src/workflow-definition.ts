/** A schema that follows Standard Schema (standardschema.dev, version 1), as far as a check needs it. */
export interface DefinitionSchema {
  readonly '~standard': { readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult> }
}

type SchemaResult = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] }

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A workflow as code defines it, such as the result of `defineWorkflow` of `@wfhost/sdk`. */
export interface WorkflowDefinition {
  /** The id of the workflow. */
  readonly flowId: string
  /** The schema of the object of all arguments. @default any arguments */
  readonly args?: DefinitionSchema | undefined
  /** The schema of the result of a run that succeeded. @default any result */
  readonly result?: DefinitionSchema | undefined
}

/** The result of parsing a value with a schema: the parsed value, or the first problem. */
type ParseResult = { readonly kind: 'valid'; readonly value: unknown } | { readonly kind: 'invalid'; readonly problem: string }

/** Parses a value with a schema. Without a schema, every value is valid. */
export async function parseWithSchema(schema: DefinitionSchema | undefined, value: unknown): Promise<ParseResult> {
  if (schema === undefined) return { kind: 'valid', value }

  const result = await schema['~standard'].validate(value)
  if (result.issues === undefined) return { kind: 'valid', value: result.value }
  return { kind: 'invalid', problem: describeIssue(result.issues[0]) }
}

function describeIssue(issue: SchemaIssue | undefined): string {
  const path = (issue?.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  const message = issue?.message ?? 'it does not fit'
  return path === '' ? message : `${path}: ${message}`
}

/** Arguments by name. */
export type Arguments = Readonly<Record<string, unknown>>
