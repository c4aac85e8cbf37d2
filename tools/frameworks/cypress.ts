import { hold } from './run/hold.ts'
import { type Framework, tryCase } from './run/make-project.ts'

/** Only compiled: the binary of Cypress is no package of npm, and its own server has it. */
export const cypress: Framework = {
  name: 'cypress',
  example: 'cypress',
  said: ['cypress'],
  run: async (project) => [
    await tryCase('the recipe compiles', async () => {
      const { output, status } = await project.run(['tsc', '-p', '.'])
      hold(status === 0, output)
    }),
  ],
}
