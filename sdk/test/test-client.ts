import { createWorkflowClient, type WorkflowClientOptions } from '@wfhost/sdk'
import { succeeded } from './faults.ts'

/** Responds to a request. The number of the first request is 1. */
export type Respond = (request: Request, number: number) => Response | Promise<Response>

/** A service in this process that returns the given responses in turn, then repeats the last one. `sent` has its requests. */
export function serviceOf(responses: Respond | readonly Respond[] = succeeded) {
  const all = [responses].flat()
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    const respond = all[Math.min(sent.push(request), all.length) - 1]
    return respond === undefined ? succeeded() : respond(request, sent.length)
  }
  return { sent, fetch }
}

export function clientOf(responses?: Respond | readonly Respond[], options: WorkflowClientOptions = {}) {
  const { fetch, sent } = serviceOf(responses)
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, random: () => 0, ...options })
  return { client, sent }
}

/** Options that have the log kept, and its lines. */
export function keepLog() {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  return { lines, logged: { logger: { debug: write, info: write, warn: write } } }
}

export function bodiesOf(sent: readonly Request[]): Promise<readonly unknown[]> {
  return Promise.all(sent.map((request) => request.clone().json()))
}

/** The number that a request has for its first argument. */
export async function numberOf(request: Request): Promise<number> {
  const { args } = (await request.clone().json()) as { readonly args: readonly { readonly value: number }[] }
  return args[0]?.value ?? -1
}

export function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
}

/** Takes everything that a batch yields, and the error that it ends with. */
export async function collect<Item>(batch: AsyncIterable<Item>): Promise<{ items: Item[]; error: unknown }> {
  const items: Item[] = []
  try {
    for await (const item of batch) items.push(item)
    return { items, error: undefined }
  } catch (error) {
    return { items, error }
  }
}
