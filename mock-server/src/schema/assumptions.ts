import { type Requirement, requirements } from '@wfhost/openapi'
import * as z from 'zod'
import { type Given, validate } from './check.ts'
import { cookieNameSchema, rateLimitSchema, textSchema } from './values.ts'

/** One assumption with its choices. */
interface AssumptionRow<Value = unknown> {
  /** The open question that it decides. */
  readonly requirement: Requirement['id']
  /** The values that are tested, the default first. */
  readonly choices: readonly [Value, ...Value[]]
  readonly description: string
  /** Which values it accepts besides the tested ones, such as a name or an amount. @default none */
  readonly accepts?: z.ZodType
}

function option<const Value>(
  requirement: Requirement['id'],
  choices: readonly [Value, ...Value[]],
  description: string,
): Pick<AssumptionRow<Value>, 'requirement' | 'choices' | 'description'> {
  return { requirement, choices, description }
}

const errorBodies = ['message', 'error', 'nested', 'problem', 'text'] as const
const milliseconds = z.number().min(0)

const options = {
  defaultMode: option('RUN-MODE-DEFAULT', ['sync', 'async'], 'The mode of a run request without one.'),
  runIdField: {
    ...option('RUN-ID-FIELD', ['runId', 'run_id', 'id', 'executionId'], 'The field of the async response with the run ID.'),
    accepts: textSchema,
  },
  runIdType: option('RUN-ID-FIELD', ['string', 'number'], 'The type of the run ID.'),
  asyncStatus: option('RUN-ID-FIELD', [200, 202], 'The status of the async response.'),
  statusEndpoint: option(
    'RUN-STATUS-ENDPOINT',
    ['none', 'runs'],
    'Whether `GET {flow}/runs/{runId}` returns the state of a run.',
  ),
  runRecord: option('RUN-RECORD', ['none', 'times'], 'The fields of a run result in addition to the documented ones.'),
  failedRunStatus: option('RUN-FAILED-HTTP', [200, 422, 500], 'The status that carries a failed run.'),
  runErrorBody: option('RUN-ERROR-BODY', errorBodies, 'The body of an error of the workflow service.'),
  unknownArgument: option('RUN-ARG-EXTRA', ['reject', 'ignore'], 'The treatment of an argument whose name is not a parameter.'),
  repeatedArgument: option('RUN-ARG-EXTRA', ['reject', 'first', 'last'], 'The treatment of an argument that is sent twice.'),
  serializedArgument: option(
    'RUN-ARG-EXTRA',
    ['reject', 'parse'],
    'The treatment of a JSON string where the workflow expects an object or an array.',
  ),
  syncTimeoutMs: {
    ...option(
      'RUN-TIMEOUT-FORM',
      [undefined, 30_000],
      'The longest time that a sync request waits, in milliseconds. Default: no limit.',
    ),
    accepts: milliseconds,
  },
  syncTimeoutStatus: option('RUN-TIMEOUT-FORM', [504, 408, 503], 'The status of a sync request that waited too long.'),
  keyFormat: option('KEY-FORMAT', ['prefixed', 'uuid', 'hex'], 'The format of a generated key.'),
  checkOrder: option(
    'CHECK-ORDER',
    ['documented', 'body-first', 'limit-last'],
    'The error that takes precedence: as in the source document, a malformed body before 404 and 403, or the rate limit after them.',
  ),
  rateLimit: {
    ...option('LIMIT-VALUES', [undefined, { requests: 600, windowMs: 60_000 }], 'The rate limit until another one is set.'),
    accepts: rateLimitSchema,
  },
  retryAfterFormat: option(
    'LIMIT-VALUES',
    ['seconds', 'http-date'],
    'The format of Retry-After in a 429. Both formats are legal.',
  ),
  manifestBody: option(
    'MAN-BODY',
    ['camel-case', 'snake-case', 'wrapped'],
    "The names of the manifest's fields, and whether they are inside `data`.",
  ),
  organizationFallback: option(
    'ORG-FALLBACK-SCOPE',
    ['toolset', 'organization'],
    'The scope of the fallback to the latest version: each tool set that is not published, or an organization that has published none.',
  ),
  sessionCookie: {
    ...option('ORG-SESSION', ['console_session', 'session'], 'The cookie that carries a console session.'),
    accepts: cookieNameSchema,
  },
  foreignOrganizationStatus: option('ORG-SESSION', [403, 404], "The status for an organization that is not the caller's."),
  registryErrorBody: option('REG-ERROR-BODY', errorBodies, 'The body of an error of the tool registry.'),
  unknownToolStatus: option('EXE-PAYLOAD', [404, 400], 'The status of an execution of an unknown tool.'),
  emptyBalanceStatus: option('EXE-PAYLOAD', [402, 403], 'The status of an execution on an empty balance.'),
  failedExecutionStatus: option('EXE-PAYLOAD', [200, 422], 'The status that carries a failed execution.'),
  events: option('EVENTS', ['none'], 'What the service emits.'),
} satisfies Readonly<Record<string, AssumptionRow>>

