import { type Check, checkOptions, checkRequired, isName } from '../client/check-options.ts'
import { redactFor } from '../client/client-secrets.ts'
import type { ArgumentsOf, GivenArguments, ResultOf, Workflow } from '../client/define-workflow.ts'
import { notify } from '../client/observe.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { isAnyObject } from '../responses/is-object.ts'
import { createTimerClock, type TimerClock } from '../transport/clock.ts'
import { isInterruption, Scope } from '../transport/scope.ts'
import { type BatchClient, type BatchEntry, type BatchItem, type BatchOptions, batchChecks, isBatchClient } from './batch.ts'
import { toBatchError } from './batch-errors.ts'
import { BatchSource, type IndexedInput, type Inputs } from './batch-source.ts'
import { BatchGate, MAX_UNKNOWN } from './gate.ts'
import { type AnyInputClient, type BatchContext, runInput } from './run-input.ts'

export const CONCURRENCY = 4

const isIterable: Check = [
  'an iterable',
  (value) => isAnyObject(value) && (Symbol.iterator in value || Symbol.asyncIterator in value),
]

/** How long the batch waits for the store after the total timeout or an abort, in milliseconds. A record takes less. */
const RECORD_TIME = 5_000

/**
 * Runs a workflow for each input and yields the outcome of each input as it settles.
 *
 * - An input is read from the source only when a worker is free and its last item was taken, so memory does not grow with
 *   the number of inputs.
 * - A 429 pauses all workers until the stated time. Several unknown outcomes in a row pause them, too (`maxUnknown`).
 * - These end the batch: a 401, 403 or 404, a wait that is too long, a service that leaves outcomes unknown, the total
 *   timeout, and an abort. Runs in progress settle and are yielded, and then the error is thrown.
 * - If you leave the loop, no further run starts. Runs in progress are awaited, and only the `store` gets their outcomes.
 *   The same call with the same store continues the batch.
 *
 * To abandon runs in progress, abort the `signal` and keep iterating.
 *
 * @throws ConfigurationError for invalid options. APIError if the batch ends early. Errors of the source and the store are
 *   thrown unchanged.
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
  checkRequired('client', client, isBatchClient)
  const redact = (text: string) => redactFor(client, text)
  checkOptions(options, batchChecks, redact)
  checkRequired('inputs', inputs, isIterable, redact)

  type Input = InputOf<Definition, Any>
  // The first cast is safe, because the types differ only for the compiler: it cannot compare them while `Input` is generic. The
  // second cast is safe, because a batch passes inputs on unchanged, and the client validates each of them.
  const batch = new Batch(inputs as Inputs<Input>, { client: client as AnyInputClient, workflow, options })
  yield* batch.run()
}

interface BatchSettings<Input> {
  readonly client: AnyInputClient
  readonly workflow: string | Workflow
  readonly options: BatchOptions<Input, never>
}

/** One call of `runMany`. */
class Batch<Input> {
  readonly #options: BatchOptions<Input, never>
  readonly #clock: TimerClock
  /** Ends with the total timeout or the signal of the caller. Runs in progress use it until they have settled. */
  readonly #runScope: Scope
  /** Ends also when the batch is stopped. Everything before a run is sent waits in it. */
  readonly #sendScope: Scope
  readonly #stopController = new AbortController()
  readonly #source: BatchSource<Input>
  readonly #gate: BatchGate
  readonly #context: BatchContext
  readonly #keys: BatchKeys<Input>
  readonly #counts = { started: 0, skipped: 0, succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  /** Items that the caller has not taken yet. */
  readonly #settled: BatchItem<Input, never>[] = []
  /** Inputs that were taken from the source and whose item the caller has not taken. */
  #openInputs = 0
  /** Asynchronous work in progress: taking inputs, and running them. */
  #activeWork = 0
  #isTaking = false
  #failure: Error | undefined
  /** Lets `run` continue, which waits for the next change. */
  #wake = () => {}

  /** Prepares the batch. Nothing is taken from the inputs before `run` is called. */
  constructor(inputs: Inputs<Input>, { client, workflow, options }: BatchSettings<Input>) {
    const { maxRuns = Infinity, maxUnknown = MAX_UNKNOWN, random = Math.random } = options
    const stopSignal = this.#stopController.signal

    this.#options = options
    this.#clock = createTimerClock(options.clock)
    this.#keys = new BatchKeys(options.key)
    this.#source = new BatchSource(inputs, { maxRuns, stop: stopSignal })
    this.#gate = new BatchGate({ clock: this.#clock, maxUnknown, random })

    // An error stops the batch from sending more, while runs that were already sent continue to their end.
    this.#runScope = this.#createScope([options.signal])
    this.#sendScope = this.#createScope([options.signal, stopSignal])
    this.#context = this.#createContext(client, workflow)
  }

  #createScope(signals: readonly (AbortSignal | undefined)[]): Scope {
    const { totalTimeout = Infinity } = this.#options
    return new Scope({ clock: this.#clock, totalTimeout, signals })
  }

  /** Returns the parts of the batch that the run of a single input needs. */
  #createContext(client: AnyInputClient, workflow: string | Workflow): BatchContext {
    return {
      client,
      workflow,
      options: this.#options,
      scope: this.#sendScope,
      gate: this.#gate,
      stop: (thrown) => this.#stop(thrown),
      // If the batch ends while the store records a start, the batch waits a short time for it.
      waitForRecordedStart: (recordStart) => this.#waitForStore(this.#sendScope, recordStart),
      reportProgress: () => this.#reportProgress(),
    }
  }

