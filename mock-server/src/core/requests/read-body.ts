import { didYouMean, formatPath } from '@wfhost/internal/messages'
import { describeType } from '@wfhost/internal/redacted-text'
import type { OperationId, operations } from '@wfhost/openapi'
import { validateRequestBody } from '@wfhost/openapi/validators'
import type { Assumptions } from '../../schema/assumptions.ts'
import { foreignTo } from '../../schema/check.ts'
import type { Parameter } from '../../schema/workflow.ts'
import type { ArgumentSchema } from '../implementation.ts'
import { copyJson, deepestNesting, isTooDeep, type Json, type JsonObject, memberOf, whyNotJson } from '../json.ts'
import { MockStateError } from '../mock-state-error.ts'
import { type PlainRequest, Refusal, refuse } from './plain-exchange.ts'

type OperationWithBody = {
  [Id in OperationId]: operations[Id] extends { readonly requestBody: object } ? Id : never
}[OperationId]

export interface RequestBodies {
  readonly runPublishedWorkflow: {
    readonly args: readonly { readonly name: string; readonly value: JsonObject[string] }[]
    readonly mode?: 'sync' | 'async'
  }
  readonly executeTool: { readonly toolset: string; readonly tool: string; readonly arguments?: JsonObject }
}

const withBody: Readonly<Record<OperationWithBody, true>> = { runPublishedWorkflow: true, executeTool: true }

export function hasBody(operation: OperationId): operation is OperationWithBody {
  return operation in withBody
}

const shownProblems = 10

/** Reads the JSON body of a request; 400 with the path if it is not as documented (RUN-MALFORMED). */
export function readBody<Id extends OperationWithBody>(
  request: Pick<PlainRequest, 'body' | 'header' | 'unreadable'>,
  operationId: Id,
  redact: (text: string) => string,
): RequestBodies[Id] {
  const contentType = request.header('content-type')
  if (contentType === undefined || !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw refuse(400, `header Content-Type: expected application/json, found ${contentType ?? 'nothing'}`)
  }
  if (request.unreadable) throw refuseEncoded(request) ?? refuse(400, 'body: expected JSON, found a body that cannot be read')
  const body = parse(request.body ?? '', request)
  const problems = validateRequestBody(operationId, body, { redact })
  if (problems.length > 0) throw refuseProblems(problems.map(({ message }) => message))
  // The validators have just checked the type.
  return body as RequestBodies[Id]
}

/** Why the document does not allow the body of a request; undefined if it does, or if the operation takes none. */
export function findBodyProblem(
  operation: OperationId,
  request: Pick<PlainRequest, 'body' | 'header'>,
  redact: (text: string) => string,
): string | undefined {
  try {
    if (hasBody(operation)) readBody({ ...request, unreadable: false }, operation, redact)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return String(Object(error.answer.body).message)
    throw error
  }
}

function refuseProblems(messages: readonly string[]): Refusal {
  const more = messages.length > shownProblems ? [`and ${messages.length - shownProblems} more`] : []
  return refuse(400, [...messages.slice(0, shownProblems), ...more].join('; '))
}

function parse(text: string, request: Pick<PlainRequest, 'header'>): unknown {
  const body = parseJson(text, request)
  // Each level takes two characters.
  if (text.length > 2 * deepestNesting && isTooDeep(body))
    throw refuse(400, `body: expected at most ${deepestNesting} levels, found more`)
  // Only such a number can be more than JavaScript holds.
  const [tooLarge] = /[eE]\+?\d{3}|\d{200}/.test(text) ? foreignTo(body, []) : []
  if (tooLarge !== undefined)
    throw refuse(400, `${formatPath(tooLarge.path) || 'body'}: expected a number up to 1.8e308, found a larger one`)
  return body
}

function parseJson(text: string, request: Pick<PlainRequest, 'header'>): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuseEncoded(request) ?? refuse(400, `body: expected JSON, found ${whyNotJson(error)}`)
  }
}

/** Refuses a body that cannot be read because it is compressed; undefined if it is not. */
function refuseEncoded(request: Pick<PlainRequest, 'header'>): Refusal | undefined {
  const encoding = request.header('content-encoding') ?? 'identity'
  if (/^\s*(?:identity\s*)?$/i.test(encoding)) return undefined
  return refuse(400, `header Content-Encoding: expected none, found ${encoding}`)
}

/**
 * The arguments of a run by name; 400 with the path if they do not match the workflow (RUN-ARG-TYPE,
 * RUN-ARG-MISSING, RUN-ARG-EXTRA).
 */
