import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Effort, Goal, ScenarioResult, Series, Table } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'

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
