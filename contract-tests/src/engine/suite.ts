import type { TargetDescription } from '../target/connect-target.ts'
import type { Effects } from '../target/effects.ts'
import type { Hooks } from '../target/target.ts'
import type { Budget, Limits } from './budget.ts'
import type { Permission, RequirementSet } from './checks.ts'
import type { Claims } from './claims.ts'
import type { Area, ConformanceReport } from './conformance-report.ts'
import type { Reach } from './reach.ts'
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
  /** Undefined claims every area. */
  readonly areas: readonly Area[] | undefined
  /** The frozen set of requirements. @default the newest */
  readonly requirements?: RequirementSet | undefined
  /** Ids of checks; undefined is all. */
  readonly only: readonly string[] | undefined
  readonly allow: readonly Permission[]
  readonly limits: Limits
  /** Observations that the target promises, by the name of the claim. */
  readonly claims: Claims
  readonly baseline: readonly BaselineEntry[]
  /** Values that no output may show, by the name that replaces them. */
  readonly secrets: Readonly<Record<string, string>>
  /**
   * Names the run in a header of each request, `X-Conformance-Check: <run>/<check>`, beside a User-Agent with the version;
   * false leaves both out. @default eight random characters
   */
  readonly trace?: string | false | undefined
  /** Interrupts the run: nothing more is sent, what can be undone is undone, and the rest is blocked. @default none */
  readonly signal?: AbortSignal | undefined
}

/** What a run waited for, as its report says it. */
export interface Waits {
  readonly note: (reason: string, wait: { readonly durationMs: number; readonly check: string }) => void
  readonly list: () => ConformanceReport['waited']
}

/** What the checks of one run of the suite share. */
export interface SuiteState {
  /** Headers of each request of a check, by which logs of the server tell it. */
  readonly trace: (check: string) => Readonly<Record<string, string>>
  readonly budget: Budget
  readonly effects: Effects
  readonly waits: Waits
  readonly reach: Reach
  readonly secrets: Secrets
  /** The secrets of the configuration, by the names that stand in for them. */
  readonly configuredSecrets: Readonly<Record<string, string>>
  /** Keys that replaced those of the fixtures in the course of the run, by flowId. */
  readonly regeneratedKeys: Map<string, string>
  /** What was done to the target that the next run of the suite finds. */
  readonly changes: Set<string>
  /** Why what a hook did could not be undone, by the hook: it is in the way of other checks. */
  readonly notUndone: Map<keyof Hooks, string>
}

/** The result of `checkServer`. */
export interface SuiteRun {
  /**
   * The exit code of `wfhost-conformance run` for this result: 0 conformant, 1 not conformant, 3 incomplete, 4 the server
   * was not reached or a check has an error, 5 the baseline is stale. It is never 0 if nothing was tested.
   */
  readonly exitCode: 0 | 1 | 3 | 4 | 5
  /** The verdict, and the result of each check. */
  readonly report: ConformanceReport
  /** Whether a service of the server did not respond at all, or stopped responding during the run. */
  readonly unreachable: boolean
  /** Entries of the baseline that have expired, or whose check passes. */
  readonly staleBaseline: readonly string[]
  /** Changes that remain on the server, such as a key that is now invalid. */
  readonly changes: readonly string[]
}

/** A run of the suite, and its secrets, which no text made of the report may show. */
export interface FinishedRun extends SuiteRun {
  readonly secrets: Pick<Secrets, 'leaksIn' | 'redact'>
}

/** The version of the suite. */
export const version = '0.1.0'
