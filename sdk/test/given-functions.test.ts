import {
  type Clock,
  createRegistryClient,
  createWorkflowClient,
  defineWorkflow,
  forwardWebhook,
  runMany,
  type StandardSchema,
} from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { rejectionAtOnce } from './at-once.ts'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'

/** What a row may use: a promise that is kept only after the call has ended, a service, and what bounds the call. */
interface Setting {
  readonly late: () => Promise<never>
  readonly options: { readonly baseUrl: string; readonly fetch: () => Promise<Response>; readonly clock: Clock }
  readonly signal: AbortSignal
  readonly deadline: number
}

interface Row {
  /** What the caller gave that does not come to an end. */
  readonly given: string
  readonly call: (setting: Setting) => Promise<unknown>
  readonly mayHaveRun: boolean
  /** Requests that were sent before. */
  readonly sent: number
}

function schemaOf(validate: () => Promise<never>): StandardSchema {
  return { '~standard': { version: 1, vendor: 'test', validate } }
}

async function exhaust(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

const apiKey = 'canary'

const ROWS: readonly Row[] = [
  {
    given: 'the schema of the arguments',
    call: ({ late, options, ...bounds }) =>
      createWorkflowClient({ ...options, apiKey }).run(defineWorkflow({ flowId: 'f', args: schemaOf(late) }), {}, bounds),
    ...{ mayHaveRun: false, sent: 0 },
  },
  {
    given: 'the schema of the arguments of a start',
    call: ({ late, options, ...bounds }) =>
      createWorkflowClient({ ...options, apiKey }).start(defineWorkflow({ flowId: 'f', args: schemaOf(late) }), {}, bounds),
    ...{ mayHaveRun: false, sent: 0 },
  },
  {
    given: 'the schema of the result',
    call: ({ late, options, ...bounds }) =>
      createWorkflowClient({ ...options, apiKey }).run(defineWorkflow({ flowId: 'f', result: schemaOf(late) }), {}, bounds),
    ...{ mayHaveRun: true, sent: 1 },
  },
  {
    given: 'the function for the key of a workflow',
    call: ({ late, options, ...bounds }) => createWorkflowClient({ ...options, apiKey: late }).run('f', {}, bounds),
    ...{ mayHaveRun: false, sent: 0 },
  },
  {
    given: 'the function for the key of a registry',
    call: ({ late, options, ...bounds }) =>
      createRegistryClient(
        Object.assign({ ...options, baseUrl: undefined }, { registryUrl: 'http://localhost', apiKey: late }),
      ).execute({}, bounds),
    ...{ mayHaveRun: false, sent: 0 },
  },
  {
    given: 'the function for the key, when it is asked again after a 401',
    call: ({ late, options, ...bounds }) => {
      const keys = [async () => 'old-key', late]
      const fetch = () => options.fetch().then(() => new Response('{}', { status: 401 }))
      return createWorkflowClient({ ...options, fetch, apiKey: async () => keys.shift()?.() ?? '' }).run('f', {}, bounds)
    },
    ...{ mayHaveRun: false, sent: 1 },
  },
  {
    given: 'fetch',
    call: ({ late, options, ...bounds }) =>
      createWorkflowClient({ ...options, apiKey, fetch: () => options.fetch().then(late) }).run('f', {}, bounds),
    ...{ mayHaveRun: true, sent: 1 },
  },
  {
    given: 'the body of what fetch resolved with',
    call: ({ late, options, ...bounds }) => {
      const fetch = () => options.fetch().then(() => new Response(new ReadableStream({ pull: late })))
      return createWorkflowClient({ ...options, apiKey, fetch }).run('f', {}, bounds)
    },
    ...{ mayHaveRun: true, sent: 1 },
  },
  {
    given: 'how to ask for the end of a run',
    call: async ({ late, options, signal, deadline }) => {
      const fetch = () => options.fetch().then(() => Response.json({ runId: 'r' }))
      const started = await createWorkflowClient({ ...options, apiKey, fetch }).start('f', {}, { ask: late })
      return started.wait({ signal, deadline })
    },
    ...{ mayHaveRun: true, sent: 1 },
  },
  {
    given: 'the body of a webhook',
    call: ({ late, options, ...bounds }) => {
      const init = { method: 'POST', body: new ReadableStream({ pull: late }), duplex: 'half' }
      const client = createWorkflowClient({ ...options, apiKey })
      return forwardWebhook(new Request('http://hook.example', init), { client, flowId: 'f', ...bounds })
    },
    ...{ mayHaveRun: false, sent: 0 },
  },
  {
    given: 'the inputs of a batch',
    call: ({ late, options, ...bounds }) => {
      async function* inputs() {
        yield {}
        await late()
      }
      const client = createWorkflowClient({ ...options, apiKey })
      return exhaust(runMany('f', inputs(), { client, clock: options.clock, ...bounds }))
    },
    ...{ mayHaveRun: false, sent: 1 },
  },
  {
    given: 'the end of the inputs of a batch',
    call: ({ late, options, ...bounds }) => {
      async function* inputs() {
        try {
          yield {}
          yield {}
        } finally {
          await late()
        }
      }
      // The rest of a call that fails in the middle.
      const fetch = () => options.fetch().then(() => new Response('{}', { status: 403 }))
      const client = createWorkflowClient({ ...options, apiKey, fetch })
      return exhaust(runMany('f', inputs(), { client, concurrency: 1, clock: options.clock, ...bounds }))
    },
    ...{ mayHaveRun: false, sent: 1 },
  },
]

/** Starts the call of a row, and waits until it is stuck. */
async function start(row: Row, bounds: { readonly deadline: number; readonly signal: AbortSignal }) {
  const clock = createFakeClock()
  const controls = { release: (_: never) => {}, noteStuck: () => {} }
  const late = new Promise<never>((resolve) => Object.assign(controls, { release: resolve }))
  const stuck = new Promise<void>((resolve) => Object.assign(controls, { noteStuck: resolve }))
  const counted = { sent: 0 }
  const fetch = async () => {
    counted.sent += 1
    return new Response(SUCCESS)
  }
  const options = { baseUrl: 'http://localhost', fetch, clock, logLevel: 'off' as const }
  const outcome = row.call({
    ...bounds,
    options,
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
const ERRORS = { abort: ['APIUserAbortError', 'PermissionDeniedError'], deadline: ['APITimeoutError', 'PermissionDeniedError'] }

describe.each(ROWS)('A call that waits for $given', (row) => {
  test.each(['abort', 'deadline'] as const)('ends at once at its %s, and sends nothing afterwards', async (by) => {
    const controller = new AbortController()
    const call = await start(row, { deadline: by === 'deadline' ? 500 : 60_000, signal: controller.signal })
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
