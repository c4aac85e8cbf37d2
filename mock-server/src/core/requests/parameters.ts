import { MockStateError } from '../mock-state-error.ts'
import type { Parameter, ParameterType } from '../seed.ts'

const types: readonly string[] = ['string', 'number', 'boolean', 'object', 'array'] satisfies ParameterType[]

/** The parameters of a workflow or tool, checked for unique names and valid types. */
export function checkedParameters(parameters: readonly Parameter[], attempt: string): readonly Parameter[] {
  const names = new Set<string>()
  for (const parameter of parameters) {
    if (names.has(parameter.name)) throw new MockStateError(`Cannot ${attempt}: it has two parameters named "${parameter.name}"`)
    if (!types.includes(parameter.type)) {
      throw new MockStateError(
        `Cannot ${attempt}: expected one of ${types.join(', ')} as the type of parameter "${parameter.name}", found "${parameter.type}"`,
      )
    }
    names.add(parameter.name)
  }
  return parameters
}

/** The type of a JSON value, as the document names it. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
