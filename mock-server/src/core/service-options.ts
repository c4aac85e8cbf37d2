import * as z from 'zod'
import { assumptionsSchema, type SomeAssumptions } from '../schema/assumptions.ts'
import { callable, expected } from '../schema/check.ts'
import { type MockState, mockStateSchema, type StoredRun } from '../schema/state.ts'
import { countSchema, productSchema } from '../schema/values.ts'
import type { WorkflowSeed } from '../schema/workflow.ts'
import type { Clock } from './clock/clock.ts'
import type { JournalLimits, OnExchange } from './journal/journal.ts'
import type { JsonObject } from './json.ts'
import type { Random } from './random.ts'

/** The options of a service besides its seed. */
export interface MockServiceOptions {
  /** The clock of the service. @default a virtual clock that follows the clock of the machine */
  readonly clock?: Clock | undefined
  /** The random source for keys and run IDs. @default the same sequence for each service */
  readonly random?: Random | undefined
  /** The choices where the source document is silent. @default the first choice of each, see listAssumptions() */
  readonly assumptions?: SomeAssumptions | undefined
  /**
   * The base URL of the service, for the URLs in manifests and prefilled entries. Requests to a registry at this URL stay in
   * this process. @default the origin of the request, and http://127.0.0.1:4010 without a request
   */
  readonly baseUrl?: string | undefined
  /**
   * The URL at which clients reach the service, if a proxy changes the scheme, the host or the path. Manifests and prefilled
   * entries contain it. It does not change where the service itself responds. @default the baseUrl, or that of the request
   */
  readonly publicUrl?: string | undefined
  /**
   * Whether the headers X-Forwarded-Proto, -Host, -Port and -Prefix give the URL at which clients reach the service. Any
   * client can send them, so set this only if a proxy sets or removes them. @default false
   */
  readonly trustProxy?: boolean | undefined
  /**
   * The product segment of the registry's paths (PRODUCT-SEGMENT): letters, digits and `-_.!~*'()`, which no URL encodes.
   * @default wfhost
   */
  readonly product?: string | undefined
  /** How the workflow service reaches tool registries. @default itself at its own base URL, fetch elsewhere */
  readonly registryFetch?: ((request: Request) => Promise<Response>) | undefined
  /** How long a tool may take before its execution fails. @default 30000 */
  readonly toolTimeout?: number | undefined
  /** How many ended runs the service stores. @default 1000 */
  readonly maxRuns?: number | undefined
  /**
   * The limit in bytes for everything that the service stores: runs with their arguments and results, and the requests and
   * responses of the journal. The oldest are forgotten first. A sentence replaces a body that alone exceeds the limit.
   *
   * The requests of async runs in progress may use as much again, and at least the default. A run beyond that is refused
   * with 429.
   *
   * @default 100000000
   */
  readonly maxBytes?: number | undefined
  /** How many exchanges the journal keeps. @default 1000 exchanges */
  readonly journal?: JournalLimits | undefined
  /** Called when the state may have changed without a request, such as when a run has ended. @default none */
  readonly onChange?: (() => void) | undefined
  /** The state of an earlier service, from `state()`. Keys, credits, runs, clock and randomness continue from it. @default none */
  readonly state?: MockState | undefined
  /** Called for an error inside the service, such as a response that the API document does not allow. The client gets a 500. @default console.error */
  readonly onInternalError?: ((error: Error) => void) | undefined
  /** Called for each request when it arrives. The function that it returns is called when the request has ended. @default none */
  readonly onExchange?: OnExchange | undefined
  /** Called for each run when it has ended. @default none */
  readonly onRunEnd?: ((run: StoredRun) => void) | undefined
}

/** The options of a service that the command line serves. */
export interface InternalServiceOptions extends MockServiceOptions {
  /**
   * The URL at which the server listens. It replaces a missing `baseUrl` where no request gives an origin, as in prefilled entries.
   * Unlike the `baseUrl`, it does not change the URLs in manifests, because clients may use other names of the host.
   */
  readonly ownUrl?: string | undefined
  /** Creates a workflow from its description in the state. @default such workflows are not restored */
  readonly readWorkflow?: ((data: JsonObject) => WorkflowSeed) | undefined
}

/** Rejects unknown options, and values that would otherwise fail only when they are used. */
export const serviceOptionsSchema = z.strictObject({
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
  product: productSchema.optional(),
  registryFetch: callable().optional(),
  toolTimeout: z.number().min(0).optional(),
  maxRuns: countSchema.optional(),
  maxBytes: countSchema.optional(),
  journal: z.strictObject({ entries: countSchema.optional() }).optional(),
  onChange: callable().optional(),
  state: mockStateSchema.optional(),
  onInternalError: callable().optional(),
  onExchange: callable().optional(),
  onRunEnd: callable().optional(),
} satisfies Readonly<Record<keyof MockServiceOptions, z.ZodType>>)

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'function')
}
