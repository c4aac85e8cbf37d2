import { mergeHeaders } from 'openapi-fetch'
import { isPage } from '../connection/is-page.ts'
import type { Call, CallInit, Credentials } from './call.ts'

/** Headers by name in lower case. */
type HeaderRecord = Readonly<Record<string, string>>

const VERSION = '0.1.0'

/** Lists the headers of an attempt, without the key. A User-Agent of the caller replaces that of the client. */
function listHeaders({ settings }: Call): HeaderRecord {
  const headers = Object.fromEntries(settings.headers)
  return canSetUserAgent() ? { 'user-agent': `@wfhost/sdk/${VERSION}`, ...headers } : headers
}

/** Whether the runtime is Node, or has its globals. A page must not set User-Agent. */
function canSetUserAgent(): boolean {
  return !isPage() && globalThis.process?.versions?.node !== undefined
}

/** The headers of one attempt. Creating `Headers` takes time, and most calls have no hook that reads them. */
export class AttemptHeaders {
  readonly #headers: HeaderRecord
  #forHooks: Headers | undefined

  constructor(call: Call, { headers }: CallInit) {
    const listed = listHeaders(call)
    this.#headers = headers === undefined ? listed : Object.fromEntries(mergeHeaders(listed, headers))
  }

  /** The headers without the key. A hook can add to them. */
  get forHooks(): Headers {
    this.#forHooks ??= new Headers(this.#headers)
    return this.#forHooks
  }

  /** Returns the headers to send. */
  withKey({ header, value }: Credentials): HeaderRecord {
    const headers = this.#forHooks === undefined ? this.#headers : Object.fromEntries(this.#forHooks)
    return { ...headers, [header]: value }
  }
}
