import type { Requirement } from '@wfhost/openapi'
import type { Hooks } from '../target/target.ts'

/** The outcome of a check. `error` is a fault of the suite, never of the target. */
export type CheckVerdict = 'pass' | 'fail' | 'warn' | 'observed' | 'blocked' | 'not-applicable' | 'error'

/** The verdict on a target. `PARTIAL`: none of the checks selected by name failed, but not all checks ran. */
export type Verdict = 'CONFORMANT' | 'NON-CONFORMANT' | 'INCOMPLETE' | 'PARTIAL'

/** Where a requirement comes from: the source document, what that or an RFC implies, or nowhere. */
export type Evidence = 'documented' | 'derived' | 'notShown'

/** The level of a check: `must` may fail or warn, `observe` only records what it saw. */
export type Force = 'must' | 'observe'

/** A part of the API that a target may claim separately. */
export type Area = 'run-sync' | 'run-async' | 'keys' | 'registry' | 'organization' | 'execute' | 'rate-limit'

/** A request and its response, with every secret replaced. */
export interface RecordedExchange {
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Excerpted like `responseBody`; `curl` sends it whole. */
  readonly requestBody?: string
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  /** If it has more than 4,000 characters, its beginning, its end, and how many are left out between them. */
  readonly responseBody: string
  readonly durationMs: number
  /** A command that sends the request again; secrets appear as `$VARIABLES`. */
  readonly curl: string
}

/** A hook that a check called. Repeated equal results, as while the target settles, are not recorded. */
export interface RecordedHookCall {
  readonly hook: keyof Hooks
  /** Its input, such as a flowId; empty for none. */
  readonly given: string
  /** Its result, with every secret replaced; empty for none. */
  readonly answer: string
  /** How many exchanges of the check came before. */
  readonly afterExchanges: number
}

/** One check on one target. */
export interface CheckResult {
  /** Stable: the name of the file of the check, such as `run-error`. */
  readonly id: string
  readonly requirement: Requirement['id']
  /** Section of the source document. */
  readonly section: string
  /** What a conforming server does. */
  readonly statement: string
  readonly evidence: Evidence
  readonly force: Force
  readonly area: Area
  readonly verdict: CheckVerdict
  /** What was expected and found, why it is blocked, or what was observed; empty for a pass. */
  readonly message: string
  readonly durationMs: number
  readonly exchanges: readonly RecordedExchange[]
  /** The hooks that the check called, if any. */
  readonly hookCalls?: readonly RecordedHookCall[]
  /** Index of the exchange that shows the failure. */
  readonly failedExchange?: number
  /** An observation that the target claims as its own promise, and who claims it. */
  readonly claimedBy?: string
  /** What would let the check decide more, if the observation leaves something open. */
  readonly advice?: string
  /** The known failure in the baseline. */
  readonly baseline?: { readonly reason: string; readonly owner: string; readonly expires: string }
}

/** The full result of a run of the suite. Every other report is generated from it. */
export interface ConformanceReport {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'wfhost-conformance'; readonly version: string }
  /** The frozen set of requirements, such as `2026-11`. */
  readonly requirementSet: string
  readonly target: { readonly name: string; readonly baseUrl: string; readonly registryUrl: string; readonly product: string }
  /** What the header `X-Conformance-Check` of each request names before its check, if it was sent. */
  readonly run?: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly durationMs: number
  readonly verdict: Verdict
  /** A single likely cause, if all responses are alike or several failures have one in common. */
  readonly hint?: string
  readonly areas: readonly {
    readonly name: Area
    readonly claimed: boolean
    readonly verdict: Verdict
  }[]
  readonly counts: Readonly<Record<CheckVerdict, number>>
  /** How many requirements are documented or derived, and their outcomes. */
  readonly requirements: {
    readonly total: number
    readonly tested: number
    readonly untested: number
    readonly notTestable: readonly { readonly id: Requirement['id']; readonly why: string }[]
    readonly notShown: number
  }
  readonly spent: { readonly requests: number; readonly runs: number; readonly executions: number }
  /** What was waited for, such as credits to be taken. Checks that do not disturb each other wait at the same time. */
  readonly waited: readonly { readonly reason: string; readonly durationMs: number; readonly checks: readonly string[] }[]
  readonly checks: readonly CheckResult[]
}
