// Runs one side of a scenario in a separate process: whenever the parent sends a number of runs, it makes them and reports.
import { setImmediate } from 'node:timers/promises'
import type { RoundResult, SidesOfScenario } from './measure/side-processes.ts'

const [scenarioName = '', sideName = '', baseUrl = ''] = process.argv.slice(2)
process.once('disconnect', () => process.exit(0))

const scenario: { readonly createSides: SidesOfScenario } = await import(`./scenarios/${scenarioName}.ts`)
const side = scenario.createSides(baseUrl).find(({ name }) => name === sideName)
if (side === undefined) throw new Error(`Cannot find the side ${sideName} in the scenario ${scenarioName}`)

process.on('message', async (runs: number) => {
  const began = performance.now()
  await side.makeRuns(runs)
  const milliseconds = performance.now() - began

  // The first collection queues callbacks, whose objects the second one collects.
  globalThis.gc?.()
  await setImmediate()
  globalThis.gc?.()
  const result: RoundResult = { milliseconds, heapMb: process.memoryUsage().heapUsed / 2 ** 20 }
  process.send?.(result)
})
