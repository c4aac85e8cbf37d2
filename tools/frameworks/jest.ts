import assert from 'node:assert/strict'
import { addFailing, expectAllRun, expectFailures, type Framework, type Project } from './run/make-project.ts'

/** For CommonJS, and for ES modules. */
const configs = ['jest.config.json', 'jest.esm.config.json']

/** MSW is made of ES modules only, which jest loads with this flag. */
const env = { NODE_OPTIONS: '--experimental-vm-modules' }

/** Jest, with each major version of MSW. */
export const jest: readonly Framework[] = ['^2.15.0', '^3.0.5'].map((msw) => ({
  recipe: 'jest',
  packages: { msw },
  said: ['jest', 'ts-jest', 'jest-environment-jsdom', 'msw'],
  run,
}))

async function run(project: Project): Promise<void> {
  await project.run(['tsc', '--noEmit', '-p', '.'])
  for (const config of configs) expectAllRun(await project.run(['jest', '--config', config], { env }))
  addFailing(project, 'jest')
  for (const config of configs) {
    const output = await project.run(['jest', '--config', config, 'failing'], { env, status: 1 })
    assert(output.includes('Tests:       2 failed, 2 total'), output)
    expectFailures(output)
    assert(output.includes('1. GET /nothing: the document has no such operation'), output)
  }
}
