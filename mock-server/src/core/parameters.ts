import { MockStateError } from './mock-state-error.ts'
import type { Parameter, ParameterType } from './seed.ts'

const types: readonly string[] = ['string', 'number', 'boolean', 'object', 'array'] satisfies ParameterType[]

// Shared, since most of what has none would have a map of its own.
const noParameters: ReadonlyMap<string, Parameter> = new Map()

/** The parameters of a workflow or tool by their names, each of which is there once. */
export function parametersByName(parameters: readonly Parameter[], attempt: string): ReadonlyMap<string, Parameter> {
  if (parameters.length === 0) return noParameters
  const byName = new Map<string, Parameter>()
  for (const parameter of parameters) {
    if (byName.has(parameter.name)) throw new MockStateError(`Cannot ${attempt}: it has two parameters named "${parameter.name}"`)
    if (!types.includes(parameter.type)) {
      throw new MockStateError(
        `Cannot ${attempt}: expected one of ${types.join(', ')} as the type of parameter "${parameter.name}", found "${parameter.type}"`,
      )
    }
    byName.set(parameter.name, parameter)
  }
  return byName
}

/** The type of a JSON value in the document's words. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
