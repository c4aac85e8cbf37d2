import type { Redact } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
import type { operations as Documented, OperationId, paths } from '@wfhost/openapi'
import type { MiddlewareRequestParams, RequestOptions } from 'openapi-fetch'
import type { Settings } from '../client/settings.ts'

export interface Credentials {
  readonly header: 'authorization' | 'cookie'
  readonly value: string
  /** Redacted everywhere: the key in the value, and other keys that the client holds. */
  readonly secrets: readonly string[]
}

export interface Call {
  /** Completes "Cannot ...". */
  readonly action: string
  /** Its name in the document, if it is there. */
  readonly operation?: OperationId | undefined
  readonly method: string
  /** The path as the document has it. */
  readonly path: string
  /** Whether it must not act twice. */
  readonly once: boolean
  /** The requirement that names a refusal, by status. */
  readonly requirements: Readonly<Record<number, string>>
  /** Makes the parameters and the body. It can run a schema of the caller. */
  readonly prepare: (redact: Redact) => CallInit | Promise<CallInit>
  readonly credentials: () => Promise<Credentials>
  /** Whether a response with a status other than 2xx answers the call. @default none does */
  readonly isAnswer?: (status: number, body: unknown) => boolean
  /** Whether an answer may be something other than JSON. @default false */
  readonly anyBody?: boolean
  readonly settings: Settings
}

/** A response that answers the call. */
export interface Answer {
  readonly response: Response
  readonly body: unknown
  /** Redacts the keys of the call. */
  readonly redactor: Redactor
}

/** The options of openapi-fetch for one request of any operation. */
export interface CallInit extends Omit<RequestOptions<unknown>, 'params' | 'body'> {
  readonly params?: MiddlewareRequestParams
  readonly body?: unknown
}

/** Where the document has an operation. */
type PathOf<Id extends OperationId> = {
  [Path in keyof paths]: Documented[Id] extends paths[Path]['post'] | paths[Path]['get'] ? Path : never
}[keyof paths]

/** The statuses that the document has for any operation. */
export type DocumentedStatus = { [Id in OperationId]: keyof Documented[Id]['responses'] }[OperationId]

type Operations = {
  readonly [Id in OperationId]: {
    readonly operation: Id
    readonly method: paths[PathOf<Id>] extends { readonly post: Documented[Id] } ? 'POST' : 'GET'
    readonly path: PathOf<Id>
    readonly once: boolean
    readonly requirements: Readonly<Record<number, string>>
  }
}

const MANIFEST_REFUSALS = { 400: 'MAN-EMPTY', 401: 'HOST-401', 403: 'ORG-SESSION', 404: 'PRODUCT-SEGMENT', 429: 'LIMIT-429' }

/** The operations of the document, and what the client has to know of them. */
export const operations = {
  runPublishedWorkflow: {
    operation: 'runPublishedWorkflow',
    method: 'POST',
    path: '/api/v2/external/flows/{flowId}/published-run',
    once: true,
    requirements: { 401: 'KEY-INVALID', 403: 'KEY-SCOPE', 404: 'FLOW-UNKNOWN', 429: 'LIMIT-429', 504: 'RUN-TIMEOUT' },
  },
  getPublicManifest: {
    operation: 'getPublicManifest',
    method: 'GET',
    path: '/v1/public/{product}/manifest',
    once: false,
    requirements: MANIFEST_REFUSALS,
  },
  getOrganizationManifest: {
    operation: 'getOrganizationManifest',
    method: 'GET',
    path: '/v1/orgs/{orgId}/{product}/manifest',
    once: false,
    requirements: MANIFEST_REFUSALS,
  },
  executeTool: {
    operation: 'executeTool',
    method: 'POST',
    path: '/v1/public/{product}/execute',
    once: true,
    requirements: { 401: 'HOST-401', 429: 'LIMIT-429' },
  },
} as const satisfies Operations
