// Runs the recipes inside of their frameworks, with our packages as they would be published.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pack } from '../../scripts/release/pack.ts'
import { cypress } from './cypress.ts'
import { jest } from './jest.ts'
import { next } from './next.ts'
import { playwright } from './playwright.ts'
import { react } from './react.ts'
import { type Framework, MissingFramework, makeProject } from './run/make-project.ts'
import { countCases, type Row, wordCases, wordTable } from './run/word-results.ts'
import { writeBetweenMarks } from './run/write-between-marks.ts'
import { storybook } from './storybook.ts'
import { vitest } from './vitest.ts'

const frameworks = [...jest, ...vitest, ...react, playwright, next, ...storybook, cypress]
const names = [...new Set(frameworks.map(({ name }) => name))]
const { positionals: asked, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } })
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`Cannot try ${unknown.join(', ')}: the recipes are ${names.join(', ')}\n`)
  process.exit(2)
}
if (values.write !== undefined && asked.length > 0) {
  process.stderr.write(`Cannot write to ${values.write}: its table has all recipes, and only ${asked.join(', ')} would run\n`)
  process.exit(2)
}

const packages = ['openapi', 'sdk', 'mock-server']
const folder = mkdtempSync(join(tmpdir(), 'frameworks-'))
try {
  for (const name of packages)
    execFileSync('npm', ['run', 'build', '--silent', '--workspace', name], { stdio: ['ignore', 'ignore', 'inherit'] })
  const tarballs = packages.map((name) => pack(name, folder))
  const rows: Row[] = []
  for (const [index, framework] of frameworks.entries()) {
    if (asked.length > 0 && !asked.includes(framework.name)) continue
    const row = await tryFramework(framework, { folder: join(folder, String(index)), tarballs })
    process.stdout.write(`${wordCases(row)}\n`)
    rows.push(row)
  }
  process.stdout.write(`\n${wordTable(rows)}\n\n`)
  process.stdout.write('Cypress is compiled, and not run: its binary is no package of npm\n')
  const { failed, passed } = countCases(rows)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  if (failed > 0 || passed === 0) process.exitCode = 1
  else if (values.write !== undefined) writeBetweenMarks(values.write, wordTable(rows))
} finally {
  rmSync(folder, { recursive: true })
}

async function tryFramework(framework: Framework, place: Parameters<typeof makeProject>[1]): Promise<Row> {
  const { name, said } = framework
  try {
    const project = await makeProject(framework, place)
    const results = await framework.run(project)
    return { name, versions: said.map((each) => `${each} ${project.version(each)}`), results }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof MissingFramework ? { name, missing: reason } : { name, failure: reason }
  }
}
