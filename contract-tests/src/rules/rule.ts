import { excerpt, type Redact, type RedactedText, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { Requirement } from '@wfhost/openapi'
import type { Exchange } from '../target/exchange.ts'
import type { Fixtures, Hooks, Target } from '../target/target.ts'

/** A check of one requirement, or of one part of it, from outside, on any server. */
export interface Rule {
  /** The requirement in small letters, such as `run-arg-type`; with the name of a part, such as `run-arg-type.number`. */
  readonly id: string
  readonly requirement: Requirement['id']
  /** What a conforming server does, as far as the rule looks at it. */
  readonly statement: string
  /** The first frozen set that has the rule. @default every set */
  readonly since?: string
  /** What to look at in a server that fails. @default what was sent and received says it */
  readonly lookAt?: string
  /**
   * Resolves if the target keeps the requirement, to what makes that weaker than it could be, if anything; throws
   * `RuleViolation` or `ControlFailed` otherwise.
   */
  readonly check: (target: Target) => Promise<string | undefined> | Promise<void>
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** What a rule needs of a target, and what it sends to it. */
export type RuleNeeds = {
  readonly fixtures: readonly (keyof Fixtures | 'consoleSession')[]
  readonly hooks: readonly (keyof Hooks)[]
  /** All requests. */
  readonly requests: number
  /** Of these, to the run endpoint. */
  readonly runs: number
  /** Of these, to the execute endpoint. */
  readonly executions: number
  /** How many are under way at the same time. @default 1 */
  readonly atOnce?: number
  /** Whether a valid key goes where none belongs, such as into a query, which logs may keep. @default false */
  readonly exposesKeys?: boolean
}

/** The name of a rule in a table: its requirement, and a part of it behind a dot. */
export type RuleName = Requirement['id'] | `${Requirement['id']}.${string}`

/** The rules of one subject. */
export type RuleTable = Readonly<Partial<Record<RuleName, Omit<Rule, 'id' | 'requirement'>>>>

/** The target does not keep the requirement of a rule. */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation'
  readonly reason: Reason
  readonly exchange: Exchange | undefined
  /** What else the same rule found. */
  readonly others: readonly RuleViolation[]

  constructor(reason: Reason, exchange?: Exchange, others: readonly RuleViolation[] = []) {
    super(explain({ reason, exchange, others }))
    this.reason = reason
    this.exchange = exchange
    this.others = others
  }
}

/** The target does something undesirable that the document allows: a warning, not a failure. */
export class RuleWarning extends RuleViolation {}

/** The positive control of a rule failed, so its negative part would prove nothing and was not run. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed'
  readonly reason: string
  readonly exchange: Exchange

  constructor(reason: string, exchange: Exchange) {
    super(explain({ reason: `control failed: ${reason}`, exchange }))
    this.reason = `control failed: ${reason}`
    this.exchange = exchange
  }
}

/** Why a rule failed. A function makes a reason that quotes a part of a response, since secrets are removed before the cut. */
export type Reason = string | ((redact: Redact) => string)

/** Formats a reason without secrets. */
export function describeReason(reason: Reason, redact: Redact): string {
  return redact(typeof reason === 'string' ? reason : reason(redact))
}

/** A reason, the exchange that shows it, and the same of what else was found. */
interface Explained {
  readonly reason: Reason
  readonly exchange: Exchange | undefined
  readonly others?: readonly Explained[]
}

/** Formats each reason with its exchange. */
export function explain({ others = [], ...first }: Explained, redact: Redact = withoutSecrets): string {
  return [first, ...others].map((one) => explainOne(one, redact)).join('\n')
}

function explainOne({ exchange, reason }: Explained, redact: Redact): string {
  const described = describeReason(reason, redact)
  if (exchange === undefined) return described

  const { call, status, text } = exchange
  const sent = call.body === undefined ? '' : ` ${shorten(redact(call.body)).replaceAll(/[\ud800-\udfff]/gu, '\ufffd')}`
  return [
    described,
    `  sent     ${call.method} ${redact(new URL(call.url).pathname)}${sent}`,
    `  received ${status} ${shorten(redact(text))}`,
  ].join('\n')
}

/** How much of a body an explanation shows, in characters. */
const LONGEST_BODY = 300

function shorten(text: RedactedText): string {
  return text.length > LONGEST_BODY ? `${excerpt(text, LONGEST_BODY)} (${text.length} characters)` : text
}