type Options = typeof options

type ValueOf<Option extends AssumptionRow> = Option extends { readonly accepts: infer Schema extends z.ZodType }
  ? Given<Schema> | Extract<Option['choices'][number], undefined>
  : Option['choices'][number]

type Choices = { readonly [Name in keyof Options]: ValueOf<Options[Name]> }

/**
 * The choices of this server where the source document is silent, by the name of each assumption. A client that relies
 * only on the document works with every value. `listAssumptions` lists the choices.
 */
export interface Assumptions extends Choices {}

/** Some assumptions. The others, and those that are undefined, have their defaults. */
export type SomeAssumptions = { readonly [Name in keyof Assumptions]?: Assumptions[Name] | undefined }

/** The format of the body of an error. */
export type ErrorBody = Assumptions['runErrorBody']

export const assumptionOptions: { readonly [Name in keyof Assumptions]: AssumptionRow<Assumptions[Name]> } = options

/** The default choices: the first choice of each assumption. */
export const defaultAssumptions = mapOptions(({ choices }) => choices[0]) as Assumptions

export const assumptionsSchema = z
  // Each member of the schema is optional, and JSON has no undefined.
  .lazy((): z.ZodType<Partial<Assumptions>, Partial<Assumptions>> => z.strictObject(mapOptions(toSchema) as object) as never)
  .describe('Choices where the document is silent; wfhost-mock assumptions lists them with their questions.')

function toSchema({ accepts, choices, description }: AssumptionRow): z.ZodType {
  const [first, ...others] = choices
  const literals = choices.filter((choice) => typeof choice === 'string' || typeof choice === 'number')
  return (accepts ?? z.literal(literals)).optional().meta({
    description,
    ...(first === undefined ? {} : { default: first }),
    ...(accepts === undefined ? {} : { examples: others }),
  })
}

function mapOptions(map: (option: AssumptionRow) => unknown): object {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, map(option)]))
}

/** Returns assumptions in which the chosen ones replace others. A chosen assumption that is undefined replaces nothing. */
export function mergeAssumptions<Others extends SomeAssumptions>(others: Others, chosen: SomeAssumptions = {}): Others {
  const definedEntries = Object.entries(chosen).filter(([, value]) => value !== undefined)
  return { ...others, ...Object.fromEntries(definedEntries) }
}

/** All assumptions: the default for each that is left out. */
export function completeAssumptions(chosen: SomeAssumptions): Assumptions {
  return mergeAssumptions(defaultAssumptions, chosen)
}

/** An open question of the source document, and what this server does about it. */
export interface Assumption {
  readonly requirement: Requirement['id']
  /** The question that the source document leaves open. */
  readonly question: string
  /** The evidence that would answer the question. */
  readonly settledBy: string | undefined
  /** The members of `Assumptions` that decide it. */
  readonly options: readonly {
    readonly name: keyof Assumptions
    /** The value that this server has; undefined for none. */
    readonly value: unknown
    /** The values that are tested, the default first. */
    readonly choices: readonly unknown[]
  }[]
}

/**
 * Lists every open question of the source document with the choices of this server.
 *
 * @throws {MockStateError} for an unknown assumption, and for a value that it cannot have.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { listAssumptions } from '@wfhost/mock-server'
 *
 * const mode = listAssumptions().find(({ requirement }) => requirement === 'RUN-MODE-DEFAULT')
 * assert.deepEqual(mode?.options, [{ name: 'defaultMode', value: 'sync', choices: ['sync', 'async'] }])
 * ```
 */
export function listAssumptions(assumptions: SomeAssumptions = {}): readonly Assumption[] {
  validate(assumptionsSchema, assumptions, 'list the assumptions')
  const effective = completeAssumptions(assumptions)
  // The names are those of the table.
  const names = Object.keys(assumptionOptions) as (keyof Assumptions)[]
  const optionsOf = (requirement: Requirement['id']): Assumption['options'] =>
    names
      .filter((name) => assumptionOptions[name].requirement === requirement)
      .map((name) => ({ name, value: effective[name], choices: assumptionOptions[name].choices }))
  return requirements
    .filter(({ evidence }) => evidence === 'N')
    .map(({ id, settledBy, statement }) => ({ requirement: id, question: statement, settledBy, options: optionsOf(id) }))
}
