import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Flow } from './independent-world.ts'

/** What is sent back, and how. */
export interface Sent {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The runs under way and how many succeeded. */
export interface RunBook {
  readonly open: Set<Promise<unknown>>
  succeeded: number
}

/** Answers a run request whose key is right; the fields that no document shows are called as nobody else calls them. */
export async function answerRun(book: RunBook, { flow, text }: { readonly flow: Flow; readonly text: string }): Promise<Sent> {
  const read = readInputs(flow, text)
  if (typeof read === 'string') return { status: 400, body: { problem: read } }
  const run = perform(flow, read.inputs).then((ended) => {
    if (ended['status'] === 'success') book.succeeded += 1
    return ended
  })
  book.open.add(run)
  const closed = run.finally(() => book.open.delete(run))
  if (read.mode === 'async') return { status: 202, body: { started: { ticket: randomUUID() }, status: 'queued' } }
  const ended = await closed
  return { status: ended['status'] === 'success' ? 200 : 422, body: ended }
}

interface Read {
  readonly mode: string
  readonly inputs: Readonly<Record<string, unknown>>
}

function readInputs(flow: Flow, text: string): Read | string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (kind(body) !== 'object') return 'not an object'
  const { args, mode = 'async' } = Object(body)
  if (mode !== 'sync' && mode !== 'async') return 'no such mode'
  if (!Array.isArray(args)) return 'no args'
  const inputs: Record<string, unknown> = {}
  for (const argument of args) {
    const { name, value } = Object(argument)
    if (typeof name !== 'string' || value === undefined || value === null) return 'no argument'
    const expected = flow.inputs[name]
    if (expected === undefined) continue
    if (kind(value) !== expected) return `${name} is no ${expected}`
    inputs[name] = value
  }
  const missing = flow.needed.find((name) => !(name in inputs))
  return missing === undefined ? { mode, inputs } : `${missing} is missing`
}

async function perform(flow: Flow, inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  if (flow.act === 'wait') await sleep(50)
  if (flow.act === 'break') {
    const error = { name: 'CardError', value: 'declined', traceback: 'CardError: declined\n  in charge' }
    const steps = { 'look-up': { status: 'success', result: 7 }, charge: { status: 'failed', error } }
    return { stepOutputs: steps, error, status: 'failed' }
  }
  const result = flow.act === 'wait' ? 'worth the wait' : flow.act === 'echo' ? inputs : (inputs['subject'] ?? null)
  return { stepOutputs: {}, result, status: 'success' }
}

function kind(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}
