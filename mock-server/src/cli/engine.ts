import type { Fetcher } from '../adapters/http.ts'
import type { ListedKey } from './announce.ts'

export interface Engine {
  readonly target: Fetcher
  /** Called when the server listens; it is announced afterwards. */
  readonly ready: () => Promise<void>
  /** What `ready` waits for, if known. */
  readonly waitingFor?: () => readonly string[]
  /** Why it should get no requests although it has begun, if something is wrong. */
  readonly trouble?: () => string | undefined
  /** Whether it has the page that shows a world. */
  readonly inspector?: boolean
  readonly describe: (url: string) => string
  /** The keys of the world at `/`, if known. */
  readonly keys?: readonly ListedKey[]
  /** Stops background activity. Called after the requests in progress have been answered. */
  readonly stop: () => void
  readonly close: () => Promise<void>
}

/** Who may use the control surface: nobody, this machine, or clients with the token. */
export type Control = { readonly token: string } | false | undefined
