import { misuses } from './misuse/misuses.ts'
import { runCommandLine } from './run-command-line.ts'
import { caseResult, type SelfTest } from './self-test.ts'

/** Whoever uses the command wrongly is told so: no misuse ends with 0. */
export const misuse: SelfTest = {
  id: 'misuse',
  statement: 'no misuse of the command ends with exit code 0',
  listCases: (main) =>
    misuses.map(({ args, code, config, says, what }) => ({
      name: what,
      run: async () => {
        const result = await runCommandLine(main, { args, config })
        const printed = `${result.output}\n${result.errors}`
        return caseResult(`exit code ${code}`, [
          ...(result.code === code ? [] : [`the exit code is ${result.code} and not ${code}`]),
          ...(says.test(printed) ? [] : [`it says ${printed.slice(0, 300)}`]),
        ])
      },
    })),
}
