import type { World } from '../world/world.ts'
import type { Answer, PlainRequest } from './plain-exchange.ts'

/** A request, matched to an operation. */
export interface Call {
  readonly request: PlainRequest
  /** The path parameters, by their names in the document. */
  readonly path: ReadonlyMap<string, string>
  /** Whether keys that were replaced by regeneration still work. */
  readonly staleKeys: boolean
}

/** Performs an operation of the document. Error responses are thrown as a Refusal. */
export type Operation = (world: World, call: Call) => Answer | Promise<Answer>
