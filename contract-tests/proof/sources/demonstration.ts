/** The languages whose standard libraries are sources of entries. */
export type SourceLanguage = 'javascript' | 'php' | 'python' | 'ruby'

/** An expression that shows the behaviour which the source of an entry names. */
export interface Demonstration {
  /** The name of a catalogue in `catalogues.ts`. */
  readonly catalogue: string
  /** Kind and id of the entry. */
  readonly entry: string
  readonly language: SourceLanguage
  /** Reads the value of the entry as `v`, in PHP as `$v`. */
  readonly expression: string
}

type Row = readonly [entry: string, expression: string]

/** Creates the demonstrations of one catalogue in one language. */
export function demonstrate(catalogue: string, language: SourceLanguage, rows: readonly Row[]): Demonstration[] {
  return rows.map(([entry, expression]) => ({ catalogue, entry, language, expression }))
}
