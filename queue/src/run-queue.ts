import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import type { BatchItem, BatchProgress, BatchStore, Run } from '@wfhost/sdk'
import type { Queue, Telemetry } from 'bullmq'
import type { Cluster, Redis } from 'ioredis'
import type { ServerWarning } from './check-server.ts'
import type { ExecuteScript, QueueConnection } from './connection.ts'
import type { MemoryGuard } from './memory-guard.ts'
import type { InputRecords, QueuedInput } from './record.ts'

/** How a queue is opened. */
export interface RunQueueOptions {
  /**
   * Its address, or a client of ioredis that was created with `maxRetriesPerRequest: null`, and that you close.
   * @default WFHOST_REDIS_URL, or redis://127.0.0.1:6379
   */
  readonly connection?: QueueConnection | undefined
  /**
   * The path of a file that remembers the queue outside Redis. A producer with a file creates the queue itself, once; it never
   * creates the queue again after Redis has lost it. Keep the file where it outlives Redis, one for each queue.
   * @default none; a person creates the queue with `wfhost queue create`
   */
  readonly file?: string | undefined
  /** Traces through OpenTelemetry: `new BullMQOtel(…)` of bullmq-otel. @default none */
  readonly telemetry?: Telemetry | undefined
  /** Called with errors that belong to no input, such as a lost connection, which is then renewed. @default none */
  readonly onError?: ((error: Error) => void) | undefined
}

/** How a queue is resumed. */
export interface ResumeOptions {
  /**
   * Lifts a stop because Redis may have forgotten what was sent. Inputs whose start Redis has forgotten run twice.
   * @default false
   */
  readonly mayRunTwice?: boolean | undefined
}

/** A queue in figures. */
export interface QueueStatus {
  /** Inputs that no worker has taken yet. */
  readonly waiting: number
  /** Inputs in progress, and inputs of lost workers that no other worker has examined yet. */
  readonly active: number
  readonly succeeded: number
  readonly failed: number
  /** Inputs that certainly did not run, such as after a 400. One that is added again counts again. */
  readonly refused: number
  readonly unknown: number
  /** Processes, and workers within one. */
  readonly workers: number
  /** The pause of all workers, as in a batch: its end and its reason. */
  readonly pausedUntil: BatchProgress['pausedUntil']
  readonly pauseReason: BatchProgress['pauseReason']
  /** Nothing is sent until somebody resumes: why. */
  readonly stopped: string | undefined
}

/** An outcome, as a queue keeps it: JSON, with the error as its members. */
export interface QueueOutcome {
  /** Where it is; give it as `after` to go on behind it. */
  readonly entry: string
  /** The ID of the input, which is that of its job. */
  readonly id: string
  readonly outcome: BatchItem<unknown>['outcome']
  /** The workflow; undefined for what `runMany` recorded. */
  readonly flowId?: string | undefined
  /** The name that the input was given; undefined where its hash names it. */
  readonly key?: string | undefined
  readonly index: number
  readonly input: unknown
  /** The run of an input that succeeded or failed. */
  readonly run?: Run | undefined
  /** The error of an input that was refused or may have run. */
  readonly error?: object | undefined
}

/** Which outcomes are read. */
export interface OutcomesOptions {
  /** Begins behind this entry. @default the first one that is kept */
  readonly after?: string | undefined
  /** Continues with new outcomes until the signal aborts. @default none */
  readonly follow?: AbortSignal | undefined
}

/** A batch in Redis, which any number of processes and machines share. */
export interface RunQueue extends AsyncDisposes {
  readonly name: string
  /** The queue of BullMQ: for Bull Board, for its metrics, and for what else there is for BullMQ. */
  readonly bull: Queue<QueuedInput>
  /** The client of Redis. */
  readonly redis: Redis | Cluster
  /** The store for `runMany`, instead of a file: several batches in several processes share it. */
  readonly store: BatchStore
  /** The state of a queue, as every machine sees it. */
  readonly status: () => Promise<QueueStatus>
  /**
   * Creates the queue in Redis, once. It says that none of its inputs was ever sent, so do not call it in a script that runs
   * again after Redis was lost. Rejects with a ConfigurationError if Redis has the queue already.
   */
  readonly create: () => Promise<void>
  /** Nothing more is sent; runs in progress go on to their end. */
  readonly pause: (reason?: string) => Promise<void>
  /**
   * Continues immediately, and ends a wait. Rejects with a QueueStoppedError if Redis may have forgotten what was sent, unless
   * `mayRunTwice` is true.
   */
  readonly resume: (options?: ResumeOptions) => Promise<void>
  /** Sends again what may have run, once you know that a second run does no harm. Resolves with the number of inputs. */
  readonly retryUnknown: () => Promise<number>
  /** Yields the outcomes that are kept, in the order in which they were recorded. */
  readonly outcomes: (options?: OutcomesOptions) => AsyncGenerator<QueueOutcome, void, undefined>
  /** Reads the configuration of the server, and says what of it weakens the promises. */
  readonly check: () => Promise<readonly ServerWarning[]>
  readonly close: () => Promise<void>
  /** @internal */
  readonly internals: QueueInternals
}

/** The internals of a queue, for the other parts of this package. */
export interface QueueInternals {
  readonly guard: MemoryGuard
  /** The start and the outcome of each input. */
  readonly inputRecords: InputRecords
  readonly executeScript: ExecuteScript
  /** Records the outcome of the runs of batches that have died as unknown. */
  readonly settleRunsOfDeadBatches: () => Promise<void>
  readonly telemetry: Telemetry | undefined
  /** The keys of the counts and the state of the queue, of the state of each input, and of the outcomes. */
  readonly keys: { readonly batch: string; readonly runs: string; readonly outcomes: string }
}

/** Where the keys of all queues begin. The name of a queue follows in braces: in a cluster, all of it is in one place. */
export const PREFIX = 'wfhost'
