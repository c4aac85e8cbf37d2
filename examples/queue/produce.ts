// Adds the lines of a file: node produce.ts tickets.jsonl. If you repeat it, it adds nothing twice. Before the first time: npx
// --no-install wfhost queue create tickets
import { open } from 'node:fs/promises'
import { enqueueRuns, openRunQueue } from '@wfhost/queue'

async function* readTickets(path: string): AsyncGenerator<object> {
  const file = await open(path)
  for await (const line of file.readLines()) yield JSON.parse(line)
}

const queue = await openRunQueue('tickets')
const tickets = readTickets(process.argv[2] ?? 'tickets.jsonl')
const done = await enqueueRuns(queue, process.env.FLOW_ID ?? 'support-triage', tickets, { maxWaiting: 10_000 })
process.stdout.write(`${done.added} added, ${done.known} known\n`)
await queue.close()
