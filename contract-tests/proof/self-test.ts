export interface CaseResult {
  /** The label under which the case is counted, such as `killed` or `left alone`. */
  readonly shows: string
  /** Further labels under which the case is counted. @default none */
  readonly besides?: readonly string[]
  /** The problems that the case found. Empty if it went as expected. */
  readonly problems: readonly string[]
}

/** One server, operator or misuse for which the suite must give the expected result. */
export interface SelfTestCase {
  readonly name: string
  readonly run: () => Promise<CaseResult>
}

/** A promise of the suite, verified on servers with known responses. */
export interface SelfTest {
  readonly id: string
  /** The promise that the self-test verifies, as a sentence. */
  readonly statement: string
  /** The number of cases that run concurrently. @default 1 */
  readonly concurrency?: number
  /** The number of parts that may run in separate processes. @default 1 */
  readonly parts?: number
  readonly listCases: () => readonly SelfTestCase[] | Promise<readonly SelfTestCase[]>
}

/** Returns the seed of samples. All processes of a run have the same seed. */
export function sampleSeed(): number {
  return Number(process.env['SELFTEST_SEED'] ?? 1)
}

export interface SelfTestOutcome {
  readonly id: string
  readonly statement: string
  readonly cases: number
  /** The number of cases under each label. */
  readonly counts: Readonly<Record<string, number>>
  /** The problems, each with the name of its case. */
  readonly failures: readonly string[]
  readonly durationMs: number
}

/** Creates the result of a case with one expected label. With a problem, the label is `wrong`. */
export function caseResult(shows: string, problems: readonly string[]): CaseResult {
  return { shows: problems.length === 0 ? shows : 'wrong', problems }
}

/** A part of a self-test: each case whose number, divided by `of`, leaves `index`. */
export interface Part {
  readonly id: string
  readonly index: number
  readonly of: number
}

/** Lists the parts of self-tests. Self-tests with a single part come first, so that the processes end at the same time. */
export function cutIntoParts(selfTests: readonly SelfTest[]): Part[] {
  return selfTests
    .toSorted((a, b) => (a.parts ?? 1) - (b.parts ?? 1))
    .flatMap(({ id, parts = 1 }) => Array.from({ length: parts }, (_, index) => ({ id, index, of: parts })))
}

/** Adds up the outcomes of the parts of one self-test. */
export function addOutcomes(outcomes: readonly SelfTestOutcome[]): SelfTestOutcome {
  return outcomes.reduce(add)
}

function add(a: SelfTestOutcome, b: SelfTestOutcome): SelfTestOutcome {
  const words = [...new Set([...Object.keys(a.counts), ...Object.keys(b.counts)])]
  return {
    id: a.id,
    statement: a.statement,
    cases: a.cases + b.cases,
    counts: Object.fromEntries(words.map((word) => [word, (a.counts[word] ?? 0) + (b.counts[word] ?? 0)])),
    failures: [...a.failures, ...b.failures],
    durationMs: a.durationMs + b.durationMs,
  }
}

/** Runs a part of a self-test. A part without a case fails. */
export async function runPart(selfTests: readonly SelfTest[], part: Part): Promise<SelfTestOutcome> {
  const selfTest = selfTests.find(({ id }) => id === part.id)
  if (selfTest === undefined) throw new Error(`Cannot run ${part.id}: there is no such self-test`)
  const { concurrency = 1, id, listCases, statement } = selfTest
  const start = performance.now()
  const counts: Record<string, number> = {}
  const failures: string[] = []
  let cases = 0
  const waiting = await Promise.resolve()
    .then(listCases)
    .then((all) => all.filter((_, position) => position % part.of === part.index).values())
    .catch((error: unknown) => {
      failures.push(describe(error))
      return [].values()
    })

  async function work(): Promise<void> {
    for (const { name, run } of waiting) {
      const {
        besides = [],
        problems,
        shows,
      } = await run().catch((error: unknown): CaseResult => ({ shows: 'wrong', problems: [`it ended with ${describe(error)}`] }))
      cases += 1
      for (const word of [shows, ...besides]) counts[word] = (counts[word] ?? 0) + 1
      failures.push(...problems.map((problem) => `${name}: ${problem}`))
    }
  }

  await Promise.all(Array.from({ length: concurrency }, work))
  if (cases === 0 && failures.length === 0) failures.push('there was no case')
  return { id, statement, cases, counts, failures, durationMs: Math.round(performance.now() - start) }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
