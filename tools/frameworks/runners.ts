// The recipes of test runners.
import assert from 'node:assert/strict'
import { findChromium } from '../scripts/find-chromium.ts'
import { addFailing, expectAllRun, expectFailures, type Framework, type Project } from './run/make-project.ts'

/** Jest, with each major version of MSW. */
export const jest: readonly Framework[] = ['^2.15.0', '^3.0.5'].map((msw) => ({
  recipe: 'jest',
  packages: { msw },
  said: ['jest', 'ts-jest', 'jest-environment-jsdom', 'msw'],
  run: runJest,
}))

async function runJest(project: Project): Promise<void> {
  // As CommonJS, and as ES modules.
  const scripts = ['test', 'test:esm']
  await project.run(['tsc', '--noEmit', '-p', '.'])
  for (const script of scripts) expectAllRun(await project.run(['npm', 'run', script]))
  addFailing(project, 'jest')
  for (const script of scripts) {
    const output = await project.run(['npm', 'run', script, '--', 'failing'], { status: 1 })
    assert(output.includes('Tests:       2 failed, 2 total'), output)
    expectFailures(output)
    assert(output.includes('1. GET /nothing: the document has no such operation'), output)
  }
}

const listening = "Cannot serve a world over HTTP: this is a page, which cannot listen. Leave out transport: 'http'"

/** In Node, and in Chromium, where a world over HTTP must fail. */
const modes = [
  { script: 'test', served: '1 passed' },
  { script: 'test:browser', served: listening },
]

/** The newest vitest, and the earlier major versions that the fixtures support. */
export const vitest: readonly Framework[] = [
  { recipe: 'vitest', said: ['vitest', '@vitest/browser-playwright', 'vite'], run: runVitest },
  {
    recipe: 'vitest',
    overlays: ['vitest-4'],
    packages: { vitest: '4.1.12', '@vitest/browser-playwright': '4.1.12' },
    said: ['vitest', '@vitest/browser-playwright', 'vite'],
    run: runVitest,
  },
  {
    recipe: 'vitest',
    overlays: ['vitest-4', 'vitest-3'],
    packages: { vitest: '3.2.7', '@vitest/browser': '3.2.7', '@vitest/browser-playwright': null },
    said: ['vitest', '@vitest/browser', 'vite'],
    run: runVitest,
  },
]

async function runVitest(project: Project): Promise<void> {
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

/** The runner of Playwright, with two workers. */
export const playwright: Framework = { recipe: 'playwright', said: ['@playwright/test'], run: runPlaywright }

async function runPlaywright(project: Project): Promise<void> {
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
