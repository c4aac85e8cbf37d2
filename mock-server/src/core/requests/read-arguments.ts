import { copyJson } from '../copy-json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Profile } from '../profile.ts'
import type { Parameter } from '../seed.ts'
import { typeOf } from './parameters.ts'
import { refuseProblems } from './read-body.ts'

/**
 * The arguments of a run by name; 400 with the path if they do not match the workflow (RUN-ARG-TYPE,
 * RUN-ARG-MISSING, RUN-ARG-EXTRA).
 */
export function readRunArguments(
  parameters: readonly Parameter[],
  { args, profile }: { readonly args: readonly RunArgument[]; readonly profile: Profile },
): JsonObject {
  const given = new Map<string, Json>()
  const problems: string[] = []
  for (const [index, { name, value }] of args.entries()) {
    const parameter = parameters.find((known) => known.name === name)
    if (parameter === undefined) {
      if (profile.unknownArgument === 'ignore') continue
      problems.push(`args[${index}].name: expected the name of a parameter, found ${JSON.stringify(name)}`)
      continue
    }
    if (given.has(name)) {
      if (profile.repeatedArgument === 'first') continue
      if (profile.repeatedArgument === 'reject') {
        problems.push(`args[${index}].name: expected each argument once, found ${JSON.stringify(name)} again`)
      }
    }
    const read = profile.serializedArgument === 'parse' ? parsed(value, parameter) : value
    if (typeOf(read) !== parameter.type) problems.push(`args[${index}].value: expected ${parameter.type}, found ${typeOf(read)}`)
    given.set(name, read)
  }
  return complete({ given, parameters, problems, place: 'args' })
}

interface RunArgument {
  readonly name: string
  readonly value: Json
}

function parsed(value: Json, { type }: Parameter): Json {
  if (typeof value !== 'string' || (type !== 'object' && type !== 'array')) return value
  try {
    return copyJson(JSON.parse(value), 'value')
  } catch {
    return value
  }
}

/** The arguments of an execution; 400 with the path if they do not match the tool. */
export function readToolArguments(parameters: readonly Parameter[], args: JsonObject): JsonObject {
  const given = new Map(Object.entries(args))
  const problems: string[] = []
  for (const [name, value] of given) {
    const parameter = parameters.find((known) => known.name === name)
    if (parameter === undefined) problems.push(`arguments: expected the names of parameters, found ${JSON.stringify(name)}`)
    else if (typeOf(value) !== parameter.type)
      problems.push(`arguments.${name}: expected ${parameter.type}, found ${typeOf(value)}`)
  }
  return complete({ given, parameters, problems, place: 'arguments' })
}

function complete(read: {
  readonly given: ReadonlyMap<string, Json>
  readonly parameters: readonly Parameter[]
  readonly problems: string[]
  readonly place: string
}): JsonObject {
  const { given, parameters, place, problems } = read
  for (const { name, required = false } of parameters) {
    if (required && !given.has(name)) problems.push(`${place}: expected an argument named ${name}, found none`)
  }
  if (problems.length > 0) throw refuseProblems(problems)
  return Object.fromEntries(given)
}
