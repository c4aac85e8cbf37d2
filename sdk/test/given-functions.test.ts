import type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
import {
  type Clock,
  createRegistryClient,
  createWorkflowClient,
  defineWorkflow,
  forwardWebhook,
  type RegistryClient,
  type RegistryClientOptions,
  runMany,
  type WorkflowClient,
  type WorkflowClientOptions,
  waitForRun,
} from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { rejectionAtOnce } from './at-once.ts'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'

/** The parts that a row can use. */
interface Setting {
  /** Returns a promise that rejects only after the call has ended. */
  readonly late: () => Promise<never>
  readonly client: (options?: WorkflowClientOptions) => WorkflowClient
  readonly registry: (options: RegistryClientOptions) => RegistryClient
  /** Counts a request. */
  readonly respond: (response: () => Response | Promise<Response>) => () => Promise<Response>
  readonly bounds: { readonly signal: AbortSignal; readonly totalTimeout: number }
  readonly clock: Clock
}

interface Row {
  /** The functions of the caller that never end. */
  readonly given: string
  readonly mayHaveRun: boolean
  /** Requests that were sent before. */
  readonly sent: number
  readonly call: (setting: Setting) => Promise<unknown>
}

function schemaOf(validate: () => Promise<never>): StandardSchema {
  return { '~standard': { version: 1, vendor: 'test', validate } }
}

async function exhaust(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

function status(status: number): () => Response {
  return () => new Response('{}', { status })
}

const ROWS: readonly Row[] = [
  {
    ...{ given: 'the schema of the arguments', mayHaveRun: false, sent: 0 },
    call: ({ late, client, bounds }) => client().run(defineWorkflow({ flowId: 'f', args: schemaOf(late) }), {}, bounds),
  },
  {
    ...{ given: 'the schema of the arguments of a start', mayHaveRun: false, sent: 0 },
    call: ({ late, client, bounds }) => client().start(defineWorkflow({ flowId: 'f', args: schemaOf(late) }), {}, bounds),
  },
  {
    ...{ given: 'the schema of the result', mayHaveRun: true, sent: 1 },
    call: ({ late, client, bounds }) => client().run(defineWorkflow({ flowId: 'f', result: schemaOf(late) }), {}, bounds),
  },
  {
    ...{ given: 'the function for the key of a workflow', mayHaveRun: false, sent: 0 },
    call: ({ late, client, bounds }) => client({ apiKey: late }).run('f', {}, bounds),
  },
  {
    ...{ given: 'the function for the key of a registry', mayHaveRun: false, sent: 0 },
    call: ({ late, registry, bounds }) => registry({ apiKey: late }).execute({}, bounds),
  },
  {
    ...{ given: 'the function for the key, when it is called again after a 401', mayHaveRun: false, sent: 1 },
    call: ({ late, client, respond, bounds }) => {
      const keys = [async () => 'old-key', late]
      return client({ fetch: respond(status(401)), apiKey: async () => keys.shift()?.() ?? '' }).run('f', {}, bounds)
    },
  },
  {
    ...{ given: 'fetch', mayHaveRun: true, sent: 1 },
    call: ({ late, client, respond, bounds }) => client({ fetch: respond(late) }).run('f', {}, bounds),
  },
  {
    ...{ given: 'the body of what fetch resolved with', mayHaveRun: true, sent: 1 },
    call: ({ late, client, respond, bounds }) => {
      const fetch = respond(() => new Response(new ReadableStream({ pull: late })))
      return client({ fetch }).run('f', {}, bounds)
    },
  },
  {
    ...{ given: 'how to ask for the end of a run', mayHaveRun: true, sent: 1 },
    call: async ({ late, client, respond, bounds, clock }) => {
      const fetch = respond(() => Response.json({ runId: 'r' }))
      const { signal, totalTimeout: timeout } = bounds
      return waitForRun(await client({ fetch }).start('f'), { poll: late, signal, timeout, clock })
    },
  },
  {
    ...{ given: 'the body of a webhook', mayHaveRun: false, sent: 0 },
    call: ({ late, client, bounds }) => {
      const init = { method: 'POST', body: new ReadableStream({ pull: late }), duplex: 'half' }
      return forwardWebhook(client(), 'f', new Request('http://hook.example', init), { ...bounds })
    },
  },
  {
    ...{ given: 'the inputs of a batch', mayHaveRun: false, sent: 1 },
    call: ({ late, client, clock, bounds }) => {
      async function* inputs() {
        yield {}
        await late()
      }
      return exhaust(runMany(client(), 'f', inputs(), { clock, ...bounds }))
    },
  },
  {
    ...{ given: 'the end of the inputs of a batch', mayHaveRun: false, sent: 1 },
    call: ({ late, client, respond, clock, bounds }) => {
      async function* inputs() {
        try {
          yield {}
          yield {}
        } finally {
          await late()
        }
      }
      // The rest of a call that fails in the middle.
      const refused = client({ fetch: respond(status(403)) })
      return exhaust(runMany(refused, 'f', inputs(), { concurrency: 1, clock, ...bounds }))
    },
  },
]

/** Starts the call of a row, and waits until it is stuck. */
async function start(row: Row, bounds: { readonly totalTimeout: number; readonly signal: AbortSignal }) {
  const clock = createFakeClock()
  const controls = { release: (_: never) => {}, noteStuck: () => {} }
  const late = new Promise<never>((resolve) => Object.assign(controls, { release: resolve }))
  const stuck = new Promise<void>((resolve) => Object.assign(controls, { noteStuck: resolve }))
  const counted = { sent: 0 }
  const respond: Setting['respond'] = (response) => async () => {
    counted.sent += 1
    return response()
  }
  const shared = { apiKey: 'canary', fetch: respond(() => new Response(SUCCESS)), clock, logLevel: 'off' } as const
  const outcome = row.call({
    ...{ respond, bounds, clock },
    client: (options) => createWorkflowClient({ ...shared, baseUrl: 'http://localhost', ...options }),
    registry: (options) => createRegistryClient({ ...shared, baseUrl: 'http://localhost', ...options }),
    late: () => {
      controls.noteStuck()
      return late
    },
  })
  // Judged later.
  outcome.catch(() => {})
  await stuck
  await clock.advance(0)
  return { clock, counted, outcome, release: () => controls.release({} as never) }
}

/** The last row: the batch has ended by the 403 before; only its return waits. */
const ERRORS = {
  abort: ['APIUserAbortError', 'PermissionDeniedError'],
  totalTimeout: ['APITimeoutError', 'PermissionDeniedError'],
}

describe.each(ROWS)('A call that waits for $given', (row) => {
  test.each(['abort', 'totalTimeout'] as const)('ends immediately at its %s, and sends nothing afterwards', async (by) => {
    const controller = new AbortController()
    const call = await start(row, { totalTimeout: by === 'totalTimeout' ? 500 : 60_000, signal: controller.signal })
    const reason = new Error('enough')
    if (by === 'abort') controller.abort(reason)
    else await call.clock.advance(500)
    const error = await rejectionAtOnce(call.outcome)
    expect(error).toMatchObject({ mayHaveRun: row.mayHaveRun })
    expect(ERRORS[by]).toContain(error.name)
    if (error.name === 'APIUserAbortError') expect(error.cause).toBe(reason)
    call.release()
    await call.clock.advance(60_000)
    expect(call.counted.sent).toBe(row.sent)
    expect(call.clock.pending()).toBe(0)
    count({ 'given functions': { [`${by}s`]: 1 } })
  })
})
