import type { Requirement } from '@wfhost/openapi'
import type { Measurement, ServerHooks } from '../target/target.ts'

/**
 * The outcome of a check.
 *
 * - `warn`: the server does something undesirable that the source document allows.
 * - `observed`: the source document requires nothing.
 * - `blocked`: something that the check needs is missing.
 * - `not-applicable`: the server does not claim the area.
 * - `error`: a defect of the suite, never of the server.
 */
export type CheckVerdict = 'pass' | 'fail' | 'warn' | 'observed' | 'blocked' | 'not-applicable' | 'error'

/**
 * The verdict on a target.
 *
 * - `PARTIAL`: none of the checks selected by name failed, but not all checks ran.
 * - `KEPT` and `BROKEN`: the server keeps or breaks the contract of its consumers, which `verify` compares.
 */
export type Verdict = 'CONFORMANT' | 'NON-CONFORMANT' | 'INCOMPLETE' | 'PARTIAL' | 'KEPT' | 'BROKEN'

/** The evidence of a requirement: the source document states it, the document or an RFC implies it, or no document shows it. */
export type Evidence = 'documented' | 'derived' | 'notShown'

/** The level of a check: `must` may fail or warn, `observe` only records the behaviour. */
export type Force = 'must' | 'observe'

/** A part of the API that a server claims to offer. */
export type Area = 'run-sync' | 'run-async' | 'keys' | 'registry' | 'organization' | 'execute' | 'rate-limit'

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A request and its response. Names replace the secrets. */
export type RecordedExchange = {
  /** The HTTP method. */
  readonly method: string
  /** The complete URL. */
  readonly url: string
  /** The headers of the request, with names in small letters. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The body, shortened like `responseBody`; `curl` has it complete. @default the request has no body */
  readonly requestBody?: string
  /** The HTTP status. */
  readonly status: number
  /** The headers of the response, with names in small letters. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The body. A body of more than 4,000 characters is reduced to its beginning and its end. */
  readonly responseBody: string
  /** The time from the request to the end of the response, in milliseconds. */
  readonly durationMs: number
  /** A command that sends the request again; secrets appear as `$VARIABLES`. */
  readonly curl: string
  /** The path in the configuration of the fixture that the request is made of, such as `fixtures.failing`. @default no fixture */
  readonly fixture?: string
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A hook that a check called. Repeated equal results, as while the target settles, are not recorded. */
export type RecordedHookCall = {
  readonly hook: keyof ServerHooks
  /** The arguments of the call as a text, such as a flowId, with every secret replaced. Empty for none. */
  readonly arguments: string
  /** The result of the call, with every secret replaced. Empty for none. */
  readonly result: string
  /** How many exchanges of the check came before. */
  readonly afterExchanges: number
}

/** The result of one check. */
export interface CheckResult {
  /** The id of the check, such as `run-error`. It does not change between versions. */
  readonly id: string
  /** The id of the requirement, such as `RUN-ERROR`. */
  readonly requirement: Requirement['id']
  /** The section of the source document that states the requirement. */
  readonly section: string
  /** The behaviour of a conforming server. */
  readonly statement: string
  /** Where the requirement comes from. */
  readonly evidence: Evidence
  /** Whether the check can fail. */
  readonly force: Force
  /** The area of the API that the check belongs to. */
  readonly area: Area
  /** The outcome. */
  readonly verdict: CheckVerdict
  /** The expected and the found behaviour, the reason why the check is blocked, or the observed value. Empty for a pass. */
  readonly message: string
  /** The duration of the check, in milliseconds. */
  readonly durationMs: number
  /** The requests of the check, in the order in which they were sent. */
  readonly exchanges: readonly RecordedExchange[]
  /** The hooks that the check called. @default the check called none */
  readonly hookCalls?: readonly RecordedHookCall[]
  /** The times that the check judged. @default the check judged no time */
  readonly measurements?: readonly Measurement[]
  /** The index of the exchange that shows the failure, or the failed precondition. @default no single exchange shows it */
  readonly failedExchange?: number
  /** The owner of the claim that turned an observation into this check. @default no claim */
  readonly claimedBy?: string
  /** How the check could decide more. @default there is nothing to advise */
  readonly advice?: string
  /** The entry of the baseline that lists the failure. @default the baseline does not list it */
  readonly baseline?: { readonly reason: string; readonly owner: string; readonly expires: string }
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** Checks to act on that have something in common: a response, a fixture, a status or a message. */
export type ReportedCause = {
  /** A sentence about the problem. */
  readonly title: string
  /** A sentence about the next step. */
  readonly remedy: string
  /** The most severe result of the checks. */
  readonly verdict: 'fail' | 'error' | 'warn' | 'blocked'
  /** The path of a fixture in the configuration. @default no single fixture is involved */
  readonly fixture?: string
  /** The ids of the checks, the most severe first. The first one shows the cause best. */
  readonly checks: readonly string[]
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A contract that was compared with a server. */
export type ReportedContract = {
  /** The path of the contract. */
  readonly file: string
  /** The requests of the tests that no server can be compared with, such as those under a fault. */
  readonly notVerifiable: readonly { readonly request: string; readonly reason: string }[]
}

/** The complete result of a run of the suite: the content of `report.json`. All other reports are made from it. */
export interface ConformanceReport {
  /** The version of the format of the report. */
  readonly schemaVersion: 1
  /** The command, and its version. */
  readonly tool: { readonly name: 'wfhost-conformance'; readonly version: string }
  /** The server. */
  readonly target: { readonly name: string; readonly baseUrl: string; readonly registryUrl: string; readonly product: string }
  /** The id of the run in the header `X-Conformance-Check` of each request. @default the header was not sent */
  readonly run?: string
  /** When the run started, as ISO 8601. */
  readonly startedAt: string
  /** The duration of the run, in milliseconds. */
  readonly durationMs: number
  /** The verdict on the server. */
  readonly verdict: Verdict
  /** A likely cause that several failures have in common. @default no common cause was found */
  readonly hint?: string
  /** The verdict on each area. */
  readonly areas: readonly {
    readonly name: Area
    readonly claimed: boolean
    readonly verdict: Verdict
  }[]
  /** How many checks have each outcome. */
  readonly counts: Readonly<Record<CheckVerdict, number>>
  /** How many requirements there are, and how many of them the run tested. */
  readonly requirements: {
    readonly total: number
    readonly tested: number
    readonly untested: number
    readonly notTestable: readonly { readonly id: Requirement['id']; readonly why: string }[]
    readonly notShown: number
  }
  /** How many requests were sent, and how many of these were runs and executions. */
  readonly spent: { readonly requests: number; readonly runs: number; readonly executions: number }
  /** The reasons for waiting, such as credits to be taken. Checks that do not disturb each other wait concurrently. */
  readonly waited: readonly { readonly reason: string; readonly durationMs: number; readonly checks: readonly string[] }[]
  /** Whether each check sent only one entry of each kind in its catalogues. @default the checks sent all entries */
  readonly quick?: true
  /** The contract that the run compared the server with. @default the run checked the requirements of the document */
  readonly contract?: ReportedContract
  /** The causes of all results to act on. */
  readonly causes: readonly ReportedCause[]
  /** The path of the configuration, for commands that repeat the run. @default the run had no option for it */
  readonly config?: string
  /** The result of each check. */
  readonly checks: readonly CheckResult[]
}
