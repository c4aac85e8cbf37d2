import { createHash } from 'node:crypto'
import { APIError, type BatchItem, type BatchProgress } from '@wfhost/sdk'
import { redacted } from '@wfhost/sdk/batch-file'
import type { RunScript } from './connection.ts'
import type { MemoryGuard } from './memory-guard.ts'

/** An input of a queue, as its job and its outcome have it. */
export interface QueuedInput {
  /** For an input with a key: marks the call that added it, and its content. Scripts expect it as the first member. */
  readonly mark?: string | undefined
  /** The key of the input. Undefined if its hash identifies it. */
  readonly key?: string | undefined
  /** Its position among the inputs of its producer. */
  readonly index: number
  readonly input: unknown
}

/** An attempt at an input. */
export interface Attempt {
  /** The ID of its job. */
  readonly id: string
  /** Unique for each attempt. */
  readonly token: string
  /** Undefined if the caller has a circuit breaker of its own. */
  readonly maxUnknown?: number | undefined
}

/** An outcome to be recorded. */
export interface Settlement {
  readonly outcome: BatchItem<unknown>['outcome']
  /** The recorded outcome, as JSON. */
  readonly item: string
  /** The mark of its input. */
  readonly mark?: string | undefined
  /** The process that started it has died. Settles it only if it is still open, and does not count for the breaker. */
  readonly lost?: boolean | undefined
}

/** The reason why a start was taken back, and the wait until the next start in milliseconds. Without a wait, backoff applies. */
export interface GivenBack {
  readonly why: Exclude<BatchProgress['pauseReason'], 'unknown'>
  readonly wait?: number | undefined
}

/** The record of a queue in Redis: each step is one script, so that any number of processes share it. */
export type QueueRecord = ReturnType<typeof createRecord>

interface RecordOptions {
  readonly run: RunScript
  readonly guard: MemoryGuard
  /** Stops the queue for a person to look at. */
  readonly stop: (reason: string) => Promise<void>
}

/** A limit that is never reached, for callers with a circuit breaker of their own. */
const NEVER = 1e9

export function createRecord({ guard, run, stop }: RecordOptions) {
  return {
    /** `begun` if it is to be sent, `wait` if all wait, or what is recorded of it: `>` and the token of another attempt, or its outcome. */
    begin: async ({ id, maxUnknown = NEVER, token }: Attempt): Promise<string> => {
      const state = String(await run('begin', id, token, guard.knownEpoch() ?? '', maxUnknown))
      if (state !== 'look') return state

      const memory = await guard.check()
      if (memory.kind !== 'trusted') await run('holdAll')
      return 'wait'
    },

    /** Returns where it is kept; undefined if another outcome was there. */
    settle: async ({ id, maxUnknown, token }: Attempt, { item, lost, mark = '', outcome }: Settlement) => {
      const blamed = lost ? '' : (maxUnknown ?? '')
      const said = (await run('settle', id, token, outcome, item, lost ? 1 : '', blamed, Math.random(), mark)) as string[]
      if (said[1] === 'stop') await stop('too many outcomes in a row are unknown, also after 3 pauses')
      return said[0] === 'settled' ? undefined : said[0]
    },

    giveBack: async ({ id, token }: Attempt, { wait, why }: GivenBack) => {
      await run('giveBack', id, token, why ?? '', wait ?? '', Math.random())
    },
  }
}

/** The ID of the job of an input. BullMQ takes no colon, and no number. */
export function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

/** Describes an outcome as JSON without keys, because its readers may have no key. */
export function describe(flowId: string | undefined, { index, input, key }: QueuedInput, item: object): string {
  const { error, run } = item as { readonly error?: unknown; readonly run?: object }
  const kept = error === undefined ? { run: run && redacted(run) } : { error: describeError(error) }
  return JSON.stringify({ flowId, key, index, input, ...kept })
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, name } = error
  if (!(error instanceof APIError)) return { name, message }
  return { ...error, name, message, headers: error.headers && Object.fromEntries(error.headers), cause: undefined }
}

/** Creates the error of an input whose worker or batch has died. */
export function createLostError(process: 'worker' | 'batch'): APIError {
  return new APIError(`Cannot tell what became of the run: its ${process} died, or stopped, before the response came`, {
    mayHaveRun: true,
  })
}
