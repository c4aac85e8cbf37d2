import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import type { Exchange } from '../../target/exchange.ts'
import { listLeaves, select } from '../../target/select.ts'

/** Returns whether a payload names a tool set, also as a part of a longer identifier. */
export function isNamedIn(payload: unknown, toolset: string): boolean {
  return containsText(payload, (text) => isPartOfIdentifier(text, toolset))
}

/**
 * Returns whether a name is a part of an identifier, such as `mail` in `mail.send`, with no letter, digit or hyphen next to
 * it. A text with white space is a sentence and not an identifier.
 */
export function isPartOfIdentifier(identifier: string, name: string): boolean {
  if (/\s/.test(identifier)) return identifier === name

  const fragments = identifier.split(name)
  return fragments.some((before, index) => {
    const after = fragments[index + 1]
    return after !== undefined && !/[\p{L}\p{N}-]$/u.test(before) && !/^[\p{L}\p{N}-]/u.test(after)
  })
}

/**
 * Returns whether a JSON value contains a version, optionally after a `v` or an `@`. A version with a dot may also be a part
 * of a longer identifier. A single number may not, because addresses and ports contain many numbers.
 */
export function containsVersion(value: unknown, version: string): boolean {
  const escaped = version.replace(/[^\p{L}\p{N}]/gu, (character) => `\\${character === '-' ? 'x2d' : character}`)
  const wholeText = new RegExp(`^(?:.*@)?v?${escaped}$`, 'is')
  const partOfText = new RegExp(`(?<![\\p{L}\\p{N}.])v?${escaped}(?![\\p{L}\\p{N}]|[.-][\\p{L}\\p{N}])`, 'iu')
  const pattern = version.includes('.') ? partOfText : wholeText

  const isVersion = (text: string) => text === version || pattern.test(text)
  if (containsText(value, isVersion)) return true
  return listLeaves(value).some((leaf) => typeof leaf.value === 'number' && isVersion(String(leaf.value)))
}

/** Returns whether a JSON value contains a matching string, either as a value or as the name of a member. */
export function containsText(value: unknown, matches: (text: string) => boolean): boolean {
  if (typeof value === 'string') return matches(value)
  if (typeof value !== 'object' || value === null) return false

  if (!Array.isArray(value) && Object.keys(value).some(matches)) return true
  return Object.values(value).some((child) => containsText(child, matches))
}

/**
 * Lists the strings of a JSON value that may be references to other resources. The name of a member is only a reference if
 * it has a slash, since a member may be called `execute`.
 */
export function listReferences(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []

  const childReferences = Object.values(value).flatMap(listReferences)
  if (Array.isArray(value)) return childReferences

  const names = Object.keys(value).filter((name) => name.includes('/'))
  return [...names, ...childReferences]
}

/** A text that a response must show, and the JSON pointer to it if the configuration declares one. */
export interface ExpectedText {
  readonly expectedText: string
  readonly pointer?: string | undefined
}

/** Returns whether a response shows a version, but not a longer one, such as 1.2.0-rc.1 for 1.2.0. */
export function containsExpectedVersion(exchange: Exchange, version: ExpectedText): boolean {
  if (version.pointer !== undefined || !version.expectedText.includes('.')) return containsExpectedText(exchange, version)
  return containsVersion(exchange.body ?? exchange.text, version.expectedText)
}

/** Returns whether a response shows a text: exactly this text at the pointer, or else anywhere in the response. */
export function containsExpectedText({ body, text }: Exchange, { expectedText, pointer }: ExpectedText): boolean {
  if (pointer !== undefined) return select(body, pointer).some(({ value }) => String(value) === expectedText)

  const includesText = (candidate: string) => candidate.includes(expectedText)
  if (includesText(text) || containsText(body, includesText)) return true
  return listLeaves(body).some(({ value }) => includesText(String(value)))
}

/** Describes what a response has at the pointer instead of an expected text. Empty without a pointer. */
export function describeFoundText({ body }: Exchange, { expectedText, pointer }: ExpectedText, redact: Redact): string {
  if (pointer === undefined) return ''

  const [first] = select(body, pointer)
  if (first === undefined) return ', found nothing'

  const found = `, found ${excerpt(redact(JSON.stringify(first.value)), LONGEST_FOUND)}`
  const hasPart = String(first.value).includes(expectedText)
  return hasPart ? `${found}. A pointer requires the whole value` : found
}

/** How much of a found value a message shows, in characters. */
const LONGEST_FOUND = 60
