import { mergeHeaders } from 'openapi-fetch'
import type { Call, CallInit, Credentials } from './call.ts'
import { isPage } from './send.ts'

/** Headers by name in lower case. */
type HeaderRecord = Readonly<Record<string, string>>

const VERSION = '0.1.0'

/** Lists the headers of an attempt, without the key. If a name occurs several times, the last value counts. */
function listHeaders({ settings }: Call): HeaderRecord {
  return Object.fromEntries([...userAgent(), ...settings.headers])
}

/** Sets User-Agent where the runtime allows it. */
function userAgent(): readonly (readonly [name: string, value: string])[] {
  const isNode = !isPage() && globalThis.process?.versions?.node !== undefined
  return isNode ? [['user-agent', `@wfhost/sdk/${VERSION}`]] : []
}

/** The headers of one attempt. Creating `Headers` takes time, and most calls have no hook that reads them. */
export class AttemptHeaders {
  readonly #record: HeaderRecord
  readonly #own: CallInit['headers']
  #forHooks: Headers | undefined

  constructor(call: Call, { headers }: CallInit) {
    this.#record = listHeaders(call)
    this.#own = headers
  }

  /** The headers without the key. A hook can add to them. */
  get forHooks(): Headers {
    this.#forHooks ??= mergeHeaders(this.#record, this.#own)
    return this.#forHooks
  }

  /** Returns the headers to send. */
  withKey({ header, value }: Credentials): Headers | HeaderRecord {
    if (this.#forHooks === undefined && this.#own === undefined) return { ...this.#record, [header]: value }
    return mergeHeaders(this.forHooks, { [header]: value })
  }
}
