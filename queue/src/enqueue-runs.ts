import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ArgumentsOf, ConfigurationError, type Workflow } from '@wfhost/sdk'
import {
  type Check,
  type Checks,
  checkOptions,
  checkRequired,
  isFunction,
  isName,
  isPositive,
  isSignal,
  serializePayload,
} from '@wfhost/sdk/batch-file'
import { createJobId, type QueuedInput } from './record.ts'
import type { RunQueue } from './run-queue.ts'

/** How inputs are added. */
export interface EnqueueOptions<Input = unknown> {
  /**
   * Returns the key of an input. An input with a known key is not added again. Two different inputs with one key end the
   * call. @default a hash of the input
   */
  readonly key?: ((input: Input, index: number) => string) | undefined
  /** The number of waiting inputs at which the producer waits, so that the memory of Redis stays bounded. @default Infinity */
  readonly maxWaiting?: number | undefined
  /** Ends it: what was added stays. @default none */
  readonly signal?: AbortSignal | undefined
  /** Called after each part. @default none */
  readonly onProgress?: ((added: Enqueued) => void) | undefined
}

const isFlowId: Check = ['the ID of a workflow', (value) => typeof value === 'string' && !/^\.{0,2}$/.test(value)]

const checks: Checks<EnqueueOptions> = {
  key: isFunction,
  maxWaiting: isPositive,
  signal: isSignal,
  onProgress: isFunction,
}

/** The result of adding inputs. */
export interface Enqueued {
  /** Inputs that this call added. If several producers add an input, one of them counts it. */
  readonly added: number
  /** Inputs that the queue had already: waiting, running, or with an outcome. */
  readonly known: number
}

/** The number of inputs that are added in one step. A producer has no more in memory. */
const PART = 500

/** The task of a producer, for messages. */
const TASK = 'add inputs'

/** How often a producer looks whether there is room, in milliseconds. */
const LOOK_EVERY = 200

type NewJob = ReturnType<typeof toJob>

/**
 * Adds a run for each input, in parts, so that memory does not grow with the inputs.
 *
 * You can repeat the call with the same or with more inputs, also after a crash. An input that the queue has is not added
 * again, and never sent twice. Equal inputs are one input, unless `key` distinguishes them.
 *
 * @throws ConfigurationError for invalid options. With the index of the input, for an input that JSON would change, and for a
 *   key that is missing or belongs to another input of the call. QueueStoppedError if Redis does not have the queue, or may
 *   have lost a start. Errors of the inputs are thrown unchanged.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { enqueueRuns, openRunQueue } from '@wfhost/queue'
 *
 * const queue = await openRunQueue('refunds')
 * await queue.create()
 * const inputs = [{ subject: 'A refund' }, { subject: 'A question' }]
 * assert.deepEqual(await enqueueRuns(queue, 'support-triage', inputs), { added: 2, known: 0 })
 * assert.deepEqual(await enqueueRuns(queue, 'support-triage', inputs), { added: 0, known: 2 })
 * await queue.close()
 * ```
 */
// biome-ignore lint/complexity/useMaxParams: a queue, a workflow and its inputs are what is added, and options are optional.
export async function enqueueRuns<const Definition extends string | Workflow, Any extends object>(
  queue: RunQueue,
  workflow: Definition,
  inputs:
    | readonly ArgumentsOf<Definition, Any>[]
    | Iterable<ArgumentsOf<Definition, Any>>
    | AsyncIterable<ArgumentsOf<Definition, Any>>,
  options: EnqueueOptions<ArgumentsOf<Definition, Any>> = {},
): Promise<Enqueued> {
  const flowId = typeof workflow === 'string' ? workflow : workflow?.flowId
  checkRequired('workflow', flowId, isFlowId)
  checkOptions(options, checks)

  const producer = new Producer<ArgumentsOf<Definition, Any>>(queue, flowId as string, options)
  return producer.add(inputs)
}

/** Adds the inputs of one call. */
class Producer<Input extends object> {
  readonly #queue: RunQueue
  readonly #options: EnqueueOptions<Input>
  readonly #flowId: string
  readonly #token = randomUUID()
  /** Marks the inputs of this call. */
  readonly #call = createJobId(this.#token).slice(0, 4)
  #added = 0
  #known = 0

  constructor(queue: RunQueue, flowId: string, options: EnqueueOptions<Input>) {
    this.#queue = queue
    this.#flowId = flowId
    this.#options = options
  }

