import type { Call } from './call.ts'
import { failureError } from './failure-error.ts'
import { createRedactor } from './redact.ts'
import type { StartedRun } from './run.ts'
import { Interruption, openScope } from './scope.ts'
import type { AskRun, WaitOptions } from './start-options.ts'

/** What is waited for. */
export interface Waiting<Ending> {
  readonly call: Call
  readonly started: StartedRun
  readonly ask: AskRun<Ending>
}

/** Asks until there is an ending, ever less often (with jitter), until the deadline or an abort. */
export async function waitForRun<Ending>({ call, started, ask }: Waiting<Ending>, options: WaitOptions = {}): Promise<Ending> {
  const { deadline = 600_000, interval = 1_000, maxInterval = 15_000, signal } = options
  const settings = { ...call.settings, deadline, signals: [...call.settings.signals, signal] }
  const waiting = { ...call, action: call.action.replace('start', 'wait for'), settings }
  const scope = openScope(settings)
  try {
    for (let pause = interval; ; pause = Math.min(pause * 1.5, maxInterval)) {
      const ending = await scope.during(async (onInterrupt) => {
        const controller = new AbortController()
        onInterrupt(() => controller.abort())
        return ask(started, controller.signal)
      })
      if (ending !== undefined) return ending
      await scope.sleepUntil(settings.clock.now() + pause * (0.5 + settings.random() / 2))
    }
  } catch (error) {
    if (!(error instanceof Interruption)) throw error
    throw failureError(waiting, { error, sending: true, redactor: createRedactor([]) }).error
  } finally {
    scope.close()
  }
}
