import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Effort, ScenarioResult, Table } from '../scenario.ts'

export interface Results {
  readonly machine: Readonly<Record<string, string | number>>
  readonly versions: Readonly<Record<string, string>>
  readonly date: string
  readonly runs: readonly ScenarioRun[]
}

export interface ScenarioRun {
  readonly scenario: string
  readonly effort: Effort
  readonly seconds: number
  readonly result: ScenarioResult
}

/** The machine and the measured versions. */
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

export function writeReadme(file: string, results: Results): void {
  const text = readFileSync(file, 'utf8')
  const [before, rest = ''] = text.split(begin)
  const after = rest.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`Cannot write the results: ${file} has no markers`)
  writeFileSync(file, `${before}${begin}\n${describe(results)}\n${end}${after}`)
}

/** Only ratios: the tables of each scenario have the figures. */
function describe({ date, machine, runs, versions }: Results): string {
  const goalRows = runs
    .flatMap(({ result }) => result.goals)
    .map(({ goal, limit, measured, met, name }) => [name, goal, measured, met ? 'met' : `**missed**: ${limit}`])
  const efforts = [...new Set(runs.map(({ effort }) => effort))].join(', ')
  const minutes = Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0) / 6) / 10
  return [
    '',
    `${machine['cpu']}, ${machine['cores']} cores, ${machine['memoryGb']} GB, ${machine['system']}. ${date.slice(0, 16)}Z, effort ${efforts}, ${minutes} minutes.`,
    '',
    markdown([['package', 'version'], ...Object.entries(versions)]),
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

export function describeForTerminal(result: { readonly tables: readonly Table[]; readonly notes: readonly string[] }): string {
  return [...result.tables.flatMap(({ rows, title }) => ['', title, ...aligned(rows)]), '', ...result.notes, ''].join('\n')
}

function aligned(rows: Table['rows']): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
