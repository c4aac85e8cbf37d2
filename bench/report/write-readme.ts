import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { type Effort, type Goal, type ScenarioResult, type Series, scenarios, type Table } from '../scenario.ts'

type Of<Part> = Part & { readonly scenario: string }

/** Everything that the last runs found, as it stands in results.json. */
export interface Results {
  readonly machine: Readonly<Record<string, string | number>>
  readonly versions: Readonly<Record<string, string>>
  readonly date: string
  readonly runs: readonly {
    readonly scenario: string
    readonly date: string
    readonly effort: Effort
    readonly seconds: number
  }[]
  readonly goals: readonly Of<Goal>[]
  readonly tables: readonly Of<Table>[]
  readonly notes: readonly { readonly scenario: string; readonly note: string }[]
  readonly series: readonly Of<Series>[]
}

/** One run of one scenario. */
export interface ScenarioRun {
  readonly scenario: string
  readonly effort: Effort
  readonly seconds: number
  readonly result: ScenarioResult
}

/** Results without a run. */
export function noResults(): Results {
  return { machine: {}, versions: {}, date: '', runs: [], goals: [], tables: [], notes: [], series: [] }
}

/** Puts a run in the place of the last one of the same scenario. */
export function withRun(results: Results, { effort, result, scenario, seconds }: ScenarioRun): Results {
  const date = new Date().toISOString()
  const order = scenarios.map(({ name }) => name)
  const replace = <Part extends { readonly scenario: string }>(all: readonly Part[], own: readonly Part[]) =>
    [...all.filter((part) => part.scenario !== scenario), ...own].toSorted(
      (a, b) => order.indexOf(a.scenario) - order.indexOf(b.scenario),
    )
  return {
    ...results,
    date,
    runs: replace(results.runs, [{ scenario, date, effort, seconds }]),
    goals: replace(
      results.goals,
      result.goals.map((goal) => ({ scenario, ...goal })),
    ),
    tables: replace(
      results.tables,
      result.tables.map((table) => ({ scenario, ...table })),
    ),
    notes: replace(
      results.notes,
      result.notes.map((note) => ({ scenario, note })),
    ),
    series: replace(
      results.series,
      result.series.map((series) => ({ scenario, ...series })),
    ),
  }
}

/** The machine and the versions of everything that is measured. */
export function describeMachine(folder: string): Pick<Results, 'machine' | 'versions'> {
  const [cpu] = cpus()
  const manifest = readJson(join(folder, 'package.json'))
  const ours = ['openapi', 'sdk', 'mock-server'].map((name) => `@wfhost/${name}`)
  const names = [...ours, ...Object.keys(Object(manifest['dependencies']))]
  const versions = names.map((name) => [name, String(readJson(join(folder, 'node_modules', name, 'package.json'))['version'])])
  return {
    machine: {
      cpu: cpu?.model ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${release()}`,
    },
    versions: { node: process.version, ...Object.fromEntries(versions) },
  }
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8'))
}

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

/** Ratios alone: what is behind them is in results.json, and each scenario prints its tables. */
function describe({ date, goals, machine, runs, versions }: Results): string {
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
    markdown([['', 'goal', 'measured', ''], ...goalRows]),
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
