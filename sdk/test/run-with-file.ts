import { createWorkflowClient, runMany } from '@wfhost/sdk'
import { type BatchFileOptions, openBatchFile } from '@wfhost/sdk/batch-file'
import { succeeded } from './faults.ts'

/** Runs inputs with a file as the record, and returns those that were sent. */
export async function runWith(path: string, { inputs = 4, respond = succeeded, ...options }: RunOptions = {}) {
  const sent: number[] = []
  const fetch = async (request: Request) => {
    const { args } = (await request.json()) as { args: readonly { value: number }[] }
    sent.push(args[0]?.value ?? -1)
    return respond(args[0]?.value ?? -1)
  }
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, logLevel: 'off' })
  const record = await openBatchFile(path, options)
  const numbers = Array.from({ length: inputs }, (_, n) => ({ n }))
  try {
    for await (const _ of runMany(client, 'flow', numbers, { store: record, concurrency: 1 }));
  } finally {
    await record.close()
  }
  return { sent, earlier: Object.fromEntries(record.recorded) }
}

interface RunOptions extends BatchFileOptions {
  readonly inputs?: number
  readonly respond?: (n: number) => Response | Promise<Response>
}
