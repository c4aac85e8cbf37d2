import type { Settings } from '../client/settings.ts'
import type { Redactor } from './redact.ts'
import type { RequestParts } from './send-request.ts'

/** The credentials of a call. */
export interface Credentials {
  readonly header: 'authorization' | 'cookie'
  readonly value: string
  /** Redacted everywhere: the key in the value, and other keys that the client holds. */
  readonly secrets: readonly string[]
}

/** A call of one operation. */
export interface Call {
  /** Completes "Cannot ...". */
  readonly action: string
  /** Whether it must not act twice. */
  readonly once: boolean
  /** The requirement that names a refusal, by status. */
  readonly requirements: Readonly<Record<number, string>>
  /** Builds the request. It may ask a schema of the caller first. */
  readonly buildRequest: () => Promise<RequestParts>
  readonly credentials: () => Promise<Credentials>
  /** Whether a body of a status other than 2xx is an answer and not a refusal. @default none is */
  readonly isAnswer?: (body: unknown) => boolean
  readonly settings: Settings
}

/** A response that answers the call. */
export interface Answer {
  readonly response: Response
  /** The parsed body. */
  readonly body: unknown
  /** Redacts the keys of the call. */
  readonly redactor: Redactor
}
