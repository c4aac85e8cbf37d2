import type { RequirementId } from '@wfhost/openapi'

/** The format of the body of an error. */
export type ErrorBody = 'message' | 'error' | 'nested' | 'problem' | 'text'

/**
 * The choices of this server where the source document is silent. A client that relies only on the document copes with
 * every value. `profileOptions` lists the choices of each option.
 */
export interface Profile {
  /** The mode of a run request without one. */
  readonly defaultMode: 'sync' | 'async'
  /** The field of the async response with the run ID. */
  readonly runIdField: string
  /** The type of the run ID. */
  readonly runIdType: 'string' | 'number'
  /** The status of the async response. */
  readonly asyncStatus: 200 | 202
  /** Whether `GET {flow}/runs/{runId}` returns the state of a run. */
  readonly statusEndpoint: 'none' | 'runs'
  /** What a run result has besides the documented fields. */
  readonly runRecord: 'none' | 'times'
  /** The status that carries a failed run. */
  readonly failedRunStatus: 200 | 422 | 500
  /** The body of an error of the workflow service. */
  readonly runErrorBody: ErrorBody
  /** What happens to an argument that names no parameter. */
  readonly unknownArgument: 'reject' | 'ignore'
  /** What happens to an argument that is given twice. */
  readonly repeatedArgument: 'reject' | 'first' | 'last'
  /** What happens to a JSON string where the workflow expects an object or an array. */
  readonly serializedArgument: 'reject' | 'parse'
  /** How long a sync request waits, in milliseconds; undefined means forever. */
  readonly syncTimeoutMs: number | undefined
  /** The status of a sync request that waited too long. */
  readonly syncTimeoutStatus: 504 | 408 | 503
  /** What a generated key looks like. */
  readonly keyFormat: 'prefixed' | 'uuid' | 'hex'
  /** Which error takes precedence: as in the document, a malformed body before 404 and 403, or the rate limit after them. */
  readonly checkOrder: 'documented' | 'body-first' | 'limit-last'
  /** The rate limit until another one is set. */
  readonly rateLimit: { readonly requests: number; readonly windowMs: number } | undefined
  /** The format of Retry-After in a 429; both are legal. */
  readonly retryAfterFormat: 'seconds' | 'http-date'
  /** The names of the manifest's fields, and whether they are inside `data`. */
  readonly manifestBody: 'camel-case' | 'snake-case' | 'wrapped'
  /** The cookie that carries a console session. */
  readonly sessionCookie: string
  /** The status for an organization that is not the caller's. */
  readonly foreignOrganizationStatus: 403 | 404
  /** The body of an error of the tool registry. */
  readonly registryErrorBody: ErrorBody
  /** The status of an execution of an unknown tool. */
  readonly unknownToolStatus: 404 | 400
  /** The status of an execution on an empty balance. */
  readonly emptyBalanceStatus: 402 | 403
  /** The status that carries a failed execution. */
  readonly failedExecutionStatus: 200 | 422
  /** What the service emits. */
  readonly events: 'none'
}

/** One option of the profile. */
export interface ProfileOption<Value> {
  /** The open question that it decides. */
  readonly requirement: RequirementId
  /** The values that are tested, the default first. */
  readonly choices: readonly [Value, ...Value[]]
}

const errorBodies = ['message', 'error', 'nested', 'problem', 'text'] as const

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
export const profileOptions: { readonly [Option in keyof Profile]: ProfileOption<Profile[Option]> } = {
  defaultMode: { requirement: 'RUN-MODE-DEFAULT', choices: ['sync', 'async'] },
  runIdField: { requirement: 'RUN-ID-FIELD', choices: ['runId', 'run_id', 'id', 'executionId'] },
  runIdType: { requirement: 'RUN-ID-FIELD', choices: ['string', 'number'] },
  asyncStatus: { requirement: 'RUN-ID-FIELD', choices: [200, 202] },
  statusEndpoint: { requirement: 'RUN-STATUS-ENDPOINT', choices: ['none', 'runs'] },
  runRecord: { requirement: 'RUN-RECORD', choices: ['none', 'times'] },
  failedRunStatus: { requirement: 'RUN-FAILED-HTTP', choices: [200, 422, 500] },
  runErrorBody: { requirement: 'RUN-ERROR-BODY', choices: errorBodies },
  unknownArgument: { requirement: 'RUN-ARG-EXTRA', choices: ['reject', 'ignore'] },
  repeatedArgument: { requirement: 'RUN-ARG-EXTRA', choices: ['reject', 'first', 'last'] },
  serializedArgument: { requirement: 'RUN-ARG-EXTRA', choices: ['reject', 'parse'] },
  syncTimeoutMs: { requirement: 'RUN-TIMEOUT-FORM', choices: [undefined, 30_000] },
  syncTimeoutStatus: { requirement: 'RUN-TIMEOUT-FORM', choices: [504, 408, 503] },
  keyFormat: { requirement: 'KEY-FORMAT', choices: ['prefixed', 'uuid', 'hex'] },
  checkOrder: { requirement: 'CHECK-ORDER', choices: ['documented', 'body-first', 'limit-last'] },
  rateLimit: { requirement: 'LIMIT-VALUES', choices: [undefined, { requests: 600, windowMs: 60_000 }] },
  retryAfterFormat: { requirement: 'LIMIT-VALUES', choices: ['seconds', 'http-date'] },
  manifestBody: { requirement: 'MAN-BODY', choices: ['camel-case', 'snake-case', 'wrapped'] },
  sessionCookie: { requirement: 'ORG-SESSION', choices: ['console_session', 'session'] },
  foreignOrganizationStatus: { requirement: 'ORG-SESSION', choices: [403, 404] },
  registryErrorBody: { requirement: 'REG-ERROR-BODY', choices: errorBodies },
  unknownToolStatus: { requirement: 'EXE-PAYLOAD', choices: [404, 400] },
  emptyBalanceStatus: { requirement: 'EXE-PAYLOAD', choices: [402, 403] },
  failedExecutionStatus: { requirement: 'EXE-PAYLOAD', choices: [200, 422] },
  events: { requirement: 'EVENTS', choices: ['none'] },
}

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
export const defaultProfile: Profile = {
  defaultMode: 'sync',
  runIdField: 'runId',
  runIdType: 'string',
  asyncStatus: 200,
  statusEndpoint: 'none',
  runRecord: 'none',
  failedRunStatus: 200,
  runErrorBody: 'message',
  unknownArgument: 'reject',
  repeatedArgument: 'reject',
  serializedArgument: 'reject',
  syncTimeoutMs: undefined,
  syncTimeoutStatus: 504,
  keyFormat: 'prefixed',
  checkOrder: 'documented',
  rateLimit: undefined,
  retryAfterFormat: 'seconds',
  manifestBody: 'camel-case',
  sessionCookie: 'console_session',
  foreignOrganizationStatus: 403,
  registryErrorBody: 'message',
  unknownToolStatus: 404,
  emptyBalanceStatus: 402,
  failedExecutionStatus: 200,
  events: 'none',
}
