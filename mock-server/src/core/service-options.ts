import * as z from 'zod'
import { type Assumptions, assumptionsSchema } from '../schema/assumptions.ts'
import { callable, expected } from '../schema/check.ts'
import { type MockState, mockState, type StoredRun } from '../schema/state.ts'
import { count, text } from '../schema/values.ts'
import type { WorkflowSeed } from '../schema/workflow.ts'
import type { Clock } from './clock/clock.ts'
import type { JournalLimits, OnExchange } from './journal/journal.ts'
import type { JsonObject } from './json.ts'
import type { Random } from './random.ts'

/** The options of a service besides its seed. */
export interface MockServiceOptions {
  /** What time it is, and how to wait. @default a virtual clock that follows the one of the machine */
  readonly clock?: Clock | undefined
  /** Where keys and run IDs come from. @default the same sequence for each service */
  readonly random?: Random | undefined
  /** Choices where the document is silent. @default the first choice of each, which listAssumptions() has */
  readonly assumptions?: Partial<Assumptions> | undefined
  /** The base URL of the service, for the addresses in manifests and prefilled entries. @default that of the request */
  readonly baseUrl?: string | undefined
  /**
   * The URL at which clients reach the service, if a proxy in front of it changes the scheme, the host or the path: for the
   * addresses in manifests and prefilled entries. The service itself answers where it did. @default the baseUrl, or that of
   * the request
   */
  readonly publicUrl?: string | undefined
  /**
   * Whether X-Forwarded-Proto, -Host, -Port and -Prefix say where clients reach the service. Any client can send them, so
   * set this only if a proxy sets or removes them. @default false
   */
  readonly trustProxy?: boolean | undefined
  /**
   * The URL of the service where no request tells it, as in prefilled entries. Registries at this URL are answered in this
   * process. @default the baseUrl, or http://127.0.0.1:4010
   */
  readonly ownUrl?: string | undefined
  /** The product segment of the registry's paths (PRODUCT-SEGMENT). @default wfhost */
  readonly product?: string | undefined
  /** How the workflow service reaches tool registries. @default itself at its own base URL, fetch elsewhere */
  readonly registryFetch?: ((request: Request) => Promise<Response>) | undefined
  /** How long a tool may take before its execution fails. @default 30000 */
  readonly toolTimeoutMs?: number | undefined
  /** How many ended runs are remembered. @default 1000 */
  readonly maxRuns?: number | undefined
  /**
   * How many bytes everything that the service remembers may take together: runs with their arguments and results, and
   * the requests and responses of the journal. The oldest are forgotten first. A body that alone is larger is not kept; a
   * sentence replaces it. @default 100000000
   */
  readonly maxBytes?: number | undefined
  /** How many exchanges the journal keeps. @default 1000 exchanges */
  readonly journal?: JournalLimits | undefined
  /** Called when the state may have changed without a request, such as when a run has ended. @default none */
  readonly onChange?: (() => void) | undefined
  /** What happened before, from `state()`: keys, credits, runs, clock and randomness continue from it. @default nothing */
  readonly state?: MockState | undefined
  /** Creates a workflow from its description in the state. @default such workflows are left out */
  readonly readWorkflow?: ((description: JsonObject) => WorkflowSeed) | undefined
  /** Called for every response of ours that the document does not allow; the client gets a 500. @default console.error */
  readonly onInternalError?: ((error: Error) => void) | undefined
  /** Called for each request when it arrives and when it ends: for logs. @default none */
  readonly onExchange?: OnExchange | undefined
  /** Called for each run when it has ended: nobody asks for the result of one that was started async. @default none */
  readonly onRunEnd?: ((run: StoredRun) => void) | undefined
}

/** Refuses unknown options, and values that would otherwise fail only when they are used. */
export const serviceOptions = z.strictObject({
  clock: z
    .custom<Clock>((value) => hasFunctions(value, ['now', 'sleep']), {
      error: expected('functions "now" and "sleep", as createManualClock() has them'),
    })
    .optional(),
  random: callable<Random>('a function, such as createSeededRandom(1)').optional(),
  assumptions: assumptionsSchema.optional(),
  baseUrl: z.string().optional(),
  publicUrl: z.string().optional(),
  trustProxy: z.boolean().optional(),
  ownUrl: z.string().optional(),
  product: text.optional(),
  registryFetch: callable().optional(),
  toolTimeoutMs: z.number().min(0).optional(),
  maxRuns: count.optional(),
  maxBytes: count.optional(),
  journal: z.strictObject({ entries: count.optional() }).optional(),
  onChange: callable().optional(),
  state: mockState.optional(),
  readWorkflow: callable().optional(),
  onInternalError: callable().optional(),
  onExchange: callable().optional(),
  onRunEnd: callable().optional(),
} satisfies Readonly<Record<keyof MockServiceOptions, z.ZodType>>)

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'function')
}
