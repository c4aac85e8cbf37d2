import type { Answer } from '../answer.ts'
import type { PlainRequest } from '../plain-exchange.ts'
import type { World } from '../world.ts'

/** A request that was matched to an operation. */
export interface Call {
  readonly request: PlainRequest
  /** What the path says, by the names that the document gives to its parts. */
  readonly path: ReadonlyMap<string, string>
  /** Whether a key that regeneration replaced still counts. */
  readonly staleKeys: boolean
}

/** Does what the document says of an operation. Refusals are thrown. */
export type Operation = (world: World, call: Call) => Answer | Promise<Answer>
