import type { Exchange } from './exchange.ts'
import { ControlFailed, RuleViolation } from './rule-violation.ts'

/** Fails the rule unless the answer has the status. */
export function expectStatus(exchange: Exchange, status: number): void {
  if (exchange.status !== status) throw new RuleViolation(`expected status ${status}, found ${exchange.status}`, exchange)
}

/** Fails the rule unless the condition holds. */
export function expectThat(holds: boolean, failure: { readonly expected: string; readonly in: Exchange }): void {
  if (!holds) throw new RuleViolation(`expected ${failure.expected}`, failure.in)
}

/** Blocks the rule unless the positive control got the status, and returns the control. */
export function control(exchange: Exchange, status = 200): Exchange {
  if (exchange.status !== status) throw new ControlFailed(`expected status ${status}, found ${exchange.status}`, exchange)
  return exchange
}

/** The body as an object, or the rule fails. */
export function objectBody(exchange: Exchange): Readonly<Record<string, unknown>> {
  if (!isObject(exchange.body)) throw new RuleViolation('expected a JSON object as the body', exchange)
  return exchange.body
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
