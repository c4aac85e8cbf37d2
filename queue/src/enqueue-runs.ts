import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ArgumentsOf, ConfigurationError, type Workflow } from '@wfhost/sdk'
import {
  type Check,
  type Checks,
  checkOptions,
  isFunction,
  isName,
  isPositive,
  isSignal,
  serializePayload,
} from '@wfhost/sdk/batch-file'
import { idOf, type QueuedInput } from './record.ts'
import type { RunQueue } from './run-queue.ts'

/** How inputs are added. */
export interface EnqueueOptions<Input = unknown> {
  /**
   * Names an input of the workflow; one whose name is there already is not added again. Two different inputs of the same name
   * end the call. @default a hash of the input
   */
  readonly key?: ((input: Input, index: number) => string) | undefined
  /** Adds no more while so many wait, so that the memory of Redis does not grow with the inputs. @default Infinity */
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

/** What became of inputs. */
export interface Enqueued {
  /** Of several producers, one counts an input that all of them add. */
  readonly added: number
  /** They were there already: waiting, running, or with an outcome; or another producer added them at the same time. */
  readonly known: number
}

/** Inputs that are added in one step: the memory of a producer holds so many. */
const PART = 500

/** What a producer does, for messages. */
const TASK = 'add inputs'

/** How often a producer looks whether it may add more, in milliseconds. */
const LOOK_EVERY = 200

type NewJob = ReturnType<typeof toJob>

/**
 * Adds a run for each input, in parts, so that memory does not grow with the inputs. It may be repeated, also after a crash,
 * with the same or with more inputs: what the queue knows is not added again, and never sent twice. Inputs that are the
 * same are one, unless a `key` of yours tells them apart.
 *
 * @throws ConfigurationError for invalid options, and, with its index, for an input that JSON would change, that `key` gives no
 *   name, or that of another one of this call; QueueStoppedError if Redis does not have the queue, or may have forgotten what
 *   was sent; and whatever the inputs throw.
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
  inputs: Iterable<ArgumentsOf<Definition, Any>> | AsyncIterable<ArgumentsOf<Definition, Any>>,
  options: EnqueueOptions<ArgumentsOf<Definition, Any>> = {},
): Promise<Enqueued> {
  const flowId = typeof workflow === 'string' ? workflow : workflow?.flowId
  checkOptions({ workflow: flowId ?? null }, { workflow: isFlowId })
  checkOptions(options, checks)
  const { maxWaiting = Infinity, onProgress, signal } = options
  const { guard, run } = queue.internals
  const token = randomUUID()
  const call = idOf(token).slice(0, 4)
  await guard.openForAdding(TASK).catch(explainFull)
  let added = 0
  let known = 0
  let index = 0
  let part: NewJob[] = []
  const addPart = async () => {
    await guard.requireTrusted(TASK)
    const byId = new Map<string, NewJob>()
    for (const job of part) {
      const first = byId.get(job.opts.jobId)
      if (first) compareMarks(job, `${first.data.mark}`, first.data.index)
      else byId.set(job.opts.jobId, job)
    }
    const jobs = [...byId.values()]
    const ids = [...byId.keys()]
    const states = (await run('claim', queue.bull.toKey(''), token, ...ids)) as readonly string[]
    // What another one claims is added all the same, as it may die. One by one, at the same time: what a lost connection
    // leaves open is sent again then, which a pipeline is not.
    const missing = jobs.filter((job, at) => {
      const known = KNOWN.exec(states[at] ?? '')
      const [, mark, index] = known ?? []
      if (mark !== undefined) compareMarks(job, mark, index)
      return known === null
    })
    await Promise.all(missing.map(({ data, name, opts }) => queue.bull.add(name, data, opts)))
    // A Redis that was lost meanwhile has got the inputs, and no worker starts them.
    await guard.requireTrusted(TASK)
    const own = ids.filter((_, at) => states[at] === 'new')
    if (own.length > 0) await queue.redis.unlink(own.map((id) => queue.bull.toKey(`adding:${id}`)))
    added += own.length
    known += part.length - own.length
    part = []
    onProgress?.({ added, known })
    while (maxWaiting !== Infinity && !signal?.aborted && (await queue.bull.getWaitingCount()) >= maxWaiting) {
      await delay(LOOK_EVERY, undefined, { signal }).catch(() => {})
    }
  }
  const flush = () => addPart().catch(explainFull)
  for await (const input of inputs) {
    if (signal?.aborted) break
    part.push(toJob(input, index, { key: options.key, call, flowId }))
    index += 1
    if (part.length === Math.min(PART, Math.max(1, maxWaiting))) await flush()
  }
  if (part.length > 0) await flush()
  return { added, known }
}

/** What a claim says of an input that is there: the beginning of its job, or how it ended, and the mark, if it has one. */
const KNOWN = /^known (?:(?:{"mark":"|\S+ )([\w-]{12})(?:","index":(\d+))?)?/

/** A later call may have changed an input, and its name says that it is the same. Within one call it is another one. */
function compareMarks({ data }: NewJob, mark: string, index?: number | string): void {
  if (data.mark === undefined || data.mark === mark || data.mark.slice(0, 4) !== mark.slice(0, 4)) return
  const first = index === undefined ? 'an input that has ended' : `input ${index}`
  throw new ConfigurationError(`Cannot add input ${data.index}: it has the key ${JSON.stringify(data.key)} of ${first}`)
}

function explainFull(cause: Error): never {
  if (!/\bOOM command/.test(cause.message)) throw cause
  const remedy = 'take outcomes, bound what waits with maxWaiting, or raise maxmemory; the same call goes on then'
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
    if (key) checkOptions({ key: name ?? null }, { key: isName })
  } catch (cause) {
    throw new ConfigurationError(`Cannot add input ${index}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  const mark = name === undefined ? undefined : call + idOf(json).slice(0, 8)
  const data: QueuedInput = { mark, index, input: JSON.parse(json), key: name }
  return { name: flowId, data, opts: { jobId: idOf(`${flowId} ${name ?? json}`) } }
}
