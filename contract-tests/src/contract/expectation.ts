import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { isObject } from '../rules/expectations.ts'
import type { Exchange } from '../target/exchange.ts'
import { select } from '../target/select.ts'
import { describeTypes, type JsonType, jsonTypeOf } from './json-type.ts'

/** A part of a response that the tests received, and that code may rely on. */
export type Expectation =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'success' }
  | { readonly kind: 'field'; readonly pointer: string; readonly types: readonly JsonType[] }
  /** A field of any type, because it was null in the tests. */
  | { readonly kind: 'presence'; readonly pointer: string }
  | { readonly kind: 'value'; readonly pointer: string; readonly value: unknown }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'run-id' }
  | { readonly kind: 'header'; readonly name: string }
  /** A Content-Type of JSON. Some clients parse no body without it. */
  | { readonly kind: 'json-content-type' }
  /** A tool set in a manifest, with its tools. */
  | { readonly kind: 'toolset'; readonly name: string; readonly tools: readonly string[] }

/** A difference between a response and the expectations of the tests. */
export interface Difference {
  /** Describes the difference, with the secrets in quoted values replaced. */
  readonly describe: (redact: Redact) => string
  /** Whether the whole response is another one, so that differences of its fields say nothing more. */
  readonly isDecisive: boolean
  /** The JSON pointer to a missing part. Undefined if the part exists. */
  readonly missingAt?: string
}

/** The response of the server that is compared with the tests. */
type ComparedResponse = Pick<Exchange, 'body' | 'headers' | 'status' | 'text'>

/** Finds how a response differs from an expectation of the tests. Returns undefined if it does not differ. */
function findDifference(expectation: Expectation, response: ComparedResponse): Difference | undefined {
  switch (expectation.kind) {
    case 'status':
      if (response.status === expectation.status) return undefined
      return createStatusDifference(`status ${expectation.status}`, response)

    case 'success':
      if (response.status >= 200 && response.status <= 299) return undefined
      return createStatusDifference('a status from 200 to 299', response)

    case 'field':
      return findFieldDifference(expectation, response.body)

    case 'presence':
      return findMissingField({ pointer: expectation.pointer, expected: 'a value' }, response.body)

    case 'value':
      return findValueDifference(expectation, response.body)

    case 'message':
      if (response.text.includes(expectation.text)) return undefined
      return createDifference(`the message "${expectation.text}"`, 'another text')

    case 'run-id':
      if (hasRunId(response.body)) return undefined
      return createDifference(`a run ID in a member named ${runIdNames.join(', ')}`, 'none')

    case 'header':
      if (response.headers.has(expectation.name)) return undefined
      return createDifference(`the header ${expectation.name}`, 'no such header')

    case 'json-content-type':
      return findContentTypeDifference(response.headers.get('content-type'))

    case 'toolset':
      return findToolsetDifference(expectation, response.body)
  }
}

/** Lists the differences that a reader needs: not those that follow from another one. */
export function listDifferences(expectations: readonly Expectation[], response: ComparedResponse): readonly Difference[] {
  const differences = expectations
    .map((expectation) => findDifference(expectation, response))
    .filter((difference) => difference !== undefined)

  const decisive = differences.filter(({ isDecisive }) => isDecisive)
  if (decisive.length > 0) return decisive

  const missing = new Set<string>()
  return differences.filter(({ missingAt }) => {
    if (missingAt === undefined) return true
    const isRepeated = missing.has(missingAt)
    missing.add(missingAt)
    return !isRepeated
  })
}

/** Returns the JSON pointer of an expectation, or undefined if it concerns the whole response. */
export function pointerOf(expectation: Expectation): string | undefined {
  return 'pointer' in expectation ? expectation.pointer : undefined
}

function createDifference(expected: string, found: string): Difference {
  return { describe: () => `expected ${expected}, found ${found}`, isDecisive: false }
}

function createStatusDifference(expected: string, { status }: ComparedResponse): Difference {
  return { ...createDifference(expected, String(status)), isDecisive: true }
}

