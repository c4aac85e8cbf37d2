import type { Fixtures, GeneratedValues, ServerHooks, Some } from '../target/target.ts'
import type { Permission } from './checks.ts'
import type { Claims } from './claims.ts'
import type { Area } from './conformance-report.ts'
import type { BaselineEntry } from './suite.ts'

/**
 * A server, its test data, and the permissions of the checks. The members have the names of a configuration file.
 */
export interface ServerDescription {
  /** The name of the server in reports. @default the host of `baseUrl` */
  readonly name?: string | undefined
  /** The URL of the workflow service. */
  readonly baseUrl: string
  /** The URL of the tool registry. @default `baseUrl` */
  readonly registryUrl?: string | undefined
  /** The product segment of the paths of the registry. @default 'wfhost' */
  readonly product?: string | undefined
  /** Test data on the server. A check whose fixture is missing is blocked. @default {} */
  readonly fixtures?: Some<Fixtures> | undefined
  /** Functions for actions outside the API. A check whose hook is missing is blocked. @default {} */
  readonly hooks?: Some<ServerHooks> | undefined
  /** The permissions of the checks, in addition to reading. Without `runs`, for example, no workflow runs. @default [] */
  readonly allow?: readonly Permission[] | undefined
  /** The most requests to the run endpoint. Checks that would exceed it are blocked. @default 920 */
  readonly maxRuns?: number | undefined
  /** The most requests to the execute endpoint. Checks that would exceed it are blocked. @default 190 */
  readonly maxExecutions?: number | undefined
  /** The most requests in a second. @default no limit */
  readonly requestsPerSecond?: number | undefined
  /** The areas that the server claims to offer. Checks of other areas do not apply. @default all areas */
  readonly areas?: readonly Area[] | undefined
  /** The ids of the checks to run. @default all checks */
  readonly only?: readonly string[] | undefined
  /** Whether each check sends only one entry of each kind in its catalogues: fewer requests for the same requirements. @default false */
  readonly quick?: boolean | undefined
  /** The promises of the server where the source document leaves a choice. The suite checks them. @default {} */
  readonly claims?: Claims | undefined
  /** Failures that are known and do not count until they expire. @default [] */
  readonly baseline?: readonly BaselineEntry[] | undefined
  /** Names of secrets, each with its value. Reports show the name instead of the value. @default names for the keys of the fixtures */
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** Sends a request. @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Waits, for a server whose clock is moved by hand. @default a timer of this machine */
  readonly wait?: ((durationMs: number) => Promise<void>) | undefined
  /** The time limit of one request, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** How late the effects of a request may show, in milliseconds: ends of runs, credits and publications. @default 1000 */
  readonly settleMs?: number | undefined
  /** The seed of generated arguments, and how many sets of them are sent. @default { seed: 1, sets: 10 } */
  readonly values?: GeneratedValues | undefined
  /** A file with certificate authorities in PEM, which this process then trusts. Requires Node 24. @default none */
  readonly caFile?: string | undefined
  /** Whether each request names the suite and the check in its headers. @default true */
  readonly trace?: boolean | undefined
  /** Interrupts the run: changes are undone, and the other checks are blocked. @default none */
  readonly signal?: AbortSignal | undefined
}
