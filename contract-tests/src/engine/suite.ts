import type { TargetDescription } from '../target/connect-target.ts'
import type { Effects } from '../target/effects.ts'
import type { Hooks } from '../target/target.ts'
import type { Budget, Limits } from './budget.ts'
import type { Permission, RequirementSet } from './checks.ts'
import type { ConformanceReport, ProfileName } from './conformance-report.ts'
import type { Reach } from './reach.ts'
import type { Secrets } from './secrets.ts'

/** A known failure: it does not fail the run of the suite until it expires. */
export interface BaselineEntry {
  readonly check: string
  readonly reason: string
  readonly owner: string
  /** The last day on which it applies, as YYYY-MM-DD. */
  readonly expires: string
}

/** The options of a run of the suite. */
export interface SuiteOptions {
  readonly description: TargetDescription
  /** Undefined claims every profile. */
  readonly profiles: readonly ProfileName[] | undefined
  /** The frozen set of requirements. @default the newest */
  readonly requirements?: RequirementSet
  /** Ids of checks; undefined is all. */
  readonly only: readonly string[] | undefined
  readonly allow: readonly Permission[]
  readonly limits: Limits
  /** Observations that the target promises, by the name of the claim. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly baseline: readonly BaselineEntry[]
  /** Values that no output may show, by the name that replaces them. */
  readonly secrets: Readonly<Record<string, string>>
  /**
   * Names the run in a header of each request, `X-Conformance-Check: <run>/<check>`, beside a User-Agent with the version;
   * false leaves both out. @default eight random characters
   */
  readonly trace?: string | false
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

/** A run of the suite that has ended. */
export interface SuiteRun {
  readonly report: ConformanceReport
  /** Whether a service of the target was not reached, at all or any more. */
  readonly unreachable: boolean
  /** Baseline entries that are expired, or whose check does not fail. */
  readonly staleBaseline: readonly string[]
  /** What was done to the target that the next run finds, such as a key that is invalid now. */
  readonly changes: readonly string[]
  /** What a text made of the report must not show. */
  readonly secrets: Pick<Secrets, 'leaksIn' | 'redact'>
}

/** The version of the suite. */
export const version = '0.1.0'
