import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { parseJson } from '../parse-json.ts'
import type { Exchange } from '../target/exchange.ts'
import { escapePointerToken } from '../target/select.ts'
import { PreconditionError, RuleViolation, RuleWarning } from './rule.ts'

/** Fails the rule unless the response has the expected status. `description` describes the request in the message. */
export function expectStatus(exchange: Exchange, status: number, description?: string): void {
  expectOneOfStatuses(exchange, [status], description)
}

/**
 * Fails the rule unless the response has one of the statuses. Rules allow several statuses for a request with two faults,
 * because the source document does not state which fault a server reports (CHECK-ORDER).
 */
export function expectOneOfStatuses(exchange: Exchange, statuses: readonly number[], description?: string): void {
  if (statuses.includes(exchange.status)) return

  const request = description === undefined ? '' : ` to ${description}`
  throw new RuleViolation(`expected status ${statuses.join(' or ')}${request}, found ${exchange.status}`, exchange)
}

/** Warns unless a response has the content type of JSON. The source document always uses JSON, but does not state the type. */
export function warnUnlessJsonType(exchange: Exchange): void {
  const type = exchange.headers.get('content-type') ?? 'none'
  const isJson = /^application\/(.+\+)?json\b/i.test(type)
  if (!isJson) throw new RuleWarning(`expected the type application/json, found ${type}`, exchange)
}

/**
 * Verifies several cases, one after the other, and fails the rule with all violations, so that the first violation does
 * not hide the others.
 *
 * A warning is a kind of violation. If there were only warnings, the thrown error is a warning.
 */
export async function verifyEach<T>(cases: Iterable<T>, verify: (testCase: T) => Promise<void>): Promise<void> {
  const violations: RuleViolation[] = []

  for (const testCase of cases) {
    try {
      await verify(testCase)
    } catch (error) {
      if (!(error instanceof RuleViolation)) {
        // Any other error, such as a failed precondition, ends the rule. Violations of earlier cases matter more than this error.
        throwIfViolated(violations)
        throw error
      }
      violations.push(error, ...error.otherViolations)
    }
  }

  throwIfViolated(violations)
}

/** Calls each function, also after a violation, so that one report has all violations. */
export async function verifyAll(...verifications: readonly (() => Promise<void>)[]): Promise<void> {
  await verifyEach(verifications, (verify) => verify())
}

/** Throws all violations as one error, if there are any. Warnings are left out if there is a failure. */
function throwIfViolated(violations: readonly RuleViolation[]): void {
  const failures = violations.filter((violation) => !(violation instanceof RuleWarning))

  const [firstFailure, ...otherFailures] = failures
  if (firstFailure !== undefined) throw new RuleViolation(firstFailure.reason, firstFailure.exchange, otherFailures)

  const [firstWarning] = violations
  if (firstWarning !== undefined) throw firstWarning
}

/** Fails the rule unless the request succeeded. For operations whose successful status no document states. */
export function expectSuccess(exchange: Exchange): void {
  if (!isSuccess(exchange)) throw new RuleViolation(`expected a successful response, found status ${exchange.status}`, exchange)
}

interface Failure {
  /** Completes "expected …". */
  readonly expected: string
  /** Completes "found …". @default the message ends after what was expected */
  readonly found?: string
  readonly exchange: Exchange
}

/** Fails the rule unless the condition holds. */
export function expectThat(holds: boolean, { exchange, expected, found }: Failure): void {
  if (holds) return
  throw new RuleViolation(found === undefined ? `expected ${expected}` : `expected ${expected}, found ${found}`, exchange)
}

/**
 * Blocks the rule unless the request got the status, and returns the exchange. A precondition is a request that must
 * succeed before a rule can judge others, such as a run with a valid key before one with an invalid key.
 */
export function requireStatus(exchange: Exchange, status = 200): Exchange {
  if (exchange.status === status) return exchange
  throw new PreconditionError(`expected status ${status}, found ${exchange.status}`, exchange)
}

/** Blocks the rule unless the request succeeded with any status, and returns the exchange. */
export function requireSuccess(exchange: Exchange): Exchange {
  return isSuccess(exchange) ? exchange : requireStatus(exchange)
}

/** Returns whether a request succeeded (RFC 9110, section 15.3). */
export function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status <= 299
}

/** Fails the rule unless the body is a JSON object, and returns the object. */
export function expectObjectBody(exchange: Exchange): Readonly<Record<string, unknown>> {
  if (isObject(exchange.body)) return exchange.body
  throw new RuleViolation((redact) => `expected a JSON object as the body${describeBody(exchange, redact)}`, exchange)
}

/** Explains a body that is almost a JSON object. */
function describeBody({ body, text }: Exchange, redact: Redact): string {
  if (typeof body === 'string' && isObject(parseJson(body))) return ', found a JSON string that contains JSON'

  // gzip begins with the bytes 1F 8B (RFC 1952, section 2.3.1), and 8B is not valid UTF-8.
  if (text.startsWith('\u001f\ufffd')) return ', found what may be gzip, without Content-Encoding: gzip'

  if (text.includes('\u0000')) return ', found text that may be UTF-16; RFC 8259, section 8.1 requires UTF-8'
  return describeTextBesideJson(text, redact)
}

/** How much of a text beside the JSON of a body is quoted, in characters. */
const LONGEST_BESIDE = 10

/** Quotes the text before or after the JSON of a body. */
function describeTextBesideJson(text: string, redact: Redact): string {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}') + 1
  if (!isObject(parseJson(text.slice(start, end)))) return ''

  const textBefore = excerpt(redact(text.slice(0, start).trim()), LONGEST_BESIDE)
  if (textBefore !== '') return `, found "${textBefore}" before it`

  const textAfter = excerpt(redact(text.slice(end).trim()), LONGEST_BESIDE)
  return `, found "${textAfter}" after it`
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A part in which two JSON values differ. A part that one of the values lacks is undefined. */
export interface Difference {
  /** JSON pointer. */
  readonly pointer: string
  readonly sent: unknown
  readonly found: unknown
}

/** Returns the first part in which two JSON values differ, or undefined if they are equal. */
export function firstDifference(sent: unknown, found: unknown): Difference | undefined {
  if (Object.is(sent, found)) return undefined
  if (!isContainer(sent) || !isContainer(found) || Array.isArray(sent) !== Array.isArray(found)) {
    return { pointer: '', sent, found }
  }

  const names = new Set([...Object.keys(sent), ...Object.keys(found)])
  for (const name of names) {
    const difference = firstDifference(sent[name], found[name])
    if (difference !== undefined) return { ...difference, pointer: `/${escapePointerToken(name)}${difference.pointer}` }
  }
  return undefined
}

/** Returns whether a JSON value is an object or an array. */
export function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
