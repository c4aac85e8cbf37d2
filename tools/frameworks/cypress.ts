import { type Framework, succeed } from './run/make-project.ts'

/** Only compiled: the binary of Cypress is no package of npm, and its own server has it. */
export const cypress: Framework = {
  name: 'cypress',
  example: 'cypress',
  said: ['cypress'],
  run: async (project) => [await succeed(project, { name: 'the recipe compiles', command: ['tsc', '-p', '.'] })],
}
