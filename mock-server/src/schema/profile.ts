import { type Requirement, requirements } from '@wfhost/openapi'
import * as z from 'zod'
import type { Given } from './check.ts'
import { cookieName, rateLimit, text } from './values.ts'

/** One option of the profile. */
export interface ProfileOption<Value = unknown> {
  /** The open question that it decides. */
  readonly requirement: Requirement['id']
  /** The values that are tested, the default first. */
  readonly choices: readonly [Value, ...Value[]]
  readonly description: string
}

/** An option that accepts more than the tested choices, such as a name or an amount, says which. */
interface OptionRow extends ProfileOption {
  readonly accepts?: z.ZodType
}

function option<const Value>(requirement: Requirement['id'], choices: readonly [Value, ...Value[]], description: string) {
  return { requirement, choices, description }
}

const errorBodies = ['message', 'error', 'nested', 'problem', 'text'] as const
const milliseconds = z.number().min(0)

const options = {
  defaultMode: option('RUN-MODE-DEFAULT', ['sync', 'async'], 'The mode of a run request without one.'),
  runIdField: {
    ...option('RUN-ID-FIELD', ['runId', 'run_id', 'id', 'executionId'], 'The field of the async response with the run ID.'),
    accepts: text,
  },
  runIdType: option('RUN-ID-FIELD', ['string', 'number'], 'The type of the run ID.'),
  asyncStatus: option('RUN-ID-FIELD', [200, 202], 'The status of the async response.'),
  statusEndpoint: option(
    'RUN-STATUS-ENDPOINT',
    ['none', 'runs'],
    'Whether `GET {flow}/runs/{runId}` returns the state of a run.',
  ),
  runRecord: option('RUN-RECORD', ['none', 'times'], 'What a run result has besides the documented fields.'),
  failedRunStatus: option('RUN-FAILED-HTTP', [200, 422, 500], 'The status that carries a failed run.'),
  runErrorBody: option('RUN-ERROR-BODY', errorBodies, 'The body of an error of the workflow service.'),
  unknownArgument: option('RUN-ARG-EXTRA', ['reject', 'ignore'], 'What happens to an argument that names no parameter.'),
  repeatedArgument: option('RUN-ARG-EXTRA', ['reject', 'first', 'last'], 'What happens to an argument that is given twice.'),
  serializedArgument: option(
    'RUN-ARG-EXTRA',
    ['reject', 'parse'],
    'What happens to a JSON string where the workflow expects an object or an array.',
  ),
  syncTimeoutMs: {
    ...option('RUN-TIMEOUT-FORM', [undefined, 30_000], 'How long a sync request waits, in milliseconds; by default forever.'),
    accepts: milliseconds,
  },
  syncTimeoutStatus: option('RUN-TIMEOUT-FORM', [504, 408, 503], 'The status of a sync request that waited too long.'),
  keyFormat: option('KEY-FORMAT', ['prefixed', 'uuid', 'hex'], 'What a generated key looks like.'),
  checkOrder: option(
    'CHECK-ORDER',
    ['documented', 'body-first', 'limit-last'],
    'Which error takes precedence: as in the document, a malformed body before 404 and 403, or the rate limit after them.',
  ),
  rateLimit: {
    ...option('LIMIT-VALUES', [undefined, { requests: 600, windowMs: 60_000 }], 'The rate limit until another one is set.'),
    accepts: rateLimit,
  },
  retryAfterFormat: option('LIMIT-VALUES', ['seconds', 'http-date'], 'The format of Retry-After in a 429; both are legal.'),
  manifestBody: option(
    'MAN-BODY',
    ['camel-case', 'snake-case', 'wrapped'],
    "The names of the manifest's fields, and whether they are inside `data`.",
  ),
  organizationFallback: option(
    'ORG-FALLBACK-SCOPE',
    ['tool-set', 'organization'],
    'What falls back to the latest version: each tool set that is not published, or an organization that published none.',
  ),
  sessionCookie: {
    ...option('ORG-SESSION', ['console_session', 'session'], 'The cookie that carries a console session.'),
    accepts: cookieName,
  },
  foreignOrganizationStatus: option('ORG-SESSION', [403, 404], "The status for an organization that is not the caller's."),
  registryErrorBody: option('REG-ERROR-BODY', errorBodies, 'The body of an error of the tool registry.'),
  unknownToolStatus: option('EXE-PAYLOAD', [404, 400], 'The status of an execution of an unknown tool.'),
  emptyBalanceStatus: option('EXE-PAYLOAD', [402, 403], 'The status of an execution on an empty balance.'),
  failedExecutionStatus: option('EXE-PAYLOAD', [200, 422], 'The status that carries a failed execution.'),
  events: option('EVENTS', ['none'], 'What the service emits.'),
} satisfies Readonly<Record<string, OptionRow>>

