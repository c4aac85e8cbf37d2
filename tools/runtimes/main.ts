// Runs the packed client, as it would be published, in every supported runtime.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { checkCompilers } from './compile/check-compilers.ts'
import { chromium, workerd } from './run/bundled.ts'
import { makeProject } from './run/make-project.ts'
import { bun, deno, node } from './run/processes.ts'
import { MissingRuntime, type Runtime } from './run/runtime.ts'
import { LIMITED, WINDOW } from './scenario/cases.ts'
import type { CaseResult } from './scenario/scenario.ts'

const runtimes = [...[20, 22, 24, 26].map(node), deno, bun, workerd, chromium]

const folder = mkdtempSync(join(tmpdir(), 'runtimes-'))
try {
  const project = makeProject(folder)
  const rows: Row[] = []
  // One after another, because the cases measure how soon a call ends.
  for (const runtime of runtimes) rows.push(await tryRuntime(runtime, project))
  process.stdout.write(`${wordTable(rows)}\n\n`)
  const compiled = checkCompilers(project)
  process.stdout.write(`${compiled.text}\n`)
  const wrong = rows.some((row) => 'failure' in row || ('results' in row && row.results.some(({ error }) => error)))
  if (wrong || !compiled.clean) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/** With a server of its own, so that runtimes do not affect each other. */
async function tryRuntime({ name, run }: Runtime, project: string): Promise<Row> {
  const server = await startServer()
  try {
    return { name, ...(await run({ project, baseUrl: server.url })) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof MissingRuntime ? { name, missing: reason } : { name, failure: reason }
  } finally {
    await server.close()
  }
}

/** Starts the reference server. It never responds to `slow`, and with LIMITED it allows one request in a window. */
async function startServer(): Promise<Listening> {
  const open = createMockService(createSampleWorld())
  open.addFault({ kind: 'hang', key: sampleKeys.workflows.slow })
  const limited = createMockService({ ...createSampleWorld(), rateLimit: { requests: 1, windowMs: WINDOW } })
  const server = await listen((request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(`${LIMITED}/`)) return open.fetch(request)
    url.pathname = url.pathname.slice(LIMITED.length)
    return limited.fetch(new Request(url, request))
  })
  const close = () => {
    for (const service of [open, limited]) service.stop()
    return server.close()
  }
  return { ...server, close }
}

type Row = { readonly name: string } & (
  | { readonly missing: string }
  | { readonly failure: string }
  | { readonly version: string; readonly results: readonly CaseResult[] }
)

/** Writes the table of runtimes and cases. A cell counts the formats in which a case passed. */
function wordTable(rows: readonly Row[]): string {
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
