import { setRealTimeout } from '../core/clock/clock.ts'
import { loadEngine } from './load-engine.ts'
import { createSandbox, type Evaluated, type Evaluation, failed, type Sandbox, sandboxLimits } from './sandbox.ts'

const recycling = {
  /** An engine is replaced after this number of expressions, which may have left something behind. */
  calls: 10_000,
  /** An engine that uses more bytes is replaced, because WebAssembly never returns memory. */
  memoryBytes: 1.5 * sandboxLimits.startBytes,
} as const

/** How long several evaluations can use the event loop before other work gets a turn. */
const turnMs = 10

/** The characters of an input that takes a turn of its own to read. */
const longInputCharacters = 100_000

/** An evaluation that was stopped, and used less than this part of its time, mostly waited for the processor. */
const leastBusyPart = 0.5

/** Evaluates one expression after another in this thread. In between, the thread can do other work. */
export interface Evaluator {
  readonly evaluate: (evaluation: Evaluation) => Promise<Evaluated>
}

/** @param start - Starts an engine. The default takes some milliseconds, and longer for the first one. */
export function createEvaluator(start: () => Promise<Sandbox> = startSandboxes()): Evaluator {
  const evaluator = new SequentialEvaluator(start)
  return { evaluate: (evaluation) => evaluator.evaluate(evaluation) }
}

interface Engine {
  readonly sandbox: Promise<Sandbox>
  calls: number
}

interface TimedOutcome {
  readonly evaluated: Evaluated
  readonly ms: number
  /** The time of the processor. Undefined if the runtime does not report it. */
  readonly processorMs: number | undefined
}

class SequentialEvaluator {
  readonly #start: () => Promise<Sandbox>
  #engine: Engine | undefined
  /** The time that evaluations have used in this turn of the event loop. */
  #usedMs = 0
  #previous: Promise<unknown> = Promise.resolve()

  constructor(start: () => Promise<Sandbox>) {
    this.#start = start
  }

  /** Evaluates an expression after all earlier ones. */
  evaluate(evaluation: Evaluation): Promise<Evaluated> {
    const evaluated = this.#previous.then(() => this.#evaluateWithRetry(evaluation))
    this.#previous = evaluated.catch(() => {
      // An engine that failed to start may start the next time.
      this.#engine = undefined
    })
    return evaluated
  }

  /**
   * Evaluates an expression, and again in a new engine if memory of earlier expressions made it fail, or if the machine was
   * busy with other work.
   */
  async #evaluateWithRetry(evaluation: Evaluation): Promise<Evaluated> {
    const { length } = evaluation.input
    if (length > sandboxLimits.jsonCharacters) {
      return failed(`The input of the expression has ${length} characters as JSON, more than ${sandboxLimits.jsonCharacters}`)
    }

    const isNewEngine = this.#getEngine().calls === 0
    const first = await this.#evaluateOnce(evaluation, sandboxLimits.ms)
    if (wasStarved(first)) return (await this.#evaluateOnce(evaluation, sandboxLimits.ms)).evaluated

    const isOutOfMemory = first.evaluated.kind === 'stopped' && first.evaluated.isOutOfMemory
    if (!isOutOfMemory || isNewEngine) return first.evaluated

    // The time limit is for both attempts together.
    const second = await this.#evaluateOnce(evaluation, sandboxLimits.ms - first.ms)
    return second.evaluated.kind === 'stopped' ? first.evaluated : second.evaluated
  }

  async #evaluateOnce(evaluation: Evaluation, limitMs: number): Promise<TimedOutcome> {
    if (this.#usedMs > turnMs) await this.#waitForNextTurn()

    const engine = this.#getEngine()
    const sandbox = await engine.sandbox
    // The start of an engine takes a turn of its own.
    if (engine.calls === 0) await this.#waitForNextTurn()

    const readProblem = sandbox.read(evaluation.input)
    if (evaluation.input.length > longInputCharacters) await this.#waitForNextTurn()

    const startedAt = performance.now()
    const processorStart = readProcessorMs()
    const evaluated = readProblem ?? sandbox.evaluate(evaluation, limitMs)
    const ms = performance.now() - startedAt
    const processorMs = processorStart === undefined ? undefined : (readProcessorMs() ?? 0) - processorStart
    this.#usedMs += ms
    engine.calls += 1

    const isWornOut = engine.calls >= recycling.calls || sandbox.memoryBytes() > recycling.memoryBytes
    if (isWornOut || evaluated.kind === 'stopped') this.#engine = undefined
    return { evaluated, ms, processorMs }
  }

  #getEngine(): Engine {
    this.#engine ??= { sandbox: this.#start(), calls: 0 }
    return this.#engine
  }

  /** Lets other work of this thread run. */
  async #waitForNextTurn(): Promise<void> {
    await new Promise((resolve) => setRealTimeout(resolve, 0))
    this.#usedMs = 0
  }
}

/** Whether an evaluation was stopped although it had little time of the processor. */
function wasStarved({ evaluated, processorMs }: TimedOutcome): boolean {
  if (evaluated.kind !== 'stopped' || evaluated.isOutOfMemory || processorMs === undefined) return false
  return processorMs < leastBusyPart * sandboxLimits.ms
}

/** Reads the time that this thread, or before Node 24 the process, has used. Undefined outside Node. */
function readProcessorMs(): number | undefined {
  const { process } = globalThis
  const usage = process?.threadCpuUsage?.() ?? process?.cpuUsage?.()
  return usage === undefined ? undefined : (usage.user + usage.system) / 1000
}

/** Creates a function that starts engines. The engine is compiled once. */
function startSandboxes(): () => Promise<Sandbox> {
  let compiled: Promise<WebAssembly.Module> | undefined
  return async () => {
    compiled ??= loadEngine()
    return createSandbox(await compiled)
  }
}
