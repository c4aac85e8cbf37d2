import { createHash } from 'node:crypto'
import { APIError, type BatchItem, type BatchProgress } from '@wfhost/sdk'
import { redacted } from '@wfhost/sdk/batch-file'
import type { RunScript } from './connection.ts'
import type { MemoryGuard } from './memory-guard.ts'

/** An input of a queue, as its job and its outcome have it. */
export interface QueuedInput {
  /** Tells which call added it, and what it was, where it has a name. The first member, as scripts look for it there. */
  readonly mark?: string | undefined
  /** The name that the input was given; undefined where its hash names it. */
  readonly key?: string | undefined
  /** Its position among the inputs of its producer. */
  readonly index: number
  readonly input: unknown
}

/** An attempt at an input. */
export interface Attempt {
  /** The ID of its job. */
  readonly id: string
  /** Nobody else has it. */
  readonly token: string
  /** Undefined for who has a breaker of its own. */
  readonly maxUnknown?: number | undefined
}

/** An outcome to be recorded. */
export interface Settlement {
  readonly outcome: BatchItem<unknown>['outcome']
  /** What is kept of it, as JSON. */
  readonly item: string
  /** The mark of its input. */
  readonly mark?: string | undefined
  /** Who had started it is gone: settles it only if it is still open, and says nothing of the service. */
  readonly lost?: boolean | undefined
}

/** Why a start was taken back, and for how long nothing is sent; undefined for backoff, or for no wait without a reason. */
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

/** For who has a breaker of its own. */
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

/** What is kept of an outcome, as JSON, without keys: whoever reads it may have none. */
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

/** What is known of an input whose worker or batch is gone. */
export function createLostError(who: string): APIError {
  return new APIError(`Cannot tell what became of the run: its ${who} died, or stopped, before the answer came`, {
    mayHaveRun: true,
  })
}
