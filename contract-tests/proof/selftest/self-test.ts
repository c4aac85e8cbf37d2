import type { Io } from '../../src/cli/io.ts'

/** The command line, which a self-test may run. */
export type CommandLine = (args: readonly string[], io: Io) => Promise<number>

/** What became of one case. */
export interface CaseResult {
  /** Under which word the case is counted, such as `killed` or `left alone`. */
  readonly shows: string
  /** What is wrong; none when the case went as it must. */
  readonly problems: readonly string[]
}

/** One server, one operator or one misuse, on which the suite has to do the right thing. */
export interface SelfTestCase {
  readonly name: string
  readonly run: () => Promise<CaseResult>
}

/** One thing that the suite must be able to do, tried on servers whose answers are known. */
export interface SelfTest {
  readonly id: string
  /** What is shown, as a sentence. */
  readonly statement: string
  /** How many cases run together. @default 1 */
  readonly atOnce?: number
  readonly listCases: (main: CommandLine) => readonly SelfTestCase[] | Promise<readonly SelfTestCase[]>
}

/** The result of a case that has one word for what it must show; any problem makes it `wrong`. */
export function caseResult(shows: string, problems: readonly string[]): CaseResult {
  return { shows: problems.length === 0 ? shows : 'wrong', problems }
}
