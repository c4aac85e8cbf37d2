import { excerpt, type Redact, type RedactedText, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { Requirement } from '@wfhost/openapi'
import type { Exchange } from '../target/exchange.ts'
import type { MemberGroup } from '../target/optional-members.ts'
import type { Fixtures, ServerHooks, Target } from '../target/target.ts'

/** A test of one requirement, or of one part of it. It uses only the API of a server, so it can test any server. */
export interface Rule {
  /** The id of the requirement in small letters, optionally with the name of a part, such as `run-arg-type.number`. */
  readonly id: string
  readonly requirement: Requirement['id']
  /** The behaviour of a conforming server that the rule verifies. */
  readonly statement: string
  /**
   * The behaviour that the rule reports with a warning, since the source document does not forbid it. Completes "only warns of …".
   *
   * @default the rule has no warnings
   */
  readonly warnsOf?: string
  /** A sentence about the part of a failing server to check. @default the exchange shows the cause */
  readonly advice?: string
  /**
   * Resolves if the target meets the requirement, with a text if a different configuration would make the rule stronger.
   * Throws `RuleViolation` or `PreconditionError` otherwise.
   */
  readonly check: (target: Target) => Promise<string | undefined> | Promise<void>
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** The fixtures and hooks that a rule needs, and the number of requests that it sends. */
export type RuleNeeds = {
  readonly fixtures: readonly (keyof Fixtures | 'consoleSession')[]
  readonly hooks: readonly (keyof ServerHooks)[]
  /** The optional members of fixtures that the rule needs: at least one member of each group. @default none */
  readonly members?: readonly MemberGroup[]
  /** The number of all requests. */
  readonly requests: number
  /** The number of requests to the run endpoint. */
  readonly runs: number
  /** The number of requests to the execute endpoint. */
  readonly executions: number
  /** The numbers of requests of a quick run. @default the numbers of a full run */
  readonly quick?: { readonly requests: number; readonly runs: number; readonly executions: number }
  /** The largest number of concurrent requests. @default 1 */
  readonly concurrent?: number
  /** Whether the rule sends a valid key where servers may log it, such as in a query. @default false */
  readonly exposesKeys?: boolean
}

/** The name of a rule in a table: its requirement, optionally with a dot and the name of a part. */
export type RuleName = Requirement['id'] | `${Requirement['id']}.${string}`

/** The rules of one subject. */
export type RuleTable = Readonly<Partial<Record<RuleName, Omit<Rule, 'id' | 'requirement'>>>>

/** The error for a target that does not meet the requirement of a rule. */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation'
  readonly reason: Reason
  readonly exchange: Exchange | undefined
  /** The other violations that the same rule found. */
  readonly otherViolations: readonly RuleViolation[]

  constructor(reason: Reason, exchange?: Exchange, otherViolations: readonly RuleViolation[] = []) {
    super(explain({ reason, exchange, otherViolations }))
    this.reason = reason
    this.exchange = exchange
    this.otherViolations = otherViolations
  }
}

/** The error for undesirable behaviour that the source document allows. It is a warning, not a failure. */
export class RuleWarning extends RuleViolation {}

/** The error for a failed precondition: a request that must succeed before the rule can judge anything. */
export class PreconditionError extends Error {
  override readonly name = 'PreconditionError'
  readonly reason: string
  readonly exchange: Exchange

  constructor(reason: string, exchange: Exchange) {
    super(explain({ reason: `precondition failed: ${reason}`, exchange }))
    this.reason = `precondition failed: ${reason}`
    this.exchange = exchange
  }
}

/**
 * Why a rule failed. A reason that quotes a response is a function, because secrets must be removed before the quote is
 * shortened.
 */
export type Reason = string | ((redact: Redact) => string)

/** Formats a reason, and replaces the secrets in it. */
export function describeReason(reason: Reason, redact: Redact): string {
  return redact(typeof reason === 'string' ? reason : reason(redact))
}

/** A reason and the exchange that shows it, followed by the other violations. */
interface Explanation {
  readonly reason: Reason
  readonly exchange: Exchange | undefined
  readonly otherViolations?: readonly Explanation[]
}

/** Formats each reason with its exchange. */
export function explain({ otherViolations = [], ...first }: Explanation, redact: Redact = withoutSecrets): string {
  return [first, ...otherViolations].map((violation) => explainExchange(violation, redact)).join('\n')
}

function explainExchange({ exchange, reason }: Explanation, redact: Redact): string {
  const described = describeReason(reason, redact)
  if (exchange === undefined) return described

  const { request, status, text } = exchange
  const path = redact(new URL(request.url).pathname)
  // Lone surrogates represent bytes that are not valid UTF-8.
  const body = request.body === undefined ? '' : ` ${shorten(redact(request.body)).replaceAll(/[\ud800-\udfff]/gu, '\ufffd')}`
  return [described, `  sent     ${request.method} ${path}${body}`, `  received ${status} ${shorten(redact(text))}`].join('\n')
}

/** How much of a body an explanation shows, in characters. */
const LONGEST_BODY = 300

function shorten(text: RedactedText): string {
  return text.length > LONGEST_BODY ? `${excerpt(text, LONGEST_BODY)} (${text.length} characters)` : text
}
