import type { Exchange } from '../../src/target/exchange.ts'
import type { Reader } from './reader.ts'

/** What the readers make of one answer. */
export interface Judgement {
  readonly exchange: Exchange
  readonly verdict: 'valid' | 'invalid' | 'disagreement'
  /** Which reader says what; one line a reader. */
  readonly explanation: string
}

/** Lets every reader judge an answer. */
export function judge(exchange: Exchange, readers: readonly Reader[]): Judgement {
  const readings = readers.map((reader) => ({ reader: reader.name, problems: reader.read(exchange) }))
  const invalid = readings.filter((reading) => reading.problems.length > 0).length
  const verdict = invalid === 0 ? 'valid' : invalid === readings.length ? 'invalid' : 'disagreement'
  const lines = readings.map(({ problems, reader }) => `  ${reader}: ${problems.length === 0 ? 'valid' : problems.join('; ')}`)
  return { exchange, verdict, explanation: lines.join('\n') }
}
