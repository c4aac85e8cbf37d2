import type { StepOutput } from '../../schema/state.ts'
import type { ToolUse } from '../implementation.ts'
import { copyJson } from '../json.ts'
import { toFailure } from './failure.ts'
import type { StepTrace } from './run-store.ts'

interface FailedStep {
  readonly id: string
  readonly thrown: unknown
}

/** Performs the steps of one run, and records their outcomes and times. */
export class StepRecorder {
  readonly #now: () => number
  /** The steps in the order in which they start. The caller can read the list while the run is in progress. */
  readonly #trace: StepTrace[]
  readonly #outputs = new Map<string, StepOutput>()
  readonly #failedSteps: FailedStep[] = []

  constructor(now: () => number, trace: StepTrace[]) {
    this.#now = now
    this.#trace = trace
  }

  /** Performs a step. Rejects with the error of the step, which fails the run unless the workflow catches it. */
  perform<T>(id: string, work: () => T | Promise<T>, use?: ToolUse): Promise<T> {
    const outcome = this.#record({ id, startedAt: this.#now(), endedAt: undefined, use }, work)
    // A workflow may not await its step. A failed step must not end the process then; its error is in the outputs.
    outcome.catch(() => {})
    return outcome
  }

  /** Returns the output of each step by its ID. */
  outputs(): Readonly<Record<string, StepOutput>> {
    return Object.fromEntries(this.#outputs)
  }

  /** Lists the steps that threw this value, the innermost first. */
  listStepsThatThrew(thrown: unknown): readonly string[] {
    return this.#failedSteps.filter((step) => step.thrown === thrown).map(({ id }) => id)
  }

  async #record<T>(trace: StepTrace, work: () => T | Promise<T>): Promise<T> {
    const { id } = trace
    this.#trace.push(trace)
    try {
      const result = await work()
      this.#outputs.set(id, { status: 'success', result: copyJson(result, `step ${id}`) })
      return result
    } catch (thrown) {
      this.#outputs.set(id, { status: 'failed', error: toFailure(thrown) })
      this.#failedSteps.push({ id, thrown })
      throw thrown
    } finally {
      trace.endedAt = this.#now()
    }
  }
}
