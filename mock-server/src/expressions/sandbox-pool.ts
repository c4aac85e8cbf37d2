import type { Worker } from 'node:worker_threads'
import { createSandbox, type Evaluated, type Evaluation, sandboxLimits } from './sandbox.ts'

const poolLimits = {
  /** Sandboxes at once. Each runs one expression; another one waits, or starts the next sandbox. */
  sandboxes: 4,
  /** After so many milliseconds a thread that does not answer is ended: its own limit did not stop it. */
  ms: 3 * sandboxLimits.ms,
  /** Turns of the event loop before it may sleep, 0.3 ms: to wake it on an idle processor takes longer than most expressions. */
  turns: 100,
} as const

/** Evaluates expressions away from the thread that asks. */
export interface SandboxPool {
  readonly evaluate: (evaluation: Evaluation) => Promise<Evaluated>
}

interface Waiting {
  readonly evaluation: Evaluation
  readonly resolve: (evaluated: Evaluated) => void
}

interface Thread {
  readonly worker: Worker
  /** How often it was called. */
  readonly calls: Int32Array<SharedArrayBuffer>
  isReady: boolean
  current?: Waiting
  late?: ReturnType<typeof setTimeout>
}

/**
 * Starts threads when they are needed, and one more than are busy, so that an expression which takes its time holds up no
 * other. Once they have started, they do not keep the process alive.
 */
export function createThreadPool(startWorker: (calls: Int32Array<SharedArrayBuffer>) => Worker): SandboxPool {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []

  function start(): void {
    const calls = new Int32Array(new SharedArrayBuffer(4))
    const worker = startWorker(calls)
    const thread: Thread = { worker, calls, isReady: false }
    threads.add(thread)
    worker.on('message', (evaluated: Evaluated | 'ready') => {
      if (evaluated !== 'ready') return finish(thread, evaluated)
      thread.isReady = true
      // Not before: somebody may wait for it. While an expression is under way, its timer keeps the process alive.
      worker.unref()
      dispatch()
    })
    // What ends a thread from inside, such as memory, is the expression's own fault.
    worker.once('error', (error: unknown) => end(thread, error instanceof Error ? error.message : String(error)))
    worker.once('exit', () => end(thread, 'it ended the engine'))
  }

  function dispatch(): void {
    for (const thread of threads) {
      const next = thread.isReady && thread.current === undefined ? queue.shift() : undefined
      if (next === undefined) continue
      thread.current = next
      thread.late = setTimeout(() => end(thread, `it takes longer than ${poolLimits.ms} ms`), poolLimits.ms)
      thread.worker.postMessage(next.evaluation)
      Atomics.add(thread.calls, 0, 1)
      Atomics.notify(thread.calls, 0)
      stayAwake(() => thread.current === next, poolLimits.turns)
    }
    const idle = [...threads].filter(({ current }) => current === undefined).length
    if (idle < Math.max(1, queue.length) && threads.size < poolLimits.sandboxes) start()
  }

  function finish(thread: Thread, evaluated: Evaluated): void {
    const { current } = thread
    clearTimeout(thread.late)
    delete thread.current
    // The memory that it has taken is given back with the thread only.
    if ('limit' in evaluated) discard(thread)
    current?.resolve(evaluated)
    dispatch()
  }

  function end(thread: Thread, why: string): void {
    if (!threads.has(thread)) return
    clearTimeout(thread.late)
    discard(thread)
    thread.current?.resolve({
      error: { name: 'ExpressionLimitExceeded', value: `The expression was stopped: ${why}` },
      limit: true,
    })
    if (!thread.isReady && threads.size === 0) failAll(why)
    else dispatch()
  }

  function discard(thread: Thread): void {
    threads.delete(thread)
    void thread.worker.terminate()
  }

  // No thread can be started at all: nobody shall wait for ever.
  function failAll(why: string): void {
    for (const { resolve } of queue.splice(0)) resolve({ error: { name: 'ExpressionError', value: `Cannot evaluate: ${why}` } })
  }

  return {
    evaluate: (evaluation) =>
      new Promise((resolve) => {
        queue.push({ evaluation, resolve })
        dispatch()
      }),
  }
}

/** Others are answered in each turn. Counted, not timed: a test may hold the clock. */
function stayAwake(isUnderWay: () => boolean, turns: number): void {
  if (turns > 0 && isUnderWay()) setImmediate(stayAwake, isUnderWay, turns - 1)
}

/** Where there are no threads, as in a page: one sandbox in the thread of its own, with the limits that it has itself. */
export function createLocalPool(): SandboxPool {
  let sandbox: ReturnType<typeof createSandbox> | undefined
  return {
    evaluate: async (evaluation) => {
      sandbox ??= createSandbox()
      const evaluated = (await sandbox).evaluate(evaluation)
      if ('limit' in evaluated) sandbox = undefined
      return evaluated
    },
  }
}
