import type { MockService } from '@wfhost/mock-server'
import type { RegistryClient, WorkflowClient } from '@wfhost/sdk'

/** One request as the server saw it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
}

/** What a step has to work with. */
export interface Tour {
  readonly service: MockService
  readonly url: string
  readonly client: WorkflowClient
  /** A client whose every call uses one key, whatever the workflow. */
  readonly clientWithKey: (apiKey: string) => WorkflowClient
  readonly registry: RegistryClient
  readonly registryWithKey: (apiKey: string) => RegistryClient
}

/** One stop of the tour. */
export interface Step {
  readonly title: string
  readonly requirement: string
  /** Resolves to what the step shows; throws when the server or the client does not do what is documented. */
  readonly run: (tour: Tour) => Promise<string>
}