export function readRunArguments(
  parameters: readonly Parameter[],
  { args, assumptions }: { readonly args: readonly RunArgument[]; readonly assumptions: Assumptions },
): JsonObject {
  const read = new Map<string, Json>()
  const problems: string[] = []
  for (const [name, { index, value }] of byName(args, { problems, assumptions })) {
    const parameter = parameters.find((known) => known.name === name)
    if (parameter !== undefined) {
      const given = assumptions.serializedArgument === 'parse' ? parsed(value, parameter) : value
      if (describeType(given) !== parameter.type)
        problems.push(`args[${index}].value: expected ${parameter.type}, found ${describeType(given)}`)
      read.set(name, given)
    } else if (assumptions.unknownArgument === 'reject')
      problems.push(
        `args[${index}].name: expected the name of a parameter, found ${JSON.stringify(name)}${meant(name, parameters)}`,
      )
  }
  return complete({ given: read, parameters, problems, place: 'args' })
}

interface GivenArgument {
  readonly index: number
  readonly value: Json
}

/** The arguments of a run, of which one that is given twice is handled as the assumption says (RUN-ARG-EXTRA). */
function byName(
  args: readonly RunArgument[],
  { problems, assumptions: { repeatedArgument } }: { readonly assumptions: Assumptions; readonly problems: string[] },
): Map<string, GivenArgument> {
  const given = new Map<string, GivenArgument>()
  for (const [index, { name, value }] of args.entries()) {
    if (repeatedArgument === 'last' || !given.has(name)) given.set(name, { index, value })
    else if (repeatedArgument === 'reject')
      problems.push(`args[${index}].name: expected each argument once, found ${JSON.stringify(name)} again`)
  }
  return given
}

function meant(name: string, parameters: readonly Parameter[]): string {
  return didYouMean(
    name,
    parameters.map((parameter) => parameter.name),
  )
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
    if (parameter === undefined)
      problems.push(`arguments: expected the names of parameters, found ${JSON.stringify(name)}${meant(name, parameters)}`)
    else if (describeType(value) !== parameter.type)
      problems.push(`arguments.${name}: expected ${parameter.type}, found ${describeType(value)}`)
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

/**
 * The arguments of a run as a schema returns them; 400 with the path if they do not match (RUN-ARG-TYPE,
 * RUN-ARG-MISSING). The schema decides about unknown arguments (RUN-ARG-EXTRA).
 */
export async function readSchemaArguments(
  schema: ArgumentSchema,
  { args, assumptions }: { readonly args: readonly RunArgument[]; readonly assumptions: Assumptions },
): Promise<JsonObject> {
  const repeated: string[] = []
  const given = Array.from(byName(args, { problems: repeated, assumptions }), ([name, { value }]) => [name, value] as const)
  if (repeated.length > 0) throw refuseProblems(repeated)
  const verdict = await schema['~standard'].validate(Object.fromEntries(given))
  // The output of a schema need not be JSON: it may contain dates. The type of the implementation says so.
  if (verdict.issues === undefined) return verdict.value as JsonObject
  const problems = verdict.issues.map(({ message, path = [] }) => `${formatPath(['args', ...path])}: ${message}`)
  throw refuseProblems(makesOther(schema) ? [...problems, remedy] : problems)
}

const remedy =
  'the schema makes something else of what it takes, and a client sends what it made: publish the workflow with the option parameters, which are checked in its place'

/**
 * Whether a schema is known to transform its input, so that it would not accept its own output. Compares the JSON Schemas
 * of both (standardschema.dev), apart from defaults; a transformation has none.
 */
function makesOther(schema: ArgumentSchema): boolean {
  const jsonSchema = memberOf(schema['~standard'], 'jsonSchema')
  const [input, output] = [memberOf(jsonSchema, 'input'), memberOf(jsonSchema, 'output')]
  if (typeof input !== 'function' || typeof output !== 'function') return false
  try {
    return formOf(input.call(jsonSchema, { target })) !== formOf(output.call(jsonSchema, { target }))
  } catch {
    return true
  }
}

const target = 'draft-2020-12'

function formOf(schema: unknown): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    name === 'required' || name === 'additionalProperties' || name === 'default' ? undefined : value,
  )
}

/** The parameters of a workflow or tool, checked for unique names and valid types. */
export function checkedParameters(parameters: readonly Parameter[], attempt: string): readonly Parameter[] {
  const names = new Set<string>()
  for (const parameter of parameters) {
    if (names.has(parameter.name)) throw new MockStateError(`Cannot ${attempt}: it has two parameters named "${parameter.name}"`)
    names.add(parameter.name)
  }
  return parameters
}
