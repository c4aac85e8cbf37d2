/** The type of a value that a workflow or a tool takes. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array'

/** A step: it computes a template, waits, or fails. */
type Step = { readonly id: string } & (
  | { readonly compute: unknown }
  | { readonly pause: number }
  | { readonly raise: { readonly name: string; readonly message: string } }
)

/** The parts of a version of a workflow, or of a tool in a version of a tool set. */
export interface Definition {
  readonly inputs: Readonly<Record<string, { readonly type: Kind; readonly optional?: boolean }>>
  readonly steps: readonly Step[]
  readonly output: unknown
}

export interface ToolsetDefinition {
  readonly title?: string
  readonly tools: Readonly<Record<string, Definition>>
}

/** The values that a template can refer to. */
interface Scope {
  readonly args: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string>>
  readonly steps: Record<string, unknown>
}

interface Fault {
  readonly name: string
  readonly value: string
}

type StepOutput = { readonly status: 'success'; readonly result: unknown } | { readonly status: 'failed'; readonly error: Fault }
type StepOutputs = Readonly<Record<string, StepOutput>>

/** How a run or an execution ended. */
export type Outcome =
  | { readonly status: 'success'; readonly result: unknown; readonly stepOutputs: StepOutputs }
  | { readonly status: 'failed'; readonly error: Fault & { readonly traceback: string }; readonly stepOutputs: StepOutputs }

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A value as its input takes it: an object or an array may come as a string that holds serialized JSON. */
function fitting(value: unknown, wanted: Kind): { readonly value: unknown } | undefined {
  if (kindOf(value) === wanted) return { value }
  if (typeof value !== 'string' || (wanted !== 'object' && wanted !== 'array')) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return kindOf(parsed) === wanted ? { value: parsed } : undefined
  } catch {
    return undefined
  }
}

/** The result of binding arguments: the values by name, or the complaints about them. */
export type Bound = { readonly values: Readonly<Record<string, unknown>> } | { readonly complaints: readonly string[] }

/** Gives each input its value. */
export function bind(pairs: Iterable<readonly [string, unknown]>, inputs: Definition['inputs']): Bound {
  const complaints: string[] = []
  const given = new Set<string>()
  const values = new Map<string, unknown>()
  for (const [name, value] of pairs) {
    const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined
    const fitted = input && fitting(value, input.type)
    if (input === undefined) complaints.push(`'${name}' is not an input`)
    else if (given.has(name)) complaints.push(`'${name}' is given twice`)
    else if (fitted === undefined) complaints.push(`'${name}' must be ${input.type}, found ${kindOf(value)}`)
    else values.set(name, fitted.value)
    given.add(name)
  }
  for (const [name, { optional = false }] of Object.entries(inputs)) {
    if (!optional && !given.has(name)) complaints.push(`'${name}' is required`)
  }
  return complaints.length > 0 ? { complaints } : { values: Object.fromEntries(values) }
}

/** Fills a JSON template. `{ $get: [...] }` is replaced by a value of the scope. */
function evaluate(template: unknown, scope: Scope): unknown {
  if (Array.isArray(template)) return template.map((item) => evaluate(item, scope))
  if (typeof template !== 'object' || template === null) return template
  const { $get: path } = template as { readonly $get?: unknown }
  if (Array.isArray(path)) return path.reduce<unknown>(member, scope)
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, evaluate(value, scope)]))
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null
}

async function act(step: Step, scope: Scope): Promise<unknown> {
  if ('compute' in step) return evaluate(step.compute, scope)
  if ('raise' in step) throw Object.assign(new Error(step.raise.message), { name: step.raise.name })
  await new Promise((resolve) => setTimeout(resolve, step.pause))
  return null
}

function faultOf(error: unknown): Fault {
  return error instanceof Error ? { name: error.name, value: error.message } : { name: 'Error', value: String(error) }
}

/** Runs steps in their order; the first one that fails fails the whole. */
export async function perform(definition: Definition, given: Omit<Scope, 'steps'>): Promise<Outcome> {
  const outputs = new Map<string, StepOutput>()
  const scope: Scope = { ...given, steps: Object.create(null) }
  for (const step of definition.steps) {
    try {
      const result = await act(step, scope)
      scope.steps[step.id] = result
      outputs.set(step.id, { status: 'success', result })
    } catch (thrown) {
      const error = faultOf(thrown)
      outputs.set(step.id, { status: 'failed', error })
      const traceback = `${error.name}: ${error.value}\n    at step ${step.id}`
      return { status: 'failed', error: { ...error, traceback }, stepOutputs: Object.fromEntries(outputs) }
    }
  }
  return { status: 'success', result: evaluate(definition.output, scope), stepOutputs: Object.fromEntries(outputs) }
}
