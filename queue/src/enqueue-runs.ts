import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigurationError, jsonArgument } from '@wfhost/sdk'
import { type Check, type Checks, checkOptions, isFunction, isPositive, isSignal } from '@wfhost/sdk/batch-file'
import { FORGOTTEN, idOf, type QueuedInput } from './record.ts'
import type { RunQueue } from './run-queue.ts'

/** How inputs are added. */
export interface EnqueueOptions<Input = unknown> {
  /** The workflow that runs for each input. */
  readonly flowId: string
  /** Names an input in the queue; one whose name is there already is not added again. @default a hash of the workflow and the input */
  readonly key?: ((input: Input, index: number) => string) | undefined
  /** Adds no more while so many wait, so that the memory of Redis does not grow with the inputs. @default Infinity */
  readonly maxWaiting?: number | undefined
  /** Ends it: what was added stays. @default none */
  readonly signal?: AbortSignal | undefined
  /** Called after each part. @default none */
  readonly onProgress?: ((added: Enqueued) => void) | undefined
}

const checks: Checks<EnqueueOptions> = {
  flowId: ['the ID of a workflow', (value) => typeof value === 'string' && !/^\.{0,2}$/.test(value)],
  key: isFunction,
  maxWaiting: isPositive,
  signal: isSignal,
  onProgress: isFunction,
}

/** What `String` makes of a member that is not there would be the name of all such inputs. */
const isName: Check = [
  'a name of the input, as a text',
  (value) => typeof value === 'string' && value !== '' && value !== 'undefined',
]

/** What became of inputs. */
export interface Enqueued {
  /** Of several producers, one counts an input that all of them add. */
  readonly added: number
  /** They were there already: waiting, running, or with an outcome; or another producer added them at the same time. */
  readonly known: number
}

/** Inputs that are added in one step: the memory of a producer holds so many. */
const PART = 500

/** How often a producer looks whether it may add more, in milliseconds. */
const LOOK_EVERY = 200

type NewJob = ReturnType<typeof toJob>

/**
 * Adds a run for each input, in parts, so that memory does not grow with the inputs. It may be repeated, also after a crash,
 * with the same or with more inputs: what the queue knows is not added again, and never sent twice. Inputs that are the
 * same are one, unless a `key` of yours tells them apart.
 *
 * @throws ConfigurationError for invalid options, and for an input that JSON would change or that `key` gives no name, with its
 *   index; Error if Redis has forgotten
 *   the batch, and whatever the inputs throw.
 */
export async function enqueueRuns<Input extends object>(
  queue: RunQueue,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: EnqueueOptions<Input>,
): Promise<Enqueued> {
  // It has to be there.
  checkOptions({ ...options, flowId: options?.flowId ?? null }, checks)
  const { maxWaiting = Infinity, onProgress, signal } = options
  const { record, run } = queue.internals
  const token = randomUUID()
  await record.open()
  let added = 0
  let known = 0
  let index = 0
  let part: NewJob[] = []
  const flush = async () => {
    if (!(await record.isSame())) throw new Error(`Cannot add inputs: ${FORGOTTEN}`)
    const jobs = [...new Map(part.map((job) => [job.opts.jobId, job])).values()]
    const ids = jobs.map(({ opts }) => opts.jobId)
    const states = (await run('claim', queue.bull.toKey(''), token, ...ids)) as readonly ('new' | 'known' | 'claimed')[]
    // What another one claims is added all the same, as it may die. One by one, at the same time: what a lost connection
    // leaves open is sent again then, which a pipeline is not.
    const missing = jobs.filter((_, at) => states[at] !== 'known')
    await Promise.all(missing.map(({ data, name, opts }) => queue.bull.add(name, data, opts)))
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
  for await (const input of inputs) {
    if (signal?.aborted) break
    part.push(toJob(input, index, options))
    index += 1
    if (part.length === Math.min(PART, Math.max(1, maxWaiting))) await flush()
  }
  if (part.length > 0) await flush()
  return { added, known }
}

function toJob<Input extends object>(input: Input, index: number, { flowId, key }: EnqueueOptions<Input>) {
  let json: string
  let name: string | undefined
  try {
    json = jsonArgument(input)
    name = key?.(input, index)
    if (key) checkOptions({ key: name ?? null }, { key: isName })
  } catch (cause) {
    throw new ConfigurationError(`Cannot add input ${index}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  const data: QueuedInput = { index, input: JSON.parse(json), key: name }
  return { name: flowId, data, opts: { jobId: idOf(name ?? `${flowId} ${json}`) } }
}
