import type { ContractExchange } from '../contract/contract-exchange.ts'
import type { ContractMapping } from '../contract/contract-schema.ts'
import type { Expectation } from '../contract/expectation.ts'
import type { Area } from '../engine/conformance-report.ts'
import type { Effect } from '../target/target.ts'

/** An operation of the API document, as the suite sends, counts and describes it. */
export interface Operation {
  /** Begins the title of a check of a contract, such as `run echo`. */
  readonly verb: string
  /** Begins a sentence about its requests, such as `A run`. */
  readonly noun: string
  /** The effect that a request may have on the server after its response was sent. */
  readonly effect: Effect | undefined
  /** Returns the area of a check that sends a request with this body. */
  readonly findArea: (body: unknown) => Area
  /** Lists the parts of a successful response on which tests may rely. */
  readonly listExpectations: (exchange: ContractExchange, mapping: ContractMapping) => readonly Expectation[]
}
