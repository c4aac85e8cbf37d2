import type { CaseResult } from './make-project.ts'

/** A framework, and what came of it. */
export type Row = { readonly name: string } & (
  | { readonly missing: string }
  | { readonly failure: string }
  | { readonly versions: readonly string[]; readonly results: readonly CaseResult[] }
)

/** The cases of a framework, one a line. */
export function wordCases(row: Row): string {
  if ('missing' in row) return `not here  ${row.name}: ${row.missing}`
  if ('failure' in row) return `FAILED  ${row.name}: ${row.failure}`
  return row.results
    .map(({ error, name }) => (error === undefined ? `passed  ${row.name}: ${name}` : `FAILED  ${row.name}: ${name}: ${error}`))
    .join('\n')
}

/** The table of frameworks, in Markdown. */
export function wordTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    if ('missing' in row) return `| ${row.name} | – | not here |`
    if ('failure' in row) return `| ${row.name} | – | failed |`
    const held = row.results.filter(({ error }) => error === undefined).length
    return `| ${row.name} | ${row.versions.join(', ')} | ${held} of ${row.results.length} |`
  })
  return ['| recipe | ran with | cases held |', '|---|---|---|', ...lines].join('\n')
}

/** How many cases held and did not. What could not be run at all has failed; what npm cannot install has not. */
export function countCases(rows: readonly Row[]): { readonly passed: number; readonly failed: number } {
  const results = rows.flatMap((row) => ('results' in row ? row.results : []))
  const passed = results.filter(({ error }) => error === undefined).length
  return { passed, failed: results.length - passed + rows.filter((row) => 'failure' in row).length }
}
