import type { Answer } from '../answer.ts'
import type { Handled } from '../handled.ts'
import type { World } from '../world.ts'

/** A request that was matched to an operation. */
export interface Call {
  readonly request: Request
  readonly handled: Handled
  /** Where the service is, as the client sees it. */
  readonly baseUrl: string
  /** What the path says, by the names that the document gives to its parts. */
  readonly path: ReadonlyMap<string, string>
  /** Whether a key that regeneration replaced still counts. */
  readonly staleKeys: boolean
}

/** Does what the document says of an operation. Refusals are thrown. */
export type Operation = (world: World, call: Call) => Answer | Promise<Answer>
