import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowCommands } from './model/flow-commands.ts'
import { createModel } from './model/model.ts'
import { createReal } from './model/real.ts'
import { registryCommands } from './model/registry-commands.ts'

const sequences = 1000

test('the service does what a small independent model says, over many sequences of commands', async () => {
  let commands = 0
  await fc.assert(
    fc.asyncProperty(fc.commands([...flowCommands, ...registryCommands], { maxCommands: 60, size: 'max' }), async (script) => {
      await fc.asyncModelRun(() => ({ model: createModel(), real: createReal() }), script)
      commands += [...script].length
    }),
    { numRuns: sequences, seed: 1 },
  )
  console.log(`model: ${sequences} sequences, ${commands} commands`)
  expect(commands).toBeGreaterThan(sequences * 10)
}, 60_000)
