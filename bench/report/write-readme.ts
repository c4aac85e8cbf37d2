import { readFileSync, writeFileSync } from 'node:fs'
import type { Table } from '../scenario.ts'
import type { Results } from './results.ts'

const begin = '<!-- results: written by npm run bench -->'
const end = '<!-- /results -->'

/** Puts the results between the markers of the README. */
export function writeReadme(file: string, results: Results): void {
  const text = readFileSync(file, 'utf8')
  const [before, rest = ''] = text.split(begin)
  const after = rest.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`Cannot write the results: ${file} has no markers`)
  writeFileSync(file, `${before}${begin}\n${describe(results)}\n${end}${after}`)
}

function describe({ date, goals, machine, notes, runs, tables, versions }: Results): string {
  const goalRows = goals.map(({ goal, measured, met, name }) => [name, goal, measured, met ? 'met' : '**missed**'])
  const efforts = [...new Set(runs.map(({ effort }) => effort))].join(', ')
  const minutes = Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0) / 6) / 10
  return [
    '',
    `${machine['cpu']}, ${machine['cores']} cores, ${machine['memoryGb']} GB, ${machine['system']}. ${date.slice(0, 16)}Z, effort ${efforts}, ${minutes} minutes.`,
    '',
    `${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
    '### Goals',
    '',
    markdown([['', 'goal', 'measured', ''], ...goalRows]),
    ...runs.flatMap(({ scenario }) => [
      '',
      `### ${scenario}`,
      ...notes.filter((note) => note.scenario === scenario).flatMap(({ note }) => ['', note]),
      ...tables
        .filter((table) => table.scenario === scenario)
        .flatMap(({ rows, title }) => ['', `${title}:`, '', markdown(rows)]),
    ]),
    '',
  ].join('\n')
}

function markdown(rows: Table['rows']): string {
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

/** The tables and goals of one scenario for a terminal. */
export function describeForTerminal(result: { readonly tables: readonly Table[]; readonly notes: readonly string[] }): string {
  return [...result.tables.flatMap(({ rows, title }) => ['', title, ...aligned(rows)]), '', ...result.notes, ''].join('\n')
}

function aligned(rows: Table['rows']): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
