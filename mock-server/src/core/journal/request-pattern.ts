import { validate } from '../../schema/check.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { type RequestPattern, requestPatternSchema } from '../../schema/journal.ts'
import { readJsonOrText } from '../json.ts'
import { matchPath } from '../requests/paths.ts'
import type { RecordedExchange } from './journal.ts'

/** Reads the value of an entry that each member of a pattern is compared with. */
const readers: Readonly<Record<keyof RequestPattern, (entry: JournalEntry) => unknown>> = {
  operation: ({ operation }) => operation,
  flowId: ({ request }) => readFlowId(request.path),
  method: ({ request }) => request.method,
  path: ({ request }) => request.path,
  headers: ({ request }) => request.headers,
  args: ({ request }) => readArguments(readEntryBody(request)),
  body: ({ request }) => readEntryBody(request),
  status: ({ response }) => response?.status,
}

/** Lists the differences of an entry from a pattern; empty if the entry matches. */
export type FindDifferences = (entry: JournalEntry) => readonly string[]

/**
 * Creates the function that decides whether an entry matches a pattern.
 *
 * @throws {MockStateError} for an invalid pattern.
 */
export function createMatcher(pattern: RequestPattern): (entry: JournalEntry) => boolean {
  const findDifferences = createDifferenceFinder(pattern)
  return (entry) => findDifferences(entry).length === 0
}

/**
 * Creates the function that compares entries with a pattern.
 *
 * @throws {MockStateError} for an invalid pattern.
 */
export function createDifferenceFinder(pattern: RequestPattern): FindDifferences {
  const normalized = normalizePattern(pattern)
  return (entry) =>
    Object.entries(readers).flatMap(([name, read]) => {
      const expected: unknown = Reflect.get(normalized, name)
      return expected === undefined ? [] : compare(name, { expected, actual: read(entry) })
    })
}

/**
 * Creates a quick check whether an exchange can match a pattern. It compares only what a recorded exchange has: an entry takes
 * long to create.
 */
export function createCandidateFilter(pattern: RequestPattern): (exchange: RecordedExchange) => boolean {
  const { method, operation, status } = normalizePattern(pattern)
  return (exchange) =>
    canEqual(operation, exchange.operation) && canEqual(method, exchange.method) && canEqual(status, exchange.response?.status)
}

function canEqual(expected: unknown, actual: unknown): boolean {
  if (expected === undefined) return true
  return applyMatcher(expected, actual) ?? expected === actual
}

/** Gives a pattern the case of journal entries: the method in upper case, names of headers in lower case. */
function normalizePattern(pattern: RequestPattern): RequestPattern {
  validate(requestPatternSchema, pattern, 'match requests')
  const normalized: { -readonly [Name in keyof RequestPattern]: RequestPattern[Name] } = { ...pattern }

  if (pattern.method !== undefined) normalized.method = pattern.method.toUpperCase()
  if (pattern.headers !== undefined) {
    const headers = Object.entries(pattern.headers).map(([name, value]) => [name.toLowerCase(), value])
    normalized.headers = Object.fromEntries(headers)
  }
  return normalized
}

interface Comparison {
  readonly expected: unknown
  readonly actual: unknown
}

/** Lists the differences of two values with their paths. Members that the expected object does not have are ignored. */
function compare(path: string, { actual, expected }: Comparison): string[] {
  const difference = `${path}: expected ${describe(expected)}, found ${describe(actual)}`
  const isMatching = applyMatcher(expected, actual)
  if (isMatching !== undefined) return isMatching ? [] : [difference]

  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) {
    return [`${path}: expected ${expected.length} items, found ${actual.length}`]
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      compare(`${path}.${name}`, { expected: member, actual: Reflect.get(actual, name) }),
    )
  }
  return Object.is(expected, actual) ? [] : [difference]
}

/** Applies a RegExp or an asymmetric matcher of vitest or jest; returns undefined for any other expected value. */
function applyMatcher(expected: unknown, found: unknown): boolean | undefined {
  if (expected instanceof RegExp) return typeof found === 'string' && new RegExp(expected).test(found)
  if (isObject(expected) && 'asymmetricMatch' in expected && typeof expected.asymmetricMatch === 'function') {
    return Boolean(expected.asymmetricMatch(found))
  }
  return undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const maxDescribedCharacters = 200

function describe(value: unknown): string {
  const text = formatPattern(value)
  return text.length > maxDescribedCharacters ? `${text.slice(0, maxDescribedCharacters)}…` : text
}

/** Writes a pattern or a value as text, with regular expressions and matchers as they appear in code. */
export function formatPattern(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (isObject(value) && 'asymmetricMatch' in value) {
    return 'toAsymmetricMatcher' in value && typeof value.toAsymmetricMatcher === 'function'
      ? String(value.toAsymmetricMatcher())
      : String(value)
  }
  return JSON.stringify(value, (_, member) => (member instanceof RegExp ? String(member) : member)) ?? 'nothing'
}

function readFlowId(path: string): string | undefined {
  return matchPath(path.split('?', 1)[0] ?? '')?.parameters.get('flowId')
}

function readEntryBody({ body }: JournalEntry['request']): unknown {
  return body === undefined ? undefined : readJsonOrText(body)
}

/** Reads the arguments of a run by name; undefined if the body has no list of arguments. */
function readArguments(body: unknown): unknown {
  if (!isObject(body) || !('args' in body) || !Array.isArray(body.args)) return undefined
  const args = body.args.filter(isObject)
  return Object.fromEntries(args.map((argument) => [Reflect.get(argument, 'name'), Reflect.get(argument, 'value')]))
}

/** Explains how to keep the requests that a journal has forgotten. */
export function explainForgotten(forgotten: number): string {
  return `the journal has forgotten the first ${forgotten} requests; create the service with a larger one, as in { journal: { entries: 100_000 }, maxBytes: 1_000_000_000 }, or clear it before`
}

const maxListedMisses = 3

/** Lists the requests that differ least from a pattern, with their differences. */
export function nearestMisses(entries: readonly JournalEntry[], findDifferences: FindDifferences): readonly string[] {
  const misses = entries
    .map((entry) => ({ request: nameOf(entry), differences: findDifferences(entry) }))
    .filter(({ differences }) => differences.length > 0)
    .toSorted((one, other) => measureDistance(one.differences) - measureDistance(other.differences))
    .slice(0, maxListedMisses)
  if (misses.length === 0) return []
  return ['Nearest:', ...misses.map(({ differences, request }) => `  ${request}: ${differences.join('; ')}`)]
}

/** Counts the differences. A missing value counts twice, because a request with another value is more similar. */
function measureDistance(differences: readonly string[]): number {
  return differences.length + differences.filter((difference) => difference.endsWith('found nothing')).length
}

/** Names a request in a message: its number, method and path. */
export function nameOf({ number, request }: Pick<JournalEntry, 'number' | 'request'>): string {
  return `${number}. ${request.method} ${request.path}`
}
