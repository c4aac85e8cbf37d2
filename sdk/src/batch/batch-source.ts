import type { Scope } from '../transport/scope.ts'
import type { BatchOptions } from './batch.ts'

/** The inputs of a batch. */
export type Inputs<Input> = Iterable<Input> | AsyncIterable<Input>

/** An input and its index. */
export interface Entry<Input> {
  readonly index: number
  readonly input: Input
}

/** Hands out the inputs of a batch. */
export interface BatchSource<Input> {
  /** Resolves with the next input that is not skipped, or undefined at the end. Must not be called again before it settles. */
  readonly take: () => Promise<Entry<Input> | undefined>
  /** Closes the iterator and waits for its cleanup, at most until the scope ends. */
  readonly close: (scope: Scope) => Promise<void>
}

interface SourceOptions extends Pick<BatchOptions, 'maxRuns' | 'skip'> {
  /** Hands out no further input. */
  readonly stop: AbortSignal
}

/** Opens the inputs of a batch. */
export function openSource<Input>(inputs: Inputs<Input>, options: SourceOptions): BatchSource<Input> {
  const { maxRuns = Infinity, skip, stop } = options
  const iterator = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]()
  let left = maxRuns
  let index = -1
  let asking = false

  const take = async () => {
    while (left > 0 && !stop.aborted) {
      asking = true
      const next = await iterator.next()
      asking = false
      if (next.done) return undefined
      index += 1
      if (skip?.(index)) continue
      left -= 1
      return { index, input: next.value }
    }
    return undefined
  }

  return {
    take,
    close: async (scope) => {
      const closed = Promise.resolve(iterator.return?.())
      closed.catch(() => {})
      // A generator that is still producing an input closes only after that, which may be never. One that threw is closed.
      if (!asking) await scope.during(() => closed)
    },
  }
}
