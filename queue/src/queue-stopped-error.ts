/**
 * The queue sends nothing until a person decides, since Redis does not have it or may have forgotten what was sent.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { enqueueRuns, openRunQueue, QueueStoppedError } from '@wfhost/queue'
 *
 * const queue = await openRunQueue('never-created')
 * const adding = enqueueRuns(queue, 'support-triage', [{ subject: 'A refund' }])
 * await assert.rejects(adding, (error) => error instanceof QueueStoppedError && /queue create never-created/.test(error.message))
 * await queue.close()
 * ```
 */
export class QueueStoppedError extends Error {
  override readonly name = 'QueueStoppedError'
  readonly code = 'queue_stopped'
  /** Why nothing is sent, as the status says it. */
  readonly reason: string

  constructor(task: string, { reason, remedy }: { readonly reason: string; readonly remedy: string }) {
    super(`Cannot ${task}: ${reason}. ${remedy}`)
    this.reason = reason
  }
}

/** Says what to do where Redis does not have a queue. */
export function explainMissing(name: string): string {
  return `If the queue is new, run once: wfhost queue create ${name}. If Redis has lost it, the same command begins again, and inputs that were sent run twice if they are added again`
}

/** Says what to do where Redis may have forgotten what was sent. */
export function explainForgotten(name: string): string {
  return `Inputs that Redis has forgotten may run twice if the queue continues. If that does no harm, run: wfhost queue resume ${name} --may-run-twice`
}
