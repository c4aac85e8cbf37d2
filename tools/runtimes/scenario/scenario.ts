/** One copy of the client: the same module as an ES module and as CommonJS are two. */
export type Client = typeof import('@wfhost/sdk')

/** How a copy was loaded. */
export type Format = 'esm' | 'cjs'

/** Both copies, and where the server is. */
export interface Setting {
  readonly copies: Readonly<Record<Format, Client>>
  readonly baseUrl: string
}

/** A copy under trial, and the other one. */
export interface Trial {
  readonly sdk: Client
  readonly other: Client
  readonly baseUrl: string
}

/** What became of a case in one format; no error means that it held. */
export interface CaseResult {
  readonly name: string
  readonly format: Format | 'both'
  readonly error?: string
}

export interface Case {
  readonly name: string
  readonly run: (trial: Trial) => Promise<void>
}

export async function runCases(cases: readonly Case[], { baseUrl, copies }: Setting): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  const trials = [
    ['esm', { sdk: copies.esm, other: copies.cjs, baseUrl }],
    ['cjs', { sdk: copies.cjs, other: copies.esm, baseUrl }],
  ] as const
  for (const [format, trial] of trials) {
    for (const { name, run } of cases) {
      const error = await run(trial).then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)),
      )
      results.push(error === undefined ? { name, format } : { name, format, error })
    }
  }
  return results
}

/** Throws a sentence unless it holds. No runtime here has `node:assert` for sure. */
export function hold(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(`Expected that ${sentence}`)
}

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('Expected a rejection')
    },
    (thrown: unknown) => thrown,
  )
}
