import assert from 'node:assert/strict'
import { addFailing, expectAllRun, expectFailures, type Framework, type Project } from './run/make-project.ts'

/** For CommonJS, and for ES modules. */
const scripts = ['test', 'test:esm']

/** Jest, with each major version of MSW. */
export const jest: readonly Framework[] = ['^2.15.0', '^3.0.5'].map((msw) => ({
  recipe: 'jest',
  packages: { msw },
  said: ['jest', 'ts-jest', 'jest-environment-jsdom', 'msw'],
  run,
}))

async function run(project: Project): Promise<void> {
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
