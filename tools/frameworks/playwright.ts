import assert from 'node:assert/strict'
import { findChromium } from '../../scripts/find-chromium.ts'
import { addFailing, expectAllRun, expectFailures, type Framework, type Project } from './run/make-project.ts'

/** The runner of Playwright, with two workers. */
export const playwright: Framework = { recipe: 'playwright', said: ['@playwright/test'], run }

async function run(project: Project): Promise<void> {
  const env = { CHROMIUM_PATH: findChromium() }
  await project.run(['tsc', '--noEmit', '-p', '.'])
  const output = await project.run(['npm', 'test', '--', '--reporter=list'], { env })
  expectAllRun(output)
  assert(output.includes('using 2 workers'), output)
  addFailing(project, 'playwright')
  const failed = await project.run(['npm', 'test', '--', 'failing', '--reporter=list'], { env, status: 1 })
  assert(failed.includes('2 failed'), failed)
  expectFailures(failed)
}
