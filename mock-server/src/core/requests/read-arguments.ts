import { didYouMean, formatPath } from '@wfhost/internal/messages'
import { describeType } from '@wfhost/internal/redacted-text'
import type { Assumptions } from '../../schema/assumptions.ts'
import type { Parameter } from '../../schema/workflow.ts'
import type { ArgumentSchema } from '../implementation.ts'
import { copyJson, type Json, type JsonObject, memberOf } from '../json.ts'
import { MockStateError } from '../mock-state-error.ts'
import { createValidationRefusal } from './read-body.ts'

interface RunArgument {
  readonly name: string
  readonly value: Json
}

interface ReadArgumentsOptions {
  readonly args: readonly RunArgument[]
  readonly assumptions: Assumptions
}

/**
 * Returns the arguments of a run by name. The `assumptions` are options of the server. They decide three cases that the
 * description of the API leaves open: an unknown argument, a repeated argument, and an object that is sent as JSON in a string.
 *
 * @throws {Refusal} 400 with the path of each argument that does not match the parameters of the workflow (RUN-ARG-TYPE,
 * RUN-ARG-MISSING, RUN-ARG-EXTRA).
 */
export function readRunArguments(parameters: readonly Parameter[], { args, assumptions }: ReadArgumentsOptions): JsonObject {
  const { problems: repetitionProblems, uniqueArguments } = removeRepeatedArguments(args, assumptions)
  const problems = [...repetitionProblems]
  const argumentsByName = new Map<string, Json>()

  for (const argument of uniqueArguments) {
    const { index, name } = argument
    const parameter = parameters.find((candidate) => candidate.name === name)
    if (parameter === undefined) {
      if (assumptions.unknownArgument === 'reject') problems.push(describeUnknownArgument(argument, parameters))
      continue
    }

    const value = parseArgumentValue(argument, parameter, assumptions)
    const type = describeType(value)
    if (type !== parameter.type) problems.push(`args[${index}].value: expected ${parameter.type}, found ${type}`)

    // A value of a wrong type is also kept, so that its argument is not reported as missing.
    argumentsByName.set(name, value)
  }

  for (const name of findMissingArguments(argumentsByName, parameters)) {
    problems.push(`args: expected an argument named ${name}, found none`)
  }

  if (problems.length > 0) throw createValidationRefusal(problems)
  return Object.fromEntries(argumentsByName)
}

/**
 * Checks the arguments of an execution against the parameters of its tool.
 *
 * @throws {Refusal} 400 with the path of each argument that does not match the parameters of the tool.
 */
export function checkToolArguments(parameters: readonly Parameter[], args: JsonObject): void {
  const argumentsByName = new Map(Object.entries(args))
  const problems: string[] = []

  for (const [name, value] of argumentsByName) {
    const parameter = parameters.find((candidate) => candidate.name === name)
    if (parameter === undefined) {
      problems.push(`arguments: no parameter has the name ${JSON.stringify(name)}${formatSuggestion(name, parameters)}`)
      continue
    }

    const type = describeType(value)
    if (type !== parameter.type) problems.push(`arguments.${name}: expected ${parameter.type}, found ${type}`)
  }

  for (const name of findMissingArguments(argumentsByName, parameters)) {
    problems.push(`arguments: expected an argument named ${name}, found none`)
  }
  if (problems.length > 0) throw createValidationRefusal(problems)
}

/**
 * Returns the arguments of a run as a schema outputs them. The schema decides about unknown arguments (RUN-ARG-EXTRA).
 *
 * @throws {Refusal} 400 with the path of each argument that the schema rejects (RUN-ARG-TYPE, RUN-ARG-MISSING).
 */
export async function readSchemaArguments(
  schema: ArgumentSchema,
  { args, assumptions }: ReadArgumentsOptions,
): Promise<JsonObject> {
  const { problems: repetitionProblems, uniqueArguments } = removeRepeatedArguments(args, assumptions)
  if (repetitionProblems.length > 0) throw createValidationRefusal(repetitionProblems)

  const valuesByName = Object.fromEntries(uniqueArguments.map(({ name, value }) => [name, value]))
  const validation = await schema['~standard'].validate(valuesByName)
  // The output of a schema can contain values that are not JSON, such as dates. The type of the implementation says so.
  if (validation.issues === undefined) return validation.value as JsonObject

  const problems = validation.issues.map(({ message, path = [] }) => `${formatPath(['args', ...path])}: ${message}`)
  if (isTransforming(schema)) problems.push(transformationRemedy)
  throw createValidationRefusal(problems)
}

