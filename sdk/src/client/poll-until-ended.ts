import { createInterruptionError } from '../errors/create-interruption-error.ts'
import type { Clock } from '../transport/clock.ts'
import { Interruption, openScope } from '../transport/scope.ts'
import { checkOptions } from './option-kinds.ts'
import type { WaitOptions } from './start-options.ts'

/** What to poll for, and how. */
export interface Question<Ending> {
  /** What is waited for, in the words of a message. */
  readonly what: string
  readonly ask: (signal: AbortSignal) => Promise<Ending | undefined>
  readonly clock: Clock
  readonly random: () => number
  readonly signals: readonly (AbortSignal | undefined)[]
}

/** Polls until there is an ending, at growing intervals with jitter, or until the deadline or an abort. */
export async function pollUntilEnded<Ending>(question: Question<Ending>, options: WaitOptions = {}): Promise<Ending> {
  const { ask, clock, random, what } = question
  checkOptions(options)
  const { deadline = 600_000, interval = 1_000, maxInterval = 15_000, maxRetries = 2, signal } = options
  const scope = openScope({ clock, deadline, signals: [...question.signals, signal] })
  try {
    for (let pause = interval, failures = 0; ; pause = Math.min(pause * 1.5, maxInterval)) {
      try {
        const ending = await scope.during(async (onInterrupt) => {
          const controller = new AbortController()
          onInterrupt(() => controller.abort())
          return ask(controller.signal)
        })
        if (ending !== undefined) return ending
        failures = 0
      } catch (thrown) {
        failures += 1
        if (thrown instanceof Interruption || failures > maxRetries) throw thrown
      }
      await scope.sleepUntil(clock.now() + (pause / 2) * (1 + random()))
    }
  } catch (error) {
    const late = `no end was seen within ${deadline} ms (deadline)`
    const interrupted = { action: `wait for ${what}`, late, mayHaveRun: true }
    throw error instanceof Interruption ? createInterruptionError(error, interrupted) : error
  } finally {
    scope.close()
  }
}
