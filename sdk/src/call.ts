import type { Redactor } from './redact.ts'
import type { RequestParts } from './send-request.ts'
import type { Settings } from './settings.ts'

/** How a call identifies itself. */
export interface Credentials {
  readonly header: 'authorization' | 'cookie'
  readonly value: string
  /** What nothing may show: the key in the value, and others that the client holds. */
  readonly secrets: readonly string[]
}

/** One operation that a client was asked for. */
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
  /** Knows the keys that were sent. */
  readonly redactor: Redactor
}
