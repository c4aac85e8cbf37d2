import { type Arguments, parseWithSchema, type WorkflowDefinition } from './workflow-definition.ts'

/** Arguments that differ from valid ones in one parameter. */
export interface ArgumentProbe {
  readonly kind: 'missing-argument' | 'wrong-type'
  readonly parameter: string
  /** The difference, which continues the word "arguments …". */
  readonly difference: string
  readonly args: Arguments
  /** Whether the definition accepts the arguments. */
  readonly isAccepted: boolean
}

/** One value of each type. The text is not JSON, because a workflow may read JSON as an object. */
const valuesOfEachType: readonly unknown[] = ['not of this type', 7.5, true, {}, []]

/** Lists two probes for each parameter: without the argument, and with a value that the definition refuses. */
export async function listProbes(
  definition: WorkflowDefinition,
  args: Arguments,
  parameters: readonly string[],
): Promise<ArgumentProbe[]> {
  if (definition.args === undefined) return []

  const probes: ArgumentProbe[] = []
  for (const parameter of parameters) {
    probes.push(await createMissingProbe(definition, args, parameter))

    const wrongTypeProbe = await createWrongTypeProbe(definition, args, parameter)
    if (wrongTypeProbe !== undefined) probes.push(wrongTypeProbe)
  }
  return probes
}

async function createMissingProbe(definition: WorkflowDefinition, args: Arguments, parameter: string): Promise<ArgumentProbe> {
  const { [parameter]: _argument, ...otherArgs } = args
  const parsed = await parseWithSchema(definition.args, otherArgs)

  const probe = { kind: 'missing-argument', parameter, difference: `without ${parameter}` } as const
  if (parsed.kind === 'invalid') return { ...probe, args: otherArgs, isAccepted: false }
  // The client sends the parsed arguments, which include the defaults of the definition.
  return { ...probe, args: Object(parsed.value), isAccepted: true }
}

/** Creates a probe with a value of another type. Returns undefined if the definition accepts all types. */
async function createWrongTypeProbe(
  definition: WorkflowDefinition,
  args: Arguments,
  parameter: string,
): Promise<ArgumentProbe | undefined> {
  const otherValues = valuesOfEachType.filter((value) => typeName(value) !== typeName(args[parameter]))

  for (const value of otherValues) {
    const changedArgs = { ...args, [parameter]: value }
    const parsed = await parseWithSchema(definition.args, changedArgs)
    if (parsed.kind === 'valid') continue

    const difference = `whose ${parameter} is a value of type ${typeName(value)}`
    return { kind: 'wrong-type', parameter, difference, args: changedArgs, isAccepted: false }
  }
  return undefined
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