interface IndexedArgument {
  /** The position of the argument in the request. */
  readonly index: number
  readonly name: string
  readonly value: Json
}

interface UniqueArguments {
  /** One argument for each name. */
  readonly uniqueArguments: readonly IndexedArgument[]
  /** A problem for each repeated argument, if the assumption rejects them. */
  readonly problems: readonly string[]
}

/** Keeps one argument for each name. The assumption decides about an argument that occurs twice (RUN-ARG-EXTRA). */
function removeRepeatedArguments(args: readonly RunArgument[], { repeatedArgument }: Assumptions): UniqueArguments {
  const byName = new Map<string, IndexedArgument>()
  const problems: string[] = []

  for (const [index, { name, value }] of args.entries()) {
    if (!byName.has(name) || repeatedArgument === 'last') {
      byName.set(name, { index, name, value })
    } else if (repeatedArgument === 'reject') {
      problems.push(`args[${index}].name: expected each argument once, found ${JSON.stringify(name)} again`)
    }
  }
  return { uniqueArguments: [...byName.values()], problems }
}

/** Reads the value of an argument. An assumption can accept an object or a list that a client sent as text. */
function parseArgumentValue({ value }: IndexedArgument, { type }: Parameter, { serializedArgument }: Assumptions): Json {
  const canBeText = serializedArgument === 'parse' && (type === 'object' || type === 'array')
  if (!canBeText || typeof value !== 'string') return value
  try {
    return copyJson(JSON.parse(value), 'value')
  } catch {
    return value
  }
}

function describeUnknownArgument({ index, name }: IndexedArgument, parameters: readonly Parameter[]): string {
  const suggestion = formatSuggestion(name, parameters)
  return `args[${index}].name: expected the name of a parameter, found ${JSON.stringify(name)}${suggestion}`
}

function formatSuggestion(name: string, parameters: readonly Parameter[]): string {
  const names = parameters.map((parameter) => parameter.name)
  return didYouMean(name, names)
}

function findMissingArguments(argumentsByName: ReadonlyMap<string, Json>, parameters: readonly Parameter[]): string[] {
  const missing = parameters.filter(({ name, required }) => required === true && !argumentsByName.has(name))
  return missing.map(({ name }) => name)
}

const transformationRemedy =
  'the schema outputs something else than it accepts, and a client sends the output: publish the workflow with the option parameters, which are checked instead'

/**
 * Returns whether a schema transforms its input, so that it may reject its own output. If the schema provides JSON Schemas of
 * its input and its output (standardschema.dev), compares them without defaults. A transformation has no JSON Schema.
 */
function isTransforming(schema: ArgumentSchema): boolean {
  const jsonSchema = memberOf(schema['~standard'], 'jsonSchema')
  const createInput = memberOf(jsonSchema, 'input')
  const createOutput = memberOf(jsonSchema, 'output')
  if (typeof createInput !== 'function' || typeof createOutput !== 'function') return false

  const options = { target: 'draft-2020-12' }
  try {
    return serializeTypes(createInput.call(jsonSchema, options)) !== serializeTypes(createOutput.call(jsonSchema, options))
  } catch {
    return true
  }
}

const keywordsOfDefaults: readonly string[] = ['required', 'additionalProperties', 'default']

function serializeTypes(jsonSchema: unknown): string {
  return JSON.stringify(jsonSchema, (name, value: unknown) => (keywordsOfDefaults.includes(name) ? undefined : value))
}

/** Returns the parameters of a workflow or tool if their names are unique. */
export function checkParameters(parameters: readonly Parameter[], action: string): readonly Parameter[] {
  const names = new Set<string>()
  for (const { name } of parameters) {
    if (names.has(name)) throw new MockStateError(`Cannot ${action}: it has two parameters named "${name}"`)
    names.add(name)
  }
  return parameters
}
