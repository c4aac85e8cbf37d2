import type { BatchItem } from './batch.ts'

/** What a store knows of an input: it was started and nothing more is known, or it has an outcome. */
export type RecordedOutcome = 'started' | 'succeeded' | 'failed' | 'unknown'

/** An input that is about to be sent. */
export interface BatchEntry<Input = unknown> {
  /** What names the input in the store: its index, unless the batch has the option `key`. */
  readonly key: string
  readonly index: number
  readonly input: Input
}

/**
 * The durable record of a batch: what makes a batch that crashed, or that runs in several processes, send no input twice.
 * A file is one (`fileStore` of `@wfhost/sdk/batch-file`), and any database that can set a key unless it is there is
 * another. It belongs to one batch: where several share a database, put a name for the batch before each key.
 *
 * | | by `start` | by `settle` |
 * |---|---|---|
 * | nothing is recorded | `started`; undefined is returned, and the input is sent | |
 * | anything is recorded | unchanged, and returned; the input is skipped | |
 * | the outcome is succeeded, failed or unknown | | that outcome |
 * | the outcome is refused: it certainly did not run | | what was there before the start, mostly nothing |
 *
 * Inputs whose key is their index must not change between batches, or another one would be skipped: a store that keeps a
 * hash of the input can refuse that, as `fileStore` does.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { type BatchStore, createWorkflowClient, type RecordedOutcome, runMany } from '@wfhost/sdk'
 *
 * const { fetch, runs } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const tickets = [{ subject: 'A refund' }, { subject: 'A question' }]
 *
 * const table = new Map<string, RecordedOutcome>() // in production, something that outlives the process
 * const record: BatchStore = {
 *   start: ({ key }) => {
 *     const before = table.get(key)
 *     if (before === undefined) table.set(key, 'started')
 *     return before
 *   },
 *   settle: ({ key }, { outcome }) => void (outcome === 'refused' ? table.delete(key) : table.set(key, outcome)),
 * }
 *
 * for (const round of ['first', 'again']) {
 *   for await (const { input } of runMany('support-triage', tickets, { client, record, key: ({ subject }) => subject })) {
 *     assert.equal(round, 'first', input.subject)
 *   }
 * }
 * assert.equal(runs().length, 2)
 * ```
 */
export interface BatchStore<Input = unknown, Result = unknown> {
  /**
   * Records that an input is about to be sent, unless something is recorded of it: both in one step, where several
   * processes share the store. Awaited before the input is sent, so that its effect must be durable by then. What is
   * returned was recorded earlier, and the input is skipped; undefined lets it be sent. If it throws, the batch ends and
   * the input is not sent. Not called again when an input that was certainly not received is sent again.
   */
  readonly start: (entry: BatchEntry<Input>) => Promise<RecordedOutcome | undefined> | RecordedOutcome | undefined
  /**
   * Records what became of an input as soon as that is known, even after the loop was left, and is awaited before the batch
   * ends; after the deadline or an abort for 5 s at most. If it throws, the batch ends; the item is still yielded.
   */
  readonly settle: (entry: BatchEntry<Input>, item: BatchItem<Input, Result>) => unknown
}
