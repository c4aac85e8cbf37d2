import type { ContractMapping } from '../contract/contract-schema.ts'
import type { TargetDescription } from '../target/create-target.ts'
import type { EffectTracker } from '../target/effects.ts'
import type { Exchange } from '../target/exchange.ts'
import type { ServerHooks } from '../target/target.ts'
import type { Budget, Limits } from './budget.ts'
import type { Permission } from './checks.ts'
import type { Claims } from './claims.ts'
import type { Area, ConformanceReport, ReportedContract } from './conformance-report.ts'
import type { Reachability } from './recording/reach.ts'
import type { Secrets } from './secrets.ts'

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A known failure: it does not fail the run of the suite until it expires. */
export type BaselineEntry = {
  readonly check: string
  readonly reason: string
  readonly owner: string
  /** The last day on which it applies, as YYYY-MM-DD. */
  readonly expires: string
}

/** The options of a run of the suite. */
export interface SuiteOptions {
  readonly description: TargetDescription
  /** The areas that the server claims to offer. Undefined means all areas. */
  readonly areas: readonly Area[] | undefined
  /** The ids of the checks to run. Undefined means all checks. */
  readonly only: readonly string[] | undefined
  readonly allow: readonly Permission[]
  readonly limits: Limits
  /** The promises of the target, which turn observations into checks. */
  readonly claims: Claims
  readonly baseline: readonly BaselineEntry[]
  /** The secrets, by the names that replace them in all output. */
  readonly secrets: Readonly<Record<string, string>>
  /**
   * The id of the run in the header `X-Conformance-Check: <run>/<check>` of each request. False leaves out this header and
   * the User-Agent with the version. @default eight random characters
   */
  readonly trace?: string | false | undefined
  /** The path of the configuration, for commands that repeat the run. @default the default path, or no file */
  readonly config?: string | undefined
  /** The mapping of the contract, which names the place of a request in the configuration. @default none */
  readonly mapping?: ContractMapping | undefined
  /** The contract from which the checks were made. @default none, for the checks of the suite */
  readonly contract?: ReportedContract | undefined
  /** Interrupts the run: changes are undone, and the other checks are blocked. @default none */
  readonly signal?: AbortSignal | undefined
}

/** The waits of a run, as its report lists them. */
export interface WaitRecorder {
  readonly add: (reason: string, wait: { readonly durationMs: number; readonly check: string }) => void
  readonly summarize: () => ConformanceReport['waited']
}

/** The state that the checks of one run of the suite share. */
export interface SuiteState {
  /** Returns the headers that identify the requests of a check in the logs of the server. */
  readonly traceHeaders: (check: string) => Readonly<Record<string, string>>
  /** The limits of requests, runs and executions, and what the run has used of them. */
  readonly budget: Budget
  /** Effects of requests that can follow their responses, such as runs in the background. */
  readonly effectTracker: EffectTracker
  /** The time that checks have waited, by reason. */
  readonly waitRecorder: WaitRecorder
  /** Whether each service of the server responds. */
  readonly reachability: Reachability
  /** Removes secrets from everything that the suite shows. */
  readonly secrets: Secrets
  /** The secrets of the configuration, by their names. */
  readonly configuredSecrets: Readonly<Record<string, string>>
  /** The keys that hooks regenerated during the run, by flowId. */
  readonly regeneratedKeys: Map<string, string>
  /** Exchanges that several checks need, by the arguments of their runs. */
  readonly sharedExchanges: Map<string, Promise<Exchange>>
  /** Changes on the target that the next run of the suite finds. */
  readonly remainingChanges: Set<string>
  /** Why a change could not be undone, by the hook that made it. Such a change can disturb other checks. */
  readonly failedRestores: Map<keyof ServerHooks, string>
}

/** The result of `checkServer`. */
export interface SuiteRun {
  /**
   * The exit code of `wfhost-conformance run` for this result. It is never 0 if nothing was tested.
   *
   * - 0: conformant
   * - 1: not conformant
   * - 3: incomplete
   * - 4: a check has an error
   * - 5: the baseline is stale
   * - 6: the server was not reached
   */
  readonly exitCode: 0 | 1 | 3 | 4 | 5 | 6
  /** The verdict, and the result of each check. */
  readonly report: ConformanceReport
  /** Whether a service of the server did not respond at all, or stopped responding during the run. */
  readonly unreachable: boolean
  /** Entries of the baseline that have expired, or whose check passes. */
  readonly staleBaseline: readonly string[]
  /** Changes that remain on the server, such as a key that is now invalid. */
  readonly changes: readonly string[]
}

/** A finished run, and its secrets, which no text made of the report may show. */
export interface FinishedRun extends SuiteRun {
  readonly secrets: Pick<Secrets, 'findLeaks' | 'redact'>
}

/** The version of the suite. */
export const version = '0.1.0'
