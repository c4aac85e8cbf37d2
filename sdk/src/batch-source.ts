import type { BatchOptions } from './batch.ts'
import type { Scope } from './scope.ts'

/** What a batch runs through. */
export type Inputs<Input> = Iterable<Input> | AsyncIterable<Input>

/** An input and its place among all. */
export interface Entry<Input> {
  readonly index: number
  readonly input: Input
}

/** Hands out the inputs of a batch. */
export interface BatchSource<Input> {
  /** Resolves with the next input that is not left out, and with undefined after the last. */
  readonly take: () => Promise<Entry<Input> | undefined>
  /** Hands out no further input. */
  readonly stop: () => void
  /** Tells the iterator that nothing more is taken, and waits until it has cleaned up, no longer than the scope lasts. */
  readonly close: (scope: Scope) => Promise<void>
}

/** Opens the inputs of a batch. The iterator is asked for one at a time: not every one can be asked for two at once. */
export function openSource<Input>(inputs: Inputs<Input>, options: Pick<BatchOptions, 'maxRuns' | 'skip'>): BatchSource<Input> {
  const { maxRuns = Number.POSITIVE_INFINITY, skip } = options
  const iterator = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]()
  let left = maxRuns
  let position = 0
  let asking = false
  let turn: Promise<unknown> = Promise.resolve()

  const stop = () => {
    left = 0
  }
  const take = async () => {
    while (left > 0) {
      asking = true
      const next = await iterator.next()
      asking = false
      if (next.done) break
      const index = position
      position += 1
      if (skip?.(index)) continue
      left -= 1
      return { index, input: next.value }
    }
    stop()
    return undefined
  }

  return {
    stop,
    take: () => {
      const next = turn.then(take)
      turn = next.catch(stop)
      return next
    },
    close: async (scope) => {
      const closed = Promise.resolve(iterator.return?.())
      closed.catch(() => {})
      // A generator that is busy with an input ends after that, which may be never. One that has thrown has ended.
      if (!asking) await scope.during(() => closed)
    },
  }
}
