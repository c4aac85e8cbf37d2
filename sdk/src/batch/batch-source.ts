import type { Scope } from '../transport/scope.ts'
import type { BatchOptions } from './batch.ts'

export type Inputs<Input> = Iterable<Input> | AsyncIterable<Input>

export interface IndexedInput<Input> {
  readonly index: number
  readonly input: Input
}

interface SourceOptions extends Pick<BatchOptions, 'maxRuns'> {
  readonly stop: AbortSignal
}

export function openSource<Input>(inputs: Inputs<Input>, { maxRuns = Infinity, stop }: SourceOptions) {
  const iterator = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]()
  let left = maxRuns
  let index = -1
  let asking = false
  let ended = false

  return {
    /** Resolves with the next input, or undefined at the end. Must not be called again before it settles. */
    take: async (): Promise<IndexedInput<Input> | undefined> => {
      if (left <= 0 || ended || stop.aborted) return undefined
      asking = true
      const next = await iterator.next()
      asking = false
      ended = next.done === true
      if (next.done) return undefined
      index += 1
      left -= 1
      return { index, input: next.value }
    },
    /** Says that an input was not sent, since an earlier batch had: it does not count for `maxRuns`. */
    giveBack: () => {
      left += 1
    },
    /** Closes the iterator and waits for its cleanup, at most until the scope ends. */
    close: async (scope: Scope): Promise<void> => {
      const closed = Promise.resolve(iterator.return?.())
      closed.catch(() => {})
      // A generator that is still producing an input closes only after that, which may be never. One that threw is closed.
      if (!asking) await scope.during(() => closed)
    },
  }
}
