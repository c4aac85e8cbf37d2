import type { MockSeed } from '../../core/seed.ts'
import type { Fetcher } from '../../doors/http.ts'
import type { HostSizes } from '../../host/create-mock-host.ts'

/** What answers behind the port. */
export interface Engine {
  readonly target: Fetcher
  /** Called once it listens, before it is told that it does. */
  readonly ready: () => Promise<void>
  /** What a person needs to use it. */
  readonly describe: (url: string) => string
  /** What is served at `/`, where that is known. */
  readonly seed?: MockSeed
  /** How much there is, where that is known. */
  readonly sizes?: () => HostSizes
  /** Ends what goes on by itself. Called once the requests under way were answered. */
  readonly stop: () => void
  /** Called at last. */
  readonly close: () => Promise<void>
}

/** Who may use the control surface: nobody, this machine, or who has the token. */
export type Control = { readonly token: string } | false | undefined
