import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type CaseResult, examples, type Framework, type Project, succeed, tryCase } from './run/make-project.ts'
import { readJestReport } from './run/read-results.ts'

const modules = [
  { title: 'CommonJS', config: 'jest.config.json' },
  { title: 'ES modules', config: 'jest.esm.config.json' },
]

/** Jest, with each major version of MSW. */
export const jest: readonly Framework[] = ['^2.15.0', '^3.0.5'].map((msw) => ({
  name: 'jest',
  example: 'jest',
  packages: { msw },
  said: ['jest', 'ts-jest', 'jest-environment-jsdom', 'msw'],
  run,
}))

async function run(project: Project): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  results.push(await succeed(project, { name: 'the recipe compiles', command: ['tsc', '--noEmit', '-p', '.'] }))
  for (const { config, title } of modules) {
    const file = join(project.folder, `${config}.report.json`)
    const ended = await runJest(project, ['--config', config, '--json', '--outputFile', file])
    results.push(...readJestReport(file, { ended, title }))
  }
  cpSync(join(examples, 'failing/jest'), join(project.folder, 'failing'), { recursive: true })
  for (const { config, title } of modules) results.push(...(await runFailing(project, { config, title })))
  return results
}

async function runFailing(project: Project, { config, title }: (typeof modules)[number]): Promise<CaseResult[]> {
  const { output, status } = await runJest(project, ['--config', config, 'failing'])
  return [
    await tryCase(`${title}: a matcher that does not hold fails its test and shows the nearest misses`, async () => {
      assert(status === 1 && output.includes('Tests:       2 failed, 2 total'), output)
      assert(
        output.includes('1. GET /v1/public/wfhost/manifest: operation: expected "executeTool", found "getPublicManifest"'),
        output,
      )
    }),
    await tryCase(`${title}: a strict world fails its test at its end`, async () => {
      assert(output.includes('Unexpected requests (1):\n      1. GET /nothing: the document has no such operation'), output)
    }),
  ]
}

/** MSW is made of ES modules only, which jest loads with this flag. */
function runJest(project: Project, args: readonly string[]): ReturnType<Project['run']> {
  return project.run(['jest', ...args], { NODE_OPTIONS: '--experimental-vm-modules' })
}
