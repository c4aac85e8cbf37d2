// Starts a deployment for a try: node main.ts. With --seed it is filled, and prints what the configuration beside this
// file refers to, as a file that a shell can source.
import { parseArgs } from 'node:util'
import { seed } from './seed.ts'
import { serve } from './serve.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '47113' },
    database: { type: 'string', default: ':memory:' },
    seed: { type: 'boolean', default: false },
  },
})
const adminToken = process.env['CONVEYOR_ADMIN_TOKEN']
if (adminToken === undefined) throw new Error('Set CONVEYOR_ADMIN_TOKEN, which the operator sends')
const settings = { adminToken, database: values.database, port: Number(values.port), syncTimeoutMs: 30_000, workers: 16 }
const { app, url } = await serve(settings)
const environment = values.seed ? await seed({ url, adminToken }) : { CONVEYOR_URL: url }
for (const [name, value] of Object.entries(environment)) process.stdout.write(`export ${name}='${value}'\n`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close())
