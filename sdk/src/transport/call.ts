import type { Redact } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
import type { OperationId } from '@wfhost/openapi'
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
  readonly hasEffect: boolean
  /** The requirement that names a refusal, by status. */
  readonly requirements: Readonly<Record<number, string>>
  /** Makes the parameters and the body. It can run a schema of the caller. */
  readonly prepare: (redact: Redact) => CallInit | Promise<CallInit>
  readonly credentials: () => Credentials | Promise<Credentials>
  /** Whether a response with a status other than 2xx is the result of the call. @default none is */
  readonly isResult?: (status: number, body: unknown) => boolean
  /** Whether the body of a response can be any text instead of JSON. @default false */
  readonly anyText?: boolean
  readonly settings: Settings
}

/** A response that is the result of the call. */
export interface CallResponse {
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
