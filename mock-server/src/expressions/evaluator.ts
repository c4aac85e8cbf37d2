import { setRealTimeout } from '../core/clock/clock.ts'
import { loadEngine } from './load-engine.ts'
import { createSandbox, type Evaluated, type Evaluation, failed, type Sandbox, sandboxLimits } from './sandbox.ts'

const recycling = {
  /** After so many expressions an engine is replaced: whatever they left behind goes with it. */
  calls: 10_000,
  /** An engine that has taken more bytes than this is replaced: memory that WebAssembly has taken is never given back. */
  memoryBytes: 1.5 * sandboxLimits.startBytes,
} as const

/** Evaluations in one turn of the event loop take so long together at most, or one of them alone. */
const turnMs = 10

/** The characters of an input that takes a turn of its own to be read. */
const longInput = 100_000

/** Evaluates one expression after another in this thread, and lets the thread do other work in between. */
export interface Evaluator {
  readonly evaluate: (evaluation: Evaluation) => Promise<Evaluated>
}

/** @param start - starts an engine. The default takes some milliseconds, and longer for the first one. */
export function createEvaluator(start: () => Promise<Sandbox> = startSandboxes()): Evaluator {
  let engine: { readonly sandbox: Promise<Sandbox>; calls: number } | undefined
  let spentMs = 0
  let last: Promise<unknown> = Promise.resolve()

  function engineInUse(): { readonly sandbox: Promise<Sandbox>; calls: number } {
    engine ??= { sandbox: start(), calls: 0 }
    return engine
  }

  async function evaluateInTurn(evaluation: Evaluation): Promise<Evaluated> {
    if (evaluation.input.length > sandboxLimits.jsonCharacters) {
      const { length } = evaluation.input
      return failed(`The input of the expression has ${length} characters as JSON, more than ${sandboxLimits.jsonCharacters}`)
    }
    const isFirst = engineInUse().calls === 0
    const { evaluated, ms } = await evaluateOnce(evaluation, sandboxLimits.ms)
    if (evaluated.kind !== 'stopped' || !evaluated.isOutOfMemory || isFirst) return evaluated
    // Memory that other expressions had left behind must not make this one fail. The time limit is for both attempts.
    const again = await evaluateOnce(evaluation, sandboxLimits.ms - ms)
    return again.evaluated.kind === 'stopped' ? evaluated : again.evaluated
  }

  async function evaluateOnce(
    evaluation: Evaluation,
    limitMs: number,
  ): Promise<{ readonly evaluated: Evaluated; readonly ms: number }> {
    if (spentMs > turnMs) await nextTurn()
    const used = engineInUse()
    const sandbox = await used.sandbox
    // The start of an engine takes time, too.
    if (used.calls === 0) await nextTurn()
    const hasUnreadableBody = sandbox.read(evaluation.input)
    if (evaluation.input.length > longInput) await nextTurn()
    const startedAt = performance.now()
    const evaluated = hasUnreadableBody ?? sandbox.evaluate(evaluation, limitMs)
    const ms = performance.now() - startedAt
    spentMs += ms
    used.calls += 1
    const isWorn = used.calls >= recycling.calls || sandbox.memoryBytes() > recycling.memoryBytes
    if (isWorn || evaluated.kind === 'stopped') engine = undefined
    return { evaluated, ms }
  }

  async function nextTurn(): Promise<void> {
    await new Promise((resolve) => setRealTimeout(resolve, 0))
    spentMs = 0
  }

  return {
    evaluate: (evaluation) => {
      const evaluated = last.then(() => evaluateInTurn(evaluation))
      last = evaluated.catch(() => {
        // An engine that did not start may start the next time.
        engine = undefined
      })
      return evaluated
    },
  }
}

function startSandboxes(): () => Promise<Sandbox> {
  let compiled: Promise<WebAssembly.Module> | undefined
  return async () => {
    compiled ??= loadEngine()
    return createSandbox(await compiled)
  }
}