  /** Adds inputs in parts, so that a part of a long list is in memory at a time. */
  async add(inputs: Iterable<Input> | AsyncIterable<Input>): Promise<Enqueued> {
    try {
      await this.#queue.internals.guard.openForWriting(TASK)
      await this.#addAll(inputs)
      return { added: this.#added, known: this.#known }
    } catch (error) {
      return explainFull(error)
    }
  }

  async #addAll(inputs: Iterable<Input> | AsyncIterable<Input>): Promise<void> {
    const { key, maxWaiting = Infinity, signal } = this.#options
    const partSize = Math.min(PART, Math.max(1, maxWaiting))
    let part: NewJob[] = []
    let index = 0

    for await (const input of inputs) {
      if (signal?.aborted) break
      part.push(toJob(input, index, { key, call: this.#call, flowId: this.#flowId }))
      index += 1

      if (part.length === partSize) {
        await this.#addPart(part)
        part = []
        await this.#waitForRoom()
      }
    }
    if (part.length > 0) await this.#addPart(part)
  }

  async #addPart(part: readonly NewJob[]): Promise<void> {
    const { bull, internals, redis } = this.#queue
    await internals.guard.requireTrusted(TASK)

    const jobs = mergeEqualJobs(part)
    const ids = jobs.map(({ opts }) => opts.jobId)
    const states = (await internals.executeScript('claim', bull.toKey(''), this.#token, ...ids)) as readonly string[]

    // An input that another producer has claimed is added, too, because that producer can die. The jobs are added one by one:
    // after a lost connection, ioredis repeats single commands, but not a pipeline.
    const missing = jobs.filter((job, position) => !isKnown(job, states[position] ?? ''))
    await Promise.all(missing.map(({ data, name, opts }) => bull.add(name, data, opts)))
    // If Redis was lost in the meantime, another one has these inputs, and no worker starts them.
    await internals.guard.requireTrusted(TASK)

    const claimed = ids.filter((_, position) => states[position] === 'new')
    if (claimed.length > 0) await redis.unlink(claimed.map((id) => bull.toKey(`adding:${id}`)))
    this.#added += claimed.length
    this.#known += part.length - claimed.length
    this.#options.onProgress?.({ added: this.#added, known: this.#known })
  }

  /** Waits until fewer inputs wait in Redis than `maxWaiting`. */
  async #waitForRoom(): Promise<void> {
    const { maxWaiting, signal } = this.#options
    if (maxWaiting === undefined || maxWaiting === Infinity) return

    while (!signal?.aborted && (await this.#queue.bull.getWaitingCount()) >= maxWaiting) {
      await delay(LOOK_EVERY, undefined, { signal }).catch(() => {})
    }
  }
}

/** Removes jobs that are the same input. Two different inputs with one key are an error. */
function mergeEqualJobs(part: readonly NewJob[]): NewJob[] {
  const byId = new Map<string, NewJob>()
  for (const job of part) {
    const first = byId.get(job.opts.jobId)
    if (first === undefined) byId.set(job.opts.jobId, job)
    else compareMarks(job, `${first.data.mark}`, first.data.index)
  }
  return [...byId.values()]
}

/** The state of an input that Redis has: the beginning of its job, or its outcome, and the mark, if it has one. */
const KNOWN = /^known (?:(?:{"mark":"|\S+ )([\w-]{12})(?:","index":(\d+))?)?/

/** Whether Redis has an input already. */
function isKnown(job: NewJob, state: string): boolean {
  const match = KNOWN.exec(state)
  if (match === null) return false

  const [, mark, index] = match
  if (mark !== undefined) compareMarks(job, mark, index)
  return true
}

/**
 * Refuses two different inputs with the same key in one call. A later call can have changed an input: its key says that it is
 * the same.
 */
function compareMarks({ data }: NewJob, mark: string, index?: number | string): void {
  const isOfThisCall = data.mark?.slice(0, 4) === mark.slice(0, 4)
  if (data.mark === undefined || data.mark === mark || !isOfThisCall) return

  const first = index === undefined ? 'an input that has ended' : `input ${index}`
  throw new ConfigurationError(`Cannot add input ${data.index}: it has the key ${JSON.stringify(data.key)} of ${first}`)
}

/** Throws the error, or an explanation if Redis has no memory left. */
function explainFull(cause: unknown): never {
  const isFull = cause instanceof Error && /\bOOM command/.test(cause.message)
  if (!isFull) throw cause

  const remedy = 'take outcomes, limit the waiting inputs with maxWaiting, or raise maxmemory; then the same call continues'
  throw new Error(`Cannot add inputs: the memory of Redis is full; ${remedy}`, { cause })
}

interface ToJob<Input> extends Pick<EnqueueOptions<Input>, 'key'> {
  readonly call: string
  readonly flowId: string
}

function toJob<Input extends object>(input: Input, index: number, { call, flowId, key }: ToJob<Input>) {
  let json: string
  let name: string | undefined
  try {
    json = serializePayload(input)
    name = key?.(input, index)
    if (key) checkRequired('key', name, isName)
  } catch (cause) {
    throw new ConfigurationError(`Cannot add input ${index}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  const mark = name === undefined ? undefined : call + createJobId(json).slice(0, 8)
  const data: QueuedInput = { mark, index, input: JSON.parse(json), key: name }
  return { name: flowId, data, opts: { jobId: createJobId(`${flowId} ${name ?? json}`) } }
}