function findFieldDifference(
  { pointer, types }: Extract<Expectation, { readonly kind: 'field' }>,
  body: unknown,
): Difference | undefined {
  const missing = findMissingField({ pointer, expected: describeTypes(types) }, body)
  if (missing !== undefined) return missing

  const wrong = select(body, pointer).find(({ value }) => !types.includes(jsonTypeOf(value)))
  if (wrong === undefined) return undefined
  return createDifference(
    `${describeTypes(types)} at ${pointer}`,
    `${describeTypes([jsonTypeOf(wrong.value)])} at ${wrong.pointer}`,
  )
}

/** Matches a media type of JSON: `application/json`, or one that ends with `+json` (RFC 6839, section 3.1). */
const JSON_MEDIA_TYPE = /^(?:application\/json|.+\+json)$/i

function findContentTypeDifference(contentType: string | null): Difference | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim()
  if (mediaType !== undefined && JSON_MEDIA_TYPE.test(mediaType)) return undefined
  return createDifference('a Content-Type of JSON', contentType ?? 'no such header')
}

interface ExpectedField {
  readonly pointer: string
  /** The types of the field, in words. */
  readonly expected: string
}

/** Describes a field that is missing. Undefined if it exists. */
function findMissingField({ expected, pointer }: ExpectedField, body: unknown): Difference | undefined {
  const missingPointer = findMissingPointer(body, pointer)
  if (missingPointer === undefined) return undefined
  return { ...createDifference(`${expected} at ${pointer}`, `nothing at ${missingPointer}`), missingAt: missingPointer }
}

/** Returns the pointer to the first part that a pointer with `*` does not reach. A list without elements lacks nothing. */
function findMissingPointer(body: unknown, pointer: string): string | undefined {
  const steps = pointer.split('/').slice(1)

  for (const [index, step] of steps.entries()) {
    const parents = select(body, toPointer(steps.slice(0, index)))
    const isComplete = step === '*' || parents.every(({ value }) => select(value, `/${step}`).length === 1)
    if (!isComplete) return toPointer(steps.slice(0, index + 1))
  }
  return undefined
}

function toPointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step}`).join('')
}

function findValueDifference(
  { pointer, value }: Extract<Expectation, { readonly kind: 'value' }>,
  body: unknown,
): Difference | undefined {
  const [selected] = select(body, pointer)
  const expected = JSON.stringify(value)
  const isDecisive = pointer === '/status'
  if (selected === undefined) return { ...createDifference(`${expected} at ${pointer}`, 'nothing there'), isDecisive }

  const found = JSON.stringify(selected.value)
  if (found === expected) return undefined
  const quote = (text: string, redact: Redact): string => excerpt(redact(text), LONGEST_VALUE)
  return { describe: (redact) => `expected ${quote(expected, redact)} at ${pointer}, found ${quote(found, redact)}`, isDecisive }
}

/** How much of a value a message quotes, in characters. */
const LONGEST_VALUE = 100

/** The names under which clients look for the run ID, as the document does not show the name (RUN-ID-FIELD). */
const runIdNames = ['runId', 'run_id', 'runID', 'executionId', 'execution_id', 'jobId', 'id']

/** Returns whether any member of a body has one of the names of a run ID. */
export function hasRunId(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false

  return Object.entries(body).some(([name, value]) => {
    const isId = runIdNames.includes(name) && (typeof value === 'number' || (typeof value === 'string' && value !== ''))
    return isId || hasRunId(value)
  })
}

function findToolsetDifference(
  { name, tools }: Extract<Expectation, { readonly kind: 'toolset' }>,
  body: unknown,
): Difference | undefined {
  const listed = listObjects(body).filter(({ id, name: ownName }) => [id, ownName].includes(name))
  if (listed.length === 0) return createDifference(`the tool set ${name} in the manifest`, 'no such tool set')

  const texts = new Set(listed.flatMap(listTexts))
  const missing = tools.filter((tool) => !texts.has(tool))
  if (missing.length === 0) return undefined
  return createDifference(`the tools ${missing.join(', ')} in the tool set ${name}`, 'other tools')
}

/** Lists the objects in a JSON value, at any depth. */
function listObjects(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap(listObjects)
  return isObject(value) ? [value, ...children] : children
}

/** Lists the texts in a JSON value, and the names of its members. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [name, ...listTexts(child)])
}