  /** Runs the batch, and yields the items as they settle. */
  async *run(): AsyncGenerator<BatchItem<Input, never>, void, undefined> {
    try {
      this.#launch(() => this.#takeInputs())

      while (this.#activeWork > 0 || this.#settled.length > 0) {
        const item = this.#settled.shift()
        if (item === undefined) {
          await this.#nextChange()
          continue
        }
        yield item
        this.#openInputs -= 1
        this.#launch(() => this.#takeInputs())
      }

      if (this.#failure !== undefined) throw this.#failure
    } finally {
      await this.#close()
    }
  }

  /**
   * Takes inputs from the source and starts to run them, until `concurrency` inputs are open. Only one call takes inputs at a
   * time, because not every iterator supports concurrent calls of `next`.
   */
  async #takeInputs(): Promise<void> {
    const { concurrency = CONCURRENCY } = this.#options

    while (!this.#isTaking && this.#openInputs < concurrency) {
      this.#isTaking = true
      const next = await this.#sendScope.perform(() => this.#source.take())
      this.#isTaking = false
      if (next === undefined) return

      this.#openInputs += 1
      this.#counts.started += 1
      this.#reportProgress()
      this.#launch(() => this.#runInput(next))
    }
  }

  async #runInput({ index, input }: IndexedInput<Input>): Promise<void> {
    const entry = { key: this.#keys.keyOf({ index, input }), index, input }
    const end = await runInput(this.#context, entry)
    if (end.kind === 'skipped') return this.#skip()
    if (end.kind === 'unsettled') return this.#putBack()

    const { item } = end
    this.#settled.push(item)
    this.#counts[item.outcome] += 1
    this.#reportProgress()
    await this.#record(entry, item)
  }

  /** Counts an input as if it had not been taken, because the batch has ended before its turn. */
  #putBack(): void {
    this.#counts.started -= 1
    this.#openInputs -= 1
    this.#reportProgress()
  }

  /** Continues after an input that the store has a record of. */
  #skip(): void {
    this.#counts.skipped += 1
    this.#openInputs -= 1
    this.#source.excludeFromRuns()
    this.#reportProgress()
    this.#launch(() => this.#takeInputs())
  }

  /** Passes an outcome to the store. */
  async #record(entry: BatchEntry<Input>, item: BatchItem<Input, never>): Promise<void> {
    const { store } = this.#options
    if (store === undefined) return

    try {
      await this.#waitForStore(this.#runScope, async () => store.settle(entry, item))
    } catch (thrown) {
      this.#stop(thrown)
    }
  }

  /** Waits for a call of the store. After the end of the scope, the store gets some more time for it. */
  async #waitForStore<T>(scope: Scope, callStore: () => Promise<T>): Promise<T> {
    const response = callStore()
    try {
      return await scope.during(() => response)
    } catch (thrown) {
      const grace = new Scope({ clock: this.#clock, totalTimeout: RECORD_TIME, signals: [] })
      return await grace
        .during(() => response)
        .catch(() => Promise.reject(thrown))
        .finally(() => grace.close())
    }
  }

  /** Starts work, and keeps the batch running until the work has ended. */
  async #launch(work: () => Promise<void>): Promise<void> {
    this.#activeWork += 1
    await work().catch((thrown: unknown) => this.#stop(thrown))
    this.#activeWork -= 1
    this.#wake()
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Prevents further runs. Returns the first error for which this happened, which `run` throws at the end. */
  #stop(thrown: unknown): Error {
    this.#failure ??= toBatchError(thrown)
    this.#stopController.abort()
    return this.#failure
  }

  #reportProgress(): void {
    if (this.#options.onProgress === undefined) return

    const progress = { ...this.#counts, ...this.#gate.pause() }
    notify([this.#options], ({ onProgress }) => onProgress?.(progress))
  }

  /** Waits for the runs in progress, and closes the source. Called at the end, and when the caller leaves the loop. */
  async #close(): Promise<void> {
    // An abort takes time, and most batches have no work in progress at their end.
    if (this.#activeWork > 0) this.#stopController.abort()
    while (this.#activeWork > 0) await this.#nextChange()
    this.#sendScope.close()

    try {
      await this.#source.close(this.#runScope)
    } catch (thrown) {
      if (!isInterruption(thrown)) throw thrown
    } finally {
      this.#runScope.close()
    }
  }
}

/** Names the inputs of a batch for its store. */
class BatchKeys<Input> {
  readonly #key: BatchOptions<Input>['key']
  readonly #indexByKey = new Map<string, number>()

  constructor(key: BatchOptions<Input>['key']) {
    this.#key = key
  }

  /**
   * Returns the key of an input.
   *
   * @throws ConfigurationError if an earlier input has the same key. The store would skip the second one as if it had run.
   */
  keyOf({ index, input }: IndexedInput<Input>): string {
    if (this.#key === undefined) return String(index)

    const key = this.#key(input, index)
    const name = `key of input ${index}`
    checkRequired(name, key, isName)

    const earlierIndex = this.#indexByKey.get(key)
    if (earlierIndex !== undefined) throw new ConfigurationError(`Cannot use ${name}: input ${earlierIndex} has the same`)

    this.#indexByKey.set(key, index)
    return key
  }
}

/** The type of an input in the items: the arguments of the workflow, or the given type if the workflow has no schema. */
type InputOf<Definition extends Workflow | string, Any> = ArgumentsOf<Definition, Any>
