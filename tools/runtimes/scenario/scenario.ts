/** One copy of the client. The same module as an ES module and as CommonJS are two copies. */
export type Client = typeof import('@wfhost/sdk')

/** How a copy was loaded. */
export type Format = 'esm' | 'cjs'

/** Both copies, and the address of the server. */
export interface Setting {
  readonly copies: Readonly<Record<Format, Client>>
  readonly baseUrl: string
}

/** A tested copy, and the other one. */
export interface Trial {
  readonly sdk: Client
  readonly other: Client
  readonly baseUrl: string
}

/** The result of a case in one format. It passed if it has no error. */
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

/** Throws an error with the sentence if the condition is false. Not every runtime here has `node:assert`. */
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
