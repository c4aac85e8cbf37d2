import type { Exchange } from '../../src/target/exchange.ts'

/** One reading of the document: it says what is wrong with an answer, in its own words. */
export interface Reader {
  readonly name: string
  /** The problems of an answer; none when the answer is as documented. */
  readonly read: (exchange: Exchange) => readonly string[]
}
