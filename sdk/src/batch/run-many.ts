import { type Check, checkOptions, isName } from '../client/check-options.ts'
import type { ArgumentsOf, GivenArguments, ResultOf, Workflow } from '../client/define-workflow.ts'
import { notify } from '../client/observe.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { isInterruption, openScope, systemClock } from '../transport/scope.ts'
import { type BatchClient, type BatchItem, type BatchOptions, batchChecks, isBatchClient } from './batch.ts'
import { type IndexedInput, type Inputs, openSource } from './batch-source.ts'
import { createGate, MAX_UNKNOWN } from './gate.ts'
import { createBatchError, runInput, type Worker } from './run-input.ts'

export const CONCURRENCY = 4

const isIterable: Check = [
  'an iterable',
  (value) => typeof value === 'object' && (Object(value)[Symbol.iterator] ?? Object(value)[Symbol.asyncIterator]),
]

/** How long the store is awaited after the total timeout or an abort, in milliseconds: enough to write a record. */
const RECORD_TIME = 5_000

/**
 * Runs a workflow for each input and yields the outcome of each as it settles. An input is read from the source only
 * when a worker is free and its last result was taken, so memory does not grow with the input. A 429 pauses all workers
 * until the stated time, and several unknown outcomes in a row until a single input gets through (`maxUnknown`). A 401,
 * 403 or 404, a wait that is too long, a service that stays unwell, the total timeout and an abort end the batch: runs in progress
 * settle and are yielded, then the error is thrown. If you leave the loop, by `break` or by an error, nothing more is started,
 * and the runs in progress are awaited. Their results are not yielded: the option `store` has them, and the
 * same call with the same store goes on. To abandon these runs instead, abort the `signal` and keep iterating.
 *
 * @throws ConfigurationError for invalid options. APIError for what ended the batch early, and whatever the source and the
 * store throw.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, runMany } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const subjects = [{ subject: 'A refund' }, { subject: 'A question' }]
 *
 * const teams: unknown[] = []
 * for await (const item of runMany(client, 'support-triage', subjects, { concurrency: 2 })) {
 *   teams.push(item.outcome)
 * }
 *
 * assert.deepEqual(teams, ['succeeded', 'succeeded'])
 * ```
 */
// biome-ignore lint/complexity/useMaxParams: a client, a workflow and its inputs are what a batch is, and options are optional.
export async function* runMany<const Definition extends string | Workflow, Any extends object>(
  client: BatchClient,
  workflow: Definition,
  inputs: Inputs<GivenArguments<Definition, Any>>,
  options: BatchOptions<InputOf<Definition, Any>, ResultOf<Definition>> = {},
): AsyncGenerator<BatchItem<InputOf<Definition, Any>, ResultOf<Definition>>, void, undefined> {
  type Input = InputOf<Definition, Any>
  checkOptions({ client: client ?? null }, { client: isBatchClient })
  checkOptions(options, batchChecks)
  checkOptions({ inputs: inputs ?? null }, { inputs: isIterable })
  const { clock = systemClock, concurrency = CONCURRENCY, totalTimeout = Infinity, key, store } = options
  const { maxUnknown = MAX_UNKNOWN, random = Math.random } = options
  const ended = new AbortController()
  const scope = openScope({ clock, totalTimeout, signals: [options.signal] })
  // What workers wait for: an input, and the end of a pause.
  const waits = openScope({ clock, totalTimeout, signals: [options.signal, ended.signal] })
  // What a batch is given are inputs with more checks on them, which the compiler cannot tell while Input is open.
  const source = openSource<Input>(inputs as Inputs<Input>, { ...options, stop: ended.signal })
  const counts = { started: 0, skipped: 0, succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  const gate = createGate({ clock, maxUnknown, random })
  const settled: BatchItem<Input, never>[] = []
  const named = new Map<string, number>()
  let failure: Error | undefined
  // Inputs that were taken and whose result was not.
  let taken = 0
  let active = 0
  let taking = false
  let wake = () => {}

  const report = () => {
    notify([options], ({ onProgress }) => onProgress?.({ ...counts, ...gate.pause() }))
  }
  const stop = (thrown: unknown) => {
    failure ??= createBatchError(thrown)
    ended.abort()
    return failure
  }
  const worker: Worker = { client, workflow, options, scope: waits, gate, stop, report }
  /** Keeps the batch awake until the work has ended. */
  const launch = async (work: () => Promise<void>) => {
    active += 1
    await work().catch(stop)
    active -= 1
    wake()
  }
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  /** Two inputs of one name would be one to the store, which would skip the second as if it had run. */
  const nameOf = ({ index, input }: IndexedInput<Input>) => {
    if (!key) return String(index)
    const name = key(input, index)
    const first = named.get(name)
    const place = `key of input ${index}`
    checkOptions({ [place]: name ?? null }, { [place]: isName })
    if (first !== undefined) throw new ConfigurationError(`Cannot use ${place}: input ${first} has the same`)
    named.set(name, index)
    return name
  }
  const settle = async ({ index, input }: IndexedInput<Input>) => {
    const entry = { key: nameOf({ index, input }), index, input }
    const item = await runInput(worker, entry)
    if (!item) {
      counts.skipped += 1
      taken -= 1
      source.giveBack()
      report()
      launch(fill)
      return
    }
    settled.push(item)
    counts[item.outcome] += 1
    report()
    const recorded = (async () => store?.settle(entry, item))()
    await scope
      .during(() => recorded)
      .catch((thrown: unknown) => {
        const grace = openScope({ clock, totalTimeout: RECORD_TIME, signals: [] })
        return grace
          .during(() => recorded)
          .catch(() => stop(thrown))
          .finally(grace.close)
      })
  }
  const fill = async () => {
    // The iterator is asked for one input at a time: not every one can be asked for two at once.
    while (!taking && taken < concurrency) {
      taking = true
      const entry = await waits.during(source.take)
      taking = false
      if (!entry) return
      taken += 1
      counts.started += 1
      report()
      launch(() => settle(entry))
    }
  }

  try {
    launch(fill)
    while (active > 0 || settled.length > 0) {
      const item = settled.shift()
      if (!item) await change()
      else {
        yield item
        taken -= 1
        launch(fill)
      }
    }
    if (failure) throw failure
  } finally {
    ended.abort()
    while (active > 0) await change()
    waits.close()
    await source
      .close(scope)
      .catch((thrown: unknown) => {
        if (!isInterruption(thrown)) throw thrown
      })
      .finally(scope.close)
  }
}

/** What the items have for an input: the arguments of the workflow, or what is given to one that has no schema. */
type InputOf<Definition extends Workflow | string, Any> = ArgumentsOf<Definition, Any>
