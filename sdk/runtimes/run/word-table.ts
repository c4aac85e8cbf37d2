import type { CaseResult } from '../scenario/scenario.ts'

/** A runtime, and what came of it. */
export type Row = { readonly name: string } & (
  | { readonly missing: string }
  | { readonly failure: string }
  | { readonly version: string; readonly results: readonly CaseResult[] }
)

/** The table of runtimes and cases; a cell counts the formats in which a case held. */
export function wordTable(rows: readonly Row[]): string {
  const ran = rows.flatMap((row) => ('results' in row ? [row] : []))
  const names = [...new Set(ran.flatMap(({ results }) => results.map(({ name }) => name)))]
  const head = ['runtime', 'version', ...names, 'held']
  const lines = ran.map(({ name, results, version }) => [
    name,
    version,
    ...names.map((each) => count(results.filter((result) => result.name === each))),
    count(results),
  ])
  const total = ['', '', ...names.map(() => ''), count(ran.flatMap(({ results }) => results))]
  return [align([head, ...lines, total]), ...rows.flatMap(wordRest)].join('\n')
}

function count(results: readonly CaseResult[]): string {
  if (results.length === 0) return '-'
  return `${results.filter(({ error }) => error === undefined).length}/${results.length}`
}

function wordRest(row: Row): string[] {
  if ('missing' in row) return [`not here: ${row.name}: ${row.missing}`]
  if ('failure' in row) return [`failed: ${row.name}: ${row.failure}`]
  return row.results.flatMap(({ error, format, name }) =>
    error === undefined ? [] : [`failed: ${row.name}, ${name}, ${format}: ${error}`],
  )
}

function align(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
