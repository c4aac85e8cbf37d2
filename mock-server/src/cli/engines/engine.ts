import type { Fetcher } from '../../doors/http.ts'
import type { HostSizes } from '../../host/create-mock-host.ts'
import type { Family } from '../../serve/metrics/family.ts'
import type { ListedKey } from '../list-keys.ts'

/** What answers behind the port. */
export interface Engine {
  readonly target: Fetcher
  /** Called once it listens, before it is told that it does. */
  readonly ready: () => Promise<void>
  /** What `ready` waits for, where that is known. */
  readonly waitingFor?: () => readonly string[] | Promise<readonly string[]>
  /** What a person needs to use it. */
  readonly describe: (url: string) => string | Promise<string>
  /** Those of the world at `/`, where one is known. */
  readonly keys?: readonly ListedKey[]
  /** How much there is, where that is known. */
  readonly sizes?: () => HostSizes
  /** The processes that it has beside this one. */
  readonly processes?: readonly number[]
  /** The metrics of this process together with theirs. */
  readonly families?: (front: readonly Family[]) => Promise<readonly Family[]>
  /** Ends what goes on by itself. Called once the requests under way were answered. */
  readonly stop: () => void
  /** Called at last. */
  readonly close: () => Promise<void>
}

/** Who may use the control surface: nobody, this machine, or clients with the token. */
export type Control = { readonly token: string } | false | undefined
