// Runs one scenario in a separate process and sends its result to the parent.
import type { Effort, Scenario } from './scenario.ts'

const [name = '', effort = 'normal'] = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('disconnect', () => process.exit(1))
const scenario: { readonly run: Scenario } = await import(`./scenarios/${name}.ts`)
const result = await scenario.run(effort as Effort)
if (process.send === undefined) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
else process.send(result, () => process.exit(0))
