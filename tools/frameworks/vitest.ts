import assert from 'node:assert/strict'
import { findChromium } from '../../scripts/find-chromium.ts'
import { addFailing, expectAllRun, expectFailures, type Framework, type Project } from './run/make-project.ts'

const listening = "Cannot serve a world over HTTP: this is a page, which cannot listen. Leave out over: 'http'"

/** In Node, and in Chromium; and what becomes of a world over HTTP there. */
const modes = [
  { script: 'test', served: '1 passed' },
  { script: 'test:browser', served: listening },
]

/** The newest vitest, and the major versions before it that the fixtures are for. */
export const vitest: readonly Framework[] = [
  { recipe: 'vitest', said: ['vitest', '@vitest/browser-playwright', 'vite'], run },
  {
    recipe: 'vitest',
    overlays: ['vitest-4'],
    packages: { vitest: '4.1.12', '@vitest/browser-playwright': '4.1.12' },
    said: ['vitest', '@vitest/browser-playwright', 'vite'],
    run,
  },
  {
    recipe: 'vitest',
    overlays: ['vitest-4', 'vitest-3'],
    packages: { vitest: '3.2.7', '@vitest/browser': '3.2.7', '@vitest/browser-playwright': null },
    said: ['vitest', '@vitest/browser', 'vite'],
    run,
  },
]

async function run(project: Project): Promise<void> {
  const env = { CHROMIUM_PATH: findChromium() }
  await project.run(['tsc', '--noEmit', '-p', '.'])
  for (const { script } of modes) expectAllRun(await project.run(['npm', 'run', script], { env }))
  addFailing(project, 'vitest')
  for (const { script, served } of modes) {
    const output = await project.run(['npm', 'run', script, '--', 'failing'], { env, status: 1 })
    expectFailures(output)
    for (const text of ['× a request that never came', '× an unexpected request', served]) assert(output.includes(text), output)
  }
}
