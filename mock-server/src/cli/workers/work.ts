import { CommandLineError } from '../command-line-error.ts'
import { createWorkerOperations } from './create-worker-operations.ts'
import type { Call, Pieces, SentRequest, ToFront, ToWorker, WorkerOperations } from './messages.ts'

/**
 * Answers the calls of the front until the front ends.
 *
 * @throws {CommandLineError} in a process that was not started by a front.
 */
export function work(): void {
  if (process.send === undefined) {
    throw new CommandLineError('Cannot work alone: wfhost-mock --workers <number> starts its workers')
  }
  const operations = createWorkerOperations()
  const underWay = new Map<number, AbortController>()

  // If the front has ended, this process ends as well.
  const send = (message: ToFront): unknown => process.send?.(message, undefined, {}, () => {})

  async function answer(call: Call, signal: AbortSignal): Promise<void> {
    const { id } = call
    try {
      const { pieces, value } = await perform(operations, { call, signal })
      send({ id, value, inPieces: pieces !== undefined })
      if (pieces !== undefined) await sendPieces(pieces, { id, signal })
    } catch (error) {
      send({ id, error: describeError(error) })
    }
  }

  async function sendPieces(
    pieces: Pieces,
    { id, signal }: { readonly id: number; readonly signal: AbortSignal },
  ): Promise<void> {
    try {
      for await (const piece of pieces) {
        if (signal.aborted) return
        send({ id, piece })
      }
      send({ id, piece: 'end' })
    } catch {
      send({ id, piece: 'broken' })
    }
  }

  process.on('message', (message: ToWorker) => {
    const { id } = message
    if ('abandoned' in message) {
      underWay.get(id)?.abort()
      return
    }
    const controller = new AbortController()
    underWay.set(id, controller)
    void answer(message, controller.signal).finally(() => underWay.delete(id))
  })

  // A signal to the process group is handled by the front, which waits for the requests in progress.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => {
    operations.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}

async function perform(
  operations: WorkerOperations,
  { call: { argument, name }, signal }: { readonly call: Call; readonly signal: AbortSignal },
): Promise<{ readonly value: unknown; readonly pieces?: Pieces | undefined }> {
  if (name !== 'answer') return { value: await Reflect.apply(operations[name], undefined, [argument]) }
  const { pieces, ...value } = await operations.answer(argument as SentRequest, signal)
  return { value, pieces }
}

function describeError(error: unknown): { readonly name: string; readonly message: string } {
  return error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) }
}
