import type { Fetcher } from '../../doors/http.ts'

/** What answers behind the port. */
export interface Engine {
  readonly target: Fetcher
  /** Called once it listens, before it is told that it does. */
  readonly ready: () => Promise<void>
  /** What a person needs to use it. */
  readonly describe: (url: string) => string
  /** Ends what is under way. */
  readonly stop: () => void
  /** Called once the last answer was given. */
  readonly close: () => Promise<void>
}

/** Who may use the control surface: nobody, this machine, or who has the token. */
export type Control = { readonly token: string } | false | undefined
