import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { parseJson } from '../parse-json.ts'
import type { Exchange } from '../target/exchange.ts'
import { pointerToken } from '../target/select.ts'
import { ControlFailed, RuleViolation, RuleWarning } from './rule.ts'

/** Fails the rule unless the answer has the status; `to` says what was sent, in the words of its sender. */
export function expectStatus(exchange: Exchange, status: number, to?: string): void {
  expectOneOf(exchange, [status], to)
}

/** Fails the rule unless the answer has one of the statuses, for a request that has two faults: which one counts is not shown. */
export function expectOneOf(exchange: Exchange, statuses: readonly number[], to?: string): void {
  if (statuses.includes(exchange.status)) return
  const sent = to === undefined ? '' : ` to ${to}`
  throw new RuleViolation(`expected status ${statuses.join(' or ')}${sent}, found ${exchange.status}`, exchange)
}

/**
 * Does the same with each of several things, one after the other, and fails the rule with everything that is found: the
 * first violation does not hide the next. It warns if there were only warnings.
 */
export async function inEach<T>(things: Iterable<T>, expect: (thing: T) => Promise<void>): Promise<void> {
  const found: RuleViolation[] = []
  for (const thing of things) {
    try {
      await expect(thing)
    } catch (error) {
      if (error instanceof RuleViolation) found.push(...[error, ...error.others])
      else if (found.length === 0) throw error
      // What was found is not lost because something else ended the rule.
      else break
    }
  }
  const failed = found.filter((one) => !(one instanceof RuleWarning))
  const [first, ...others] = failed.length === 0 ? found : failed
  if (first === undefined) return
  throw failed.length === 0 ? first : new RuleViolation(first.reason, first.exchange, others)
}

/** Fails the rule unless the call was successful, for where no document names the status of success. */
export function expectSuccess(exchange: Exchange): void {
  if (!isSuccess(exchange)) throw new RuleViolation(`expected a successful call, found status ${exchange.status}`, exchange)
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

/** Blocks the rule unless the positive control was successful, whatever its status, and returns the control. */
export function controlSuccess(exchange: Exchange): Exchange {
  return control(exchange, isSuccess(exchange) ? exchange.status : 200)
}

/** Whether a call was successful (RFC 9110, section 15.3). */
export function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status <= 299
}

/** The body as an object, or the rule fails. */
export function objectBody(exchange: Exchange): Readonly<Record<string, unknown>> {
  if (isObject(exchange.body)) return exchange.body
  throw new RuleViolation((redact) => `expected a JSON object as the body${describeBody(exchange, redact)}`, exchange)
}

/** Explains a body that is almost a JSON object. */
function describeBody({ body, text }: Exchange, redact: Redact): string {
  if (typeof body === 'string' && isObject(parseJson(body))) return ', found a string of JSON, which was written twice'
  // What gzip begins with (RFC 1952, section 2.3.1), of which the second is no UTF-8.
  if (text.startsWith('\u001f\ufffd')) return ', found what may be gzip, without Content-Encoding: gzip'
  if (text.includes('\u0000')) return ', found what is no UTF-8, in which RFC 8259, section 8.1 has JSON: it may be UTF-16'
  return describeTextBesideJson(text, redact)
}

/** How much of a text beside the JSON of a body is quoted, in characters. */
const LONGEST_BESIDE = 10

/** Quotes the text before or behind the JSON of a body. */
function describeTextBesideJson(text: string, redact: Redact): string {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}') + 1
  if (!isObject(parseJson(text.slice(start, end)))) return ''

  const before = excerpt(redact(text.slice(0, start).trim()), LONGEST_BESIDE)
  if (before !== '') return `, found "${before}" before it`

  const behind = excerpt(redact(text.slice(end).trim()), LONGEST_BESIDE)
  return `, found "${behind}" behind it`
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A part in which two JSON values differ; undefined stands for a part that one of them lacks. */
export interface Difference {
  /** JSON pointer. */
  readonly pointer: string
  readonly sent: unknown
  readonly found: unknown
}

/** Where two JSON values first differ; undefined where they are the same. */
export function firstDifference(sent: unknown, found: unknown): Difference | undefined {
  if (Object.is(sent, found)) return undefined
  if (!isContainer(sent) || !isContainer(found) || Array.isArray(sent) !== Array.isArray(found)) {
    return { pointer: '', sent, found }
  }
  for (const name of new Set([...Object.keys(sent), ...Object.keys(found)])) {
    const inside = firstDifference(sent[name], found[name])
    if (inside !== undefined) return { ...inside, pointer: `/${pointerToken(name)}${inside.pointer}` }
  }
  return undefined
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
