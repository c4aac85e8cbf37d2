import { readBySchema, type WorkflowDefinition } from './workflow-definition.ts'

/** Arguments that differ in one from some that the workflow takes, and whether the definition takes them. */
export interface ArgumentProbe {
  readonly kind: 'missing-argument' | 'wrong-type'
  readonly parameter: string
  /** What is different, for a sentence about the arguments. */
  readonly difference: string
  readonly args: Readonly<Record<string, unknown>>
  readonly taken: boolean
}

/** One value of each type. The text is no JSON, which a workflow may take for an object. */
const values: readonly unknown[] = ['not of this type', 7.5, true, {}, []]

/** For each argument: left out, and of another type if the definition refuses one. */
export async function listProbes(
  definition: WorkflowDefinition,
  { args, parameters }: { readonly args: Readonly<Record<string, unknown>>; readonly parameters: readonly string[] },
): Promise<ArgumentProbe[]> {
  if (definition.args === undefined) return []
  const probes: ArgumentProbe[] = []
  for (const parameter of parameters) {
    const { [parameter]: given, ...others } = args
    const without = await readBySchema(definition.args, others)
    const difference = `without ${parameter}`
    // A default of the definition is sent, as the client sends it.
    const sent = without.objection === undefined ? Object(without.value) : others
    probes.push({ kind: 'missing-argument', parameter, difference, args: sent, taken: without.objection === undefined })
    const wrong = await wrongValue(definition, { args, parameter, given })
    if (wrong !== undefined) probes.push({ kind: 'wrong-type', parameter, taken: false, ...wrong })
  }
  return probes
}

async function wrongValue(
  { args: schema }: WorkflowDefinition,
  { args, given, parameter }: { readonly args: object; readonly parameter: string; readonly given: unknown },
): Promise<Pick<ArgumentProbe, 'args' | 'difference'> | undefined> {
  for (const value of values.filter((candidate) => typeName(candidate) !== typeName(given))) {
    const changed = { ...args, [parameter]: value }
    const { objection } = await readBySchema(schema, changed)
    if (objection !== undefined) return { args: changed, difference: `whose ${parameter} is a value of type ${typeName(value)}` }
  }
  return undefined
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
