import { redactQuery, SHORTEST_SECRET } from '@wfhost/internal/redaction'
import type { RequestPattern, VerifyOptions } from '../../schema/journal.ts'
import type { World } from '../world/world.ts'
import { getRedact, keyNames } from './show-exchange.ts'

/** Replaces the keys of a world in a pattern by their names, which the journal shows. */
export type RedactPattern = (pattern: RequestPattern) => RequestPattern

/**
 * Creates the function that replaces the keys and sessions of a world in patterns, as in the entries of the journal. Then a
 * test can look for a request by its key, and no message about the pattern shows the key.
 */
export function createPatternRedaction(world: World): RedactPattern {
  return (pattern) => redactPattern(pattern, { redact: getRedact(world), world })
}

/** Replaces keys in the patterns of the option `except`. Other values are left for the validation of the options. */
export function redactVerifyOptions(options: VerifyOptions, redact: RedactPattern): VerifyOptions {
  const except: unknown = Object(options).except
  return Array.isArray(except) ? { ...options, except: except.map(redact) } : options
}

interface Redaction {
  readonly redact: (text: string) => string
  readonly world: World
}

/** The members of a pattern that can contain a key. */
const textMembers = ['flowId', 'path', 'headers', 'args', 'body'] as const

function redactPattern(pattern: RequestPattern, redaction: Redaction): RequestPattern {
  // A wrong pattern is left for its validation.
  if (!isPlainObject(pattern)) return pattern

  const redacted = { ...pattern }
  for (const name of textMembers) {
    const value: unknown = pattern[name]
    // The journal also hides the values of other parameters that are secret by their names.
    const visible = name === 'path' && typeof value === 'string' ? redactQuery(value) : value
    if (value !== undefined) Reflect.set(redacted, name, redactValue(visible, redaction))
  }
  return redacted
}

// A pattern that refers to itself has no end.
const deepestPattern = 1000

/** Replaces keys in a value at any depth. A value without keys is returned itself, so that matchers stay the same objects. */
function redactValue(value: unknown, redaction: Redaction, depth = 0): unknown {
  if (typeof value === 'string') return redaction.redact(value)
  if (value instanceof RegExp) return redactRegExp(value, redaction)
  if (depth === deepestPattern) return value
  if (Array.isArray(value)) return redactItems(value, redaction, depth)
  if (isMatcher(value)) return redactMatcher(value, redaction, depth)
  return isPlainObject(value) ? redactMembers(value, redaction, depth) : value
}

function redactItems(items: readonly unknown[], redaction: Redaction, depth: number): readonly unknown[] {
  const redacted = items.map((item) => redactValue(item, redaction, depth + 1))
  return redacted.every((item, index) => Object.is(item, items[index])) ? items : redacted
}

function redactMembers(members: object, redaction: Redaction, depth: number): object {
  const entries = Object.entries(members)
  const redacted = entries.map(([name, value]) => [redaction.redact(name), redactValue(value, redaction, depth + 1)] as const)
  const isSame = entries.every(([name, value], index) => redacted[index]?.[0] === name && Object.is(redacted[index][1], value))
  return isSame ? members : Object.fromEntries(redacted)
}

/** Replaces keys in an asymmetric matcher such as `expect.stringContaining(key)`. Those of vitest and jest have a `sample`. */
function redactMatcher(matcher: object, redaction: Redaction, depth: number): object {
  const sample: unknown = Reflect.get(matcher, 'sample')
  const redacted = redactValue(sample, redaction, depth + 1)
  if (Object.is(redacted, sample)) return matcher
  return Object.assign(Object.create(Object.getPrototypeOf(matcher)), matcher, { sample: redacted })
}

/** Replaces keys in a regular expression, with and without backslashes before their special characters. */
function redactRegExp(expression: RegExp, { world }: Redaction): RegExp {
  let { source } = expression
  for (const [key, name] of keyNames(world)) {
    if (key.length < SHORTEST_SECRET) continue
    source = source.replaceAll(escapeForRegExp(key), escapeForRegExp(name)).replaceAll(key, escapeForRegExp(name))
  }
  return source === expression.source ? expression : new RegExp(source, expression.flags)
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

function isMatcher(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