type Options = typeof options

type ValueOf<Option extends OptionRow> = Option extends { readonly accepts: infer Schema extends z.ZodType }
  ? Given<Schema> | Extract<Option['choices'][number], undefined>
  : Option['choices'][number]

type Choices = { readonly [Name in keyof Options]: ValueOf<Options[Name]> }

/**
 * The choices of this server where the source document is silent. A client that relies only on the document copes with
 * every value. `profileOptions` lists the choices of each option.
 */
export interface Profile extends Choices {}

/** A profile, of which each option may be left out. */
export interface ProfileChoices extends Partial<{ readonly [Name in keyof Options]: Profile[Name] | undefined }> {}

/** The format of the body of an error. */
export type ErrorBody = Profile['runErrorBody']

/**
 * Every option with the open question that it decides, and its choices.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { profileOptions } from '@wfhost/mock-server'
 *
 * const { choices, requirement } = profileOptions.asyncStatus
 *
 * assert.deepEqual([requirement, choices], ['RUN-ID-FIELD', [200, 202]])
 * ```
 */
export const profileOptions: { readonly [Name in keyof Profile]: ProfileOption<Profile[Name]> } = options

/**
 * What the server does by default: the first choice of each option.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, defaultProfile } from '@wfhost/mock-server'
 *
 * const profile = { ...defaultProfile, runIdField: 'execution' }
 * const service = createMockService(createSampleWorld(), { profile })
 *
 * assert.ok(service)
 * assert.equal(defaultProfile.runIdField, 'runId')
 * ```
 */
export const defaultProfile = mapOptions(({ choices }) => choices[0]) as Profile

export const profileSchema = z
  .lazy(() =>
    z.strictObject(mapOptions(toSchema) as { [Name in keyof Profile]: z.ZodOptional<z.ZodType<Profile[Name], Profile[Name]>> }),
  )
  .describe('Choices where the document is silent; wfhost-mock assumptions lists them with their questions.')

function toSchema({ accepts, choices, description }: OptionRow): z.ZodType {
  const [first, ...others] = choices
  const literals = choices.filter((choice) => typeof choice === 'string' || typeof choice === 'number')
  return (accepts ?? z.literal(literals)).optional().meta({
    description,
    ...(first === undefined ? {} : { default: first }),
    ...(accepts === undefined ? {} : { examples: others }),
  })
}

function mapOptions(map: (option: OptionRow) => unknown): object {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, map(option)]))
}

/** A whole profile: the default where an option is left out. */
export function completeProfile(chosen: ProfileChoices): Profile {
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined)
  return { ...defaultProfile, ...Object.fromEntries(given) }
}

/** An open question of the source document, and what this server does about it. */
export interface Assumption {
  readonly requirement: Requirement['id']
  /** What the source document does not show. */
  readonly question: string
  /** What would answer it. */
  readonly settledBy: string | undefined
  readonly options: readonly AssumptionOption[]
}

/** The value of a profile option; undefined is shown as none. */
export interface AssumptionOption {
  readonly name: string
  readonly value: unknown
  readonly choices: readonly unknown[]
}

/**
 * Lists every open question of the source document with the choices that a profile makes.
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
export function listAssumptions(profile: ProfileChoices = {}): readonly Assumption[] {
  const effective = new Map<string, unknown>(Object.entries(completeProfile(profile)))
  const rows = Object.entries(profileOptions).map(([name, { choices, requirement }]) => {
    const option = { name, value: effective.get(name) ?? 'none', choices: choices.map((choice) => choice ?? 'none') }
    return { requirement, option }
  })
  return requirements.flatMap((row) => {
    if (row.evidence !== 'N') return []
    const own = rows.filter(({ requirement }) => requirement === row.id).map(({ option }) => option)
    return [{ requirement: row.id, question: row.statement, settledBy: row.settledBy, options: own }]
  })
}
