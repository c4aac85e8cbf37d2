import { check } from '../../schema/check.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { type RequestPattern, requestPattern } from '../../schema/journal.ts'
import { readJsonOrText } from '../json.ts'
import { matchPath } from '../requests/paths.ts'
import type { RecordedExchange } from './journal.ts'

const read: Readonly<Record<keyof RequestPattern, (entry: JournalEntry) => unknown>> = {
  operation: ({ operation }) => operation,
  flowId: ({ request }) => flowIdOf(request.path),
  method: ({ request }) => request.method,
  path: ({ request }) => request.path,
  headers: ({ request }) => request.headers,
  args: ({ request }) => argumentsOf(bodyOf(request)),
  body: ({ request }) => bodyOf(request),
  status: ({ response }) => response?.status,
}

/** Lists in what an entry differs from a pattern; empty if it matches. */
export type Differences = (entry: JournalEntry) => readonly string[]

/** @throws {MockStateError} for an invalid pattern. */
export function differencesFrom(pattern: RequestPattern): Differences {
  const expected = wanted(pattern)
  return (entry) =>
    Object.entries(read).flatMap(([name, readFrom]) => {
      const value: unknown = Reflect.get(expected, name)
      return value === undefined ? [] : differing(name, { expected: value, found: readFrom(entry) })
    })
}

/** Creates a quick check whether an exchange can match, by what needs no redaction and no parsing. */
export function mayMatch(pattern: RequestPattern): (exchange: RecordedExchange) => boolean {
  const { method, operation, status } = wanted(pattern)
  const fits = (expected: unknown, found: unknown): boolean =>
    expected === undefined || (heldBy(expected, found) ?? expected === found)
  return (exchange) =>
    fits(operation, exchange.operation) && fits(method, exchange.method) && fits(status, exchange.response?.status)
}

/** The pattern in the case of journal entries: the method in upper case, names of headers in lower case. */
function wanted(pattern: RequestPattern): RequestPattern {
  check(requestPattern, pattern, 'match requests')
  const { headers, method } = pattern
  return {
    ...pattern,
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    ...(headers === undefined
      ? {}
      : { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])) }),
  }
}

function differing(place: string, { expected, found }: { readonly expected: unknown; readonly found: unknown }): string[] {
  const held = heldBy(expected, found)
  if (held === undefined && Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length) {
    return [`${place}: expected ${expected.length} items, found ${found.length}`]
  }
  if (held === undefined && isObject(expected) && isObject(found)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      differing(`${place}.${name}`, { expected: member, found: Reflect.get(found, name) }),
    )
  }
  if (held ?? Object.is(expected, found)) return []
  return [`${place}: expected ${shown(expected)}, found ${shown(found)}`]
}

/** Whether a RegExp or an asymmetric matcher of vitest or jest matches a value; undefined for other expectations. */
function heldBy(expected: unknown, found: unknown): boolean | undefined {
  if (expected instanceof RegExp) return typeof found === 'string' && new RegExp(expected).test(found)
  if (isObject(expected) && 'asymmetricMatch' in expected && typeof expected.asymmetricMatch === 'function') {
    return Boolean(expected.asymmetricMatch(found))
  }
  return undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = inWords(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

export function inWords(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (isObject(value) && 'asymmetricMatch' in value) {
    return 'toAsymmetricMatcher' in value && typeof value.toAsymmetricMatcher === 'function'
      ? String(value.toAsymmetricMatcher())
      : String(value)
  }
  return JSON.stringify(value, (_, member) => (member instanceof RegExp ? String(member) : member)) ?? 'nothing'
}

function flowIdOf(path: string): string | undefined {
  return matchPath(path.split('?', 1)[0] ?? '')?.parameters.get('flowId')
}

function bodyOf({ body }: JournalEntry['request']): unknown {
  return body === undefined ? undefined : readJsonOrText(body)
}

function argumentsOf(body: unknown): unknown {
  if (!isObject(body) || !('args' in body) || !Array.isArray(body.args)) return undefined
  return Object.fromEntries(
    body.args.filter(isObject).map((argument) => [Reflect.get(argument, 'name'), Reflect.get(argument, 'value')]),
  )
}

/** What is to be done about requests that a journal has forgotten. */
export function forgottenNote(forgotten: number): string {
  return `the journal has forgotten the first ${forgotten} requests; create the service with a larger one, as in { journal: { entries: 100_000 }, maxBytes: 1_000_000_000 }, or clear it before`
}

const shownMisses = 3

export function nearestMisses(entries: readonly JournalEntry[], differences: Differences): readonly string[] {
  const misses = entries
    .map((entry) => ({ request: nameOf(entry), found: differences(entry) }))
    .filter(({ found }) => found.length > 0)
    .toSorted((a, b) => distance(a.found) - distance(b.found))
    .slice(0, shownMisses)
    .map(({ found, request }) => `  ${request}: ${found.join('; ')}`)
  return misses.length === 0 ? [] : ['Nearest:', ...misses]
}

/** A request that lacks something is further away than one that has another value. */
function distance(differences: readonly string[]): number {
  return differences.length + differences.filter((difference) => difference.endsWith('found nothing')).length
}

export function nameOf({ number, request }: Pick<JournalEntry, 'number' | 'request'>): string {
  return `${number}. ${request.method} ${request.path}`
}
