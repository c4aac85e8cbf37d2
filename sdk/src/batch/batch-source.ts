import type { Scope } from '../transport/scope.ts'

/** The inputs of a batch. With an array as a type of its own, the compiler names the input that does not fit. */
export type Inputs<Input> = readonly Input[] | Iterable<Input> | AsyncIterable<Input>

export interface IndexedInput<Input> {
  readonly index: number
  readonly input: Input
}

interface SourceLimits {
  /** The largest number of inputs that are sent. */
  readonly maxRuns: number
  /** Ends the source: no further input is taken. */
  readonly stop: AbortSignal
}

/** Takes the inputs of a batch from the iterable of the caller, one at a time. */
export class BatchSource<Input> {
  readonly #iterator: Iterator<Input> | AsyncIterator<Input>
  readonly #stop: AbortSignal
  #remainingRuns: number
  #nextIndex = 0
  #isTaking = false
  #hasEnded = false

  constructor(inputs: Inputs<Input>, { maxRuns, stop }: SourceLimits) {
    this.#iterator = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]()
    this.#remainingRuns = maxRuns
    this.#stop = stop
  }

  /**
   * Returns the next input, or undefined at the end. From an asynchronous source, it returns a promise. Call it again only
   * after the promise has settled.
   */
  take(): IndexedInput<Input> | undefined | Promise<IndexedInput<Input> | undefined> {
    if (this.#remainingRuns <= 0 || this.#hasEnded || this.#stop.aborted) return undefined

    const next = this.#iterator.next()
    return 'then' in next ? this.#takeLater(next) : this.#toInput(next)
  }

  async #takeLater(later: Promise<IteratorResult<Input>>): Promise<IndexedInput<Input> | undefined> {
    this.#isTaking = true
    const next = await later
    this.#isTaking = false
    return this.#toInput(next)
  }

  #toInput(next: IteratorResult<Input>): IndexedInput<Input> | undefined {
    if (next.done) {
      this.#hasEnded = true
      return undefined
    }

    const index = this.#nextIndex
    this.#nextIndex += 1
    this.#remainingRuns -= 1
    return { index, input: next.value }
  }

  /** Excludes an input from `maxRuns`, because the store has a record of it and it is not sent. */
  excludeFromRuns(): void {
    this.#remainingRuns += 1
  }

  /** Closes the iterator and waits for its cleanup, until the scope ends. */
  async close(scope: Scope): Promise<void> {
    const closed = Promise.resolve(this.#iterator.return?.())
    closed.catch(() => {})

    // A generator that is still producing an input closes only after that, which can be never.
    if (!this.#isTaking) await scope.during(() => closed)
  }
}
