import { EXIT, exitCode } from './exit-code.ts'

/** What may become of an input. */
export type Outcome = 'failed' | 'refused' | 'succeeded' | 'unknown'

/** Counts by outcome. */
export type Counts = Readonly<Record<Outcome, number>>

/** A batch in figures, as `--json` prints it. */
export interface BatchSummary extends Counts {
  /** Outcomes of earlier batches, without those of inputs that this one sent again. */
  readonly before: Omit<Counts, 'refused'>
  /** Undefined if the number of inputs is unknown. */
  readonly notStarted: number | undefined
  readonly exitCode: number
}

/** Counts what becomes of the inputs of a batch. */
export interface BatchTally {
  /** Counts an outcome, with what was wrong if anything was, and returns how many inputs have settled. */
  readonly add: (settled: { readonly index: number; readonly outcome: Outcome; readonly problem: string | undefined }) => number
  /** The first input of each outcome other than success, as a sentence. */
  readonly firstProblems: () => readonly { readonly problem: string; readonly sentence: string }[]
  /** @param ending - what ended the batch early */
  readonly summarize: (ending: unknown) => BatchSummary
}

interface TallyOptions {
  /** What became of inputs in earlier batches. */
  readonly before: ReadonlyMap<number, string>
  /** How many of those are not sent again. */
  readonly skipped: number
  /** Undefined where the inputs come from a pipe. */
  readonly total: number | undefined
}

const WORDS: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  refused: 'was refused',
  unknown: 'may have run',
}

/** Makes the tally of a batch. */
export function createTally({ before, skipped, total }: TallyOptions): BatchTally {
  const counts = { succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  const first = new Map<Outcome, { readonly index: number; readonly problem: string }>()
  const left = new Map(before)
  let settled = skipped
  return {
    add: ({ index, outcome, problem }) => {
      // An input that is refused now may have run before.
      if (outcome !== 'refused') left.delete(index)
      if (problem !== undefined && !first.has(outcome)) first.set(outcome, { index, problem })
      counts[outcome] += 1
      settled += 1
      return settled
    },
    firstProblems: () =>
      [...first].map(([outcome, { index, problem }]) => ({
        problem,
        sentence: `input ${index} ${WORDS[outcome]}${counts[outcome] > 1 ? `, the first of ${counts[outcome]}` : ''}: ${problem}`,
      })),
    summarize: (ending) => {
      const count = (wanted: Outcome) => [...left.values()].filter((outcome) => outcome === wanted).length
      const earlier = { succeeded: count('succeeded'), failed: count('failed'), unknown: count('unknown') }
      return {
        ...counts,
        before: earlier,
        notStarted: total === undefined ? undefined : total - settled,
        exitCode: exitCodeOf(
          { ...counts, failed: counts.failed + earlier.failed, unknown: counts.unknown + earlier.unknown },
          ending,
        ),
      }
    },
  }
}

function exitCodeOf({ unknown, refused, failed }: Counts, ending: unknown): number {
  if (unknown > 0) return EXIT.unknown
  if (ending !== undefined) return exitCode(ending)
  if (refused > 0) return EXIT.refused
  return failed > 0 ? EXIT.failedRun : EXIT.success
}
