import { expect, test } from 'vitest'
import { withSteps } from '../../../tools/scripts/run-bodies.ts'
import { runCommandLine } from '../../proof/contract-server.ts'
import { openWorld } from '../for-one-test.ts'

const commands = [
  '::add-mask::conformant',
  '::stop-commands::x',
  '::error::y',
  '  ::set-output name=a::b',
  '##[error]z',
  '##vso[task.x]',
]
const hostile = `\u001b[2J\u001b]0;title\u0007${commands.join('\n')}\n\u009b31m`

test.each([
  ['run', ['run']],
  ['run --json', ['run', '--json']],
  ['replay', ['replay', 'run-error']],
])('the output of %s contains no text of a server that controls the terminal or the CI service', async (_, args) => {
  const world = await openWorld((service) => ({
    ...service,
    fetch: async () => {
      const error = { name: hostile, value: hostile, traceback: 7 }
      return Response.json(
        { status: 'failed', error, ...withSteps({ [hostile]: {} }), message: hostile },
        { headers: { 'x-a': '::error::h' } },
      )
    },
  }))
  const environment = { GITHUB_ACTIONS: 'true' }
  const { errors, output } = await runCommandLine(
    [...args, ...(args[0] === 'run' ? ['--only', 'run-error,run-arg-value'] : [])],
    { config: { ...world.config, name: `target ${hostile}` }, environment },
  )
  const log = `${output}\n${errors}`
  expect(log).toContain('add-mask')
  expect(log.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u)
  // Those of the suite itself have a title.
  const acting = log
    .split('\n')
    .filter((line) => /^\s*::|##\w*\[/.test(line) && !/^::(error|warning|notice) title=[^:]+::/.test(line))
  expect(acting).toEqual([])
})
