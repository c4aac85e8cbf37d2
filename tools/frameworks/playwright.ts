import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../../scripts/find-chromium.ts'
import { type CaseResult, examples, type Framework, type Project, succeed, tryCase } from './run/make-project.ts'
import { readPlaywrightReport } from './run/read-results.ts'

/** The runner of Playwright, with two workers. */
export const playwright: Framework = { name: 'playwright', example: 'playwright', said: ['@playwright/test'], run }

async function run(project: Project): Promise<readonly CaseResult[]> {
  const compiled = await succeed(project, { name: 'the recipe compiles', command: ['tsc', '--noEmit', '-p', '.'] })
  const file = join(project.folder, 'report.json')
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ended = await project.run(['playwright', 'test', '--reporter=json'], env)
  const { results, workers } = readPlaywrightReport(file, ended)
  const parallel = await tryCase('the tests run in two workers', async () => assert(workers === 2, `they ran in ${workers}`))
  cpSync(join(examples, 'failing/playwright'), join(project.folder, 'failing'), { recursive: true })
  const { output, status } = await project.run(['playwright', 'test', 'failing', '--reporter=list'], env)
  return [
    compiled,
    ...results,
    parallel,
    await tryCase('a matcher that does not hold fails its test and shows the nearest misses', async () => {
      assert(status === 1 && output.includes('2 failed'), output)
      assert(
        output.includes('1. GET /v1/public/wfhost/manifest: operation: expected "executeTool", found "getPublicManifest"'),
        output,
      )
    }),
    await tryCase('a strict world fails its test at its end', async () => {
      assert(output.includes('Unexpected requests (1):'), output)
    }),
  ]
}
