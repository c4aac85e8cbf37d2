import type { Fetcher } from '../../adapters/http.ts'
import type { HostSizes } from '../../host/create-mock-host.ts'
import type { Family } from '../../serve/metrics/family.ts'
import type { ListedKey } from '../list-keys.ts'

/** What answers the requests to the port. */
export interface Engine {
  readonly target: Fetcher
  /** Called when the server listens; it is announced afterwards. */
  readonly ready: () => Promise<void>
  /** What `ready` waits for, if known. */
  readonly waitingFor?: () => readonly string[] | Promise<readonly string[]>
  /** What a user needs to try it. */
  readonly describe: (url: string) => string | Promise<string>
  /** The keys of the world at `/`, if known. */
  readonly keys?: readonly ListedKey[]
  /** How much it holds, if known. */
  readonly sizes?: () => HostSizes
  /** The ids of its other processes. */
  readonly processes?: readonly number[]
  /** Merges the metrics of this process with those of the others. */
  readonly families?: (front: readonly Family[]) => Promise<readonly Family[]>
  /** Stops background activity. Called after the requests in progress have been answered. */
  readonly stop: () => void
  /** Called last. */
  readonly close: () => Promise<void>
}

/** Who may use the control surface: nobody, this machine, or clients with the token. */
export type Control = { readonly token: string } | false | undefined
