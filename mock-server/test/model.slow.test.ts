import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { flowCommands } from './model/flow-commands.ts'
import { createModel } from './model/model.ts'
import { createReal } from './model/real.ts'
import { registryCommands } from './model/registry-commands.ts'

const sequences = 1000

test('the service does what a small independent model says, over many sequences of commands', async () => {
  let played = 0
  let commands = 0
  await fc.assert(
    fc.asyncProperty(fc.commands([...flowCommands, ...registryCommands], { maxCommands: 60, size: 'max' }), async (script) => {
      await fc.asyncModelRun(() => ({ model: createModel(), real: createReal() }), script)
      played += 1
      commands += [...script].length
    }),
    { numRuns: sequences, seed: 1 },
  )
  expect(commands).toBeGreaterThan(sequences * 10)
  count({ model: { sequences: played, commands } })
}, 60_000)
