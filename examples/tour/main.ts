import { parseArgs } from 'node:util'
import { startTour } from './start-tour.ts'

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } } })

const { failures, server } = await startTour({
  output: process.stdout,
  environment: process.env,
  port: Number(values.port),
  isServerKept: !values.once,
})
if (failures > 0) process.exitCode = 1

if (values.once) {
  await server.close()
} else {
  // Not `once`: a terminal sends the signal to this process and to the one that started it, which passes it on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
}

async function stop(): Promise<void> {
  await server.close()
  console.log('\nStopped.')
  process.exit()
}
