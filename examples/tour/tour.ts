import type { MockService } from '@wfhost/mock-server'
import type { RegistryClient, WorkflowClient } from '@wfhost/sdk'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
}

export interface Tour {
  readonly service: MockService
  readonly url: string
  readonly client: WorkflowClient
  /** A client whose calls all use one key, for any workflow. */
  readonly clientWithKey: (apiKey: string) => WorkflowClient
  readonly registry: RegistryClient
  readonly registryWithKey: (apiKey: string) => RegistryClient
}

export interface Step {
  readonly title: string
  readonly requirement: string
  /** Resolves with the output of the step. Throws if the server or the client deviates from the documentation. */
  readonly run: (tour: Tour) => Promise<string>
}

/** A step with its result. */
export interface StepOutcome {
  readonly title: string
  readonly requirement: string
  /** The result of the step, or the reason why it is not as documented. */
  readonly text: string
  readonly failed: boolean
  readonly requests: readonly Seen[]
}

interface TourSettings {
  readonly tour: Tour
  /** The requests of the clients. Each step takes those that it sent. */
  readonly seen: Seen[]
  readonly onStep: (outcome: StepOutcome) => void
}

/** Takes the steps in order, and reports each. A step that is not as documented does not end the tour. */
export async function takeTour(steps: readonly Step[], { onStep, seen, tour }: TourSettings): Promise<void> {
  for (const { requirement, run, title } of steps) {
    const { failed, text } = await run(tour).then(
      (output) => ({ failed: false, text: output }),
      (error: unknown) => ({ failed: true, text: error instanceof Error ? error.message : String(error) }),
    )
    onStep({ title, requirement, text, failed, requests: seen.splice(0) })
  }
}
