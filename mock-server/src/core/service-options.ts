import type { Clock } from './clock.ts'
import type { JournalLimits } from './journal/journal.ts'
import type { ObserveExchange } from './journal/observed-exchange.ts'
import type { JsonObject } from './json.ts'
import type { Profile } from './profile.ts'
import type { Random } from './random.ts'
import type { WorkflowSeed } from './seed.ts'
import type { MockState } from './state/mock-state.ts'

/** What a service is made with, beside its seed. */
export interface MockServiceOptions {
  /** What time it is, and how to wait. @default a virtual clock that follows the one of the machine */
  readonly clock?: Clock
  /** Where keys and run IDs come from. @default the same sequence for each service */
  readonly random?: Random
  /** Other answers to what the document does not show. @default defaultProfile */
  readonly profile?: Partial<Profile>
  /** Where the service is, for the addresses in manifests and prefilled entries. @default where the request went */
  readonly baseUrl?: string
  /** The product segment of the registry's paths (PRODUCT-SEGMENT). @default wfhost */
  readonly product?: string
  /** How the workflow service reaches tool registries. @default itself at its own base URL, fetch elsewhere */
  readonly registryFetch?: (request: Request) => Promise<Response>
  /** How long a tool may take before its execution fails. @default 30000 */
  readonly toolTimeLimitMs?: number
  /** How many ended runs are remembered. @default 1000 */
  readonly keptRuns?: number
  /** How much the journal keeps. @default 1000 exchanges, 5 million bytes */
  readonly journal?: JournalLimits
  /** Told when the state may have changed by what no caller sees: a run that has ended. @default none */
  readonly onChange?: () => void
  /** What happened before, from `state()`: keys, credits, runs, clock and chance go on from there. @default nothing */
  readonly state?: MockState
  /** Makes a workflow of its description in the state. @default such workflows are left out */
  readonly readWorkflow?: (description: JsonObject) => WorkflowSeed
  /** Told of every answer of ours that is wrong by the document; the client gets a 500. @default console.error */
  readonly onInternalError?: (error: Error) => void
  /** Told of each request when it comes, and of how it ended: for metrics and logs. @default nobody is told */
  readonly observe?: ObserveExchange
}
