import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { isObject } from '../rules/expectations.ts'
import type { Exchange } from '../target/exchange.ts'
import { select } from '../target/select.ts'
import { describeTypes, type JsonType, jsonTypeOf } from './json-type.ts'

/** A part of a response that the tests received, and that code may rely on. Each `place` is a JSON pointer. */
export type Reliance =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'success' }
  | { readonly kind: 'field'; readonly place: string; readonly types: readonly JsonType[] }
  /** A field of any type, because it was null in the tests. */
  | { readonly kind: 'presence'; readonly place: string }
  | { readonly kind: 'value'; readonly place: string; readonly value: unknown }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'run-id' }
  | { readonly kind: 'header'; readonly name: string }
  /** A Content-Type of JSON. Some clients parse no body without it. */
  | { readonly kind: 'json-type' }
  /** A tool set in a manifest, with its tools. */
  | { readonly kind: 'toolset'; readonly name: string; readonly tools: readonly string[] }

/** A difference between a response and the reliances of the tests. */
export interface Difference {
  /** Describes the difference, with the secrets in quoted values replaced. */
  readonly describe: (redact: Redact) => string
  /** Whether the whole response is another one, so that differences of its fields say nothing more. */
  readonly isDecisive: boolean
  /** The place of a missing part. Undefined if the part exists. */
  readonly missingAt?: string
}

/** The response of the server that is compared with the tests. */
type ComparedResponse = Pick<Exchange, 'body' | 'headers' | 'status' | 'text'>

/** Finds how a response differs from a reliance of the tests. Returns undefined if it does not differ. */
function findDifference(reliance: Reliance, response: ComparedResponse): Difference | undefined {
  switch (reliance.kind) {
    case 'status':
      if (response.status === reliance.status) return undefined
      return createStatusDifference(`status ${reliance.status}`, response)

    case 'success':
      if (response.status >= 200 && response.status <= 299) return undefined
      return createStatusDifference('a status from 200 to 299', response)

    case 'field':
      return findFieldDifference(reliance, response.body)

    case 'presence':
      return findMissingField({ place: reliance.place, expected: 'a value' }, response.body)

    case 'value':
      return findValueDifference(reliance, response.body)

    case 'message':
      if (response.text.includes(reliance.text)) return undefined
      return createDifference(`the message "${reliance.text}"`, 'another text')

    case 'run-id':
      if (hasRunId(response.body)) return undefined
      return createDifference(`a run ID in a member named ${runIdNames.join(', ')}`, 'none')

    case 'header':
      if (response.headers.has(reliance.name)) return undefined
      return createDifference(`the header ${reliance.name}`, 'no such header')

    case 'json-type':
      return findTypeDifference(response.headers.get('content-type'))

    case 'toolset':
      return findToolsetDifference(reliance, response.body)
  }
}

/** Lists the differences that a reader needs: not those that follow from another one. */
export function listDifferences(reliances: readonly Reliance[], response: ComparedResponse): readonly Difference[] {
  const differences = reliances
    .map((reliance) => findDifference(reliance, response))
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

/** Returns the place of a reliance: a JSON pointer, or undefined if it concerns the whole response. */
export function placeOf(reliance: Reliance): string | undefined {
  return 'place' in reliance ? reliance.place : undefined
}

function createDifference(expected: string, found: string): Difference {
  return { describe: () => `expected ${expected}, found ${found}`, isDecisive: false }
}

function createStatusDifference(expected: string, { status }: ComparedResponse): Difference {
  return { ...createDifference(expected, String(status)), isDecisive: true }
}

function findFieldDifference(
  { place, types }: Extract<Reliance, { readonly kind: 'field' }>,
  body: unknown,
): Difference | undefined {
  const missing = findMissingField({ place, expected: describeTypes(types) }, body)
  if (missing !== undefined) return missing

  const wrong = select(body, place).find(({ value }) => !types.includes(jsonTypeOf(value)))
  if (wrong === undefined) return undefined
  return createDifference(
    `${describeTypes(types)} at ${place}`,
    `${describeTypes([jsonTypeOf(wrong.value)])} at ${wrong.pointer}`,
  )
}

/** Matches a media type of JSON: `application/json`, or one that ends with `+json` (RFC 6839, section 3.1). */
const JSON_MEDIA_TYPE = /^(?:application\/json|.+\+json)$/i

function findTypeDifference(contentType: string | null): Difference | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim()
  if (mediaType !== undefined && JSON_MEDIA_TYPE.test(mediaType)) return undefined
  return createDifference('a Content-Type of JSON', contentType ?? 'no such header')
}

interface ExpectedField {
  readonly place: string
  /** The types of the field, in words. */
  readonly expected: string
}

/** Describes a field that is missing. Undefined if it exists. */
function findMissingField({ expected, place }: ExpectedField, body: unknown): Difference | undefined {
  const missingPlace = findMissingPlace(body, place)
  if (missingPlace === undefined) return undefined
  return { ...createDifference(`${expected} at ${place}`, `nothing at ${missingPlace}`), missingAt: missingPlace }
}

/** Returns the first place that a pointer with `*` does not reach. A list without elements lacks nothing. */
function findMissingPlace(body: unknown, place: string): string | undefined {
  const steps = place.split('/').slice(1)

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
  { place, value }: Extract<Reliance, { readonly kind: 'value' }>,
  body: unknown,
): Difference | undefined {
  const [selected] = select(body, place)
  const expected = JSON.stringify(value)
  const isDecisive = place === '/status'
  if (selected === undefined) return { ...createDifference(`${expected} at ${place}`, 'nothing there'), isDecisive }

  const found = JSON.stringify(selected.value)
  if (found === expected) return undefined
  const quote = (text: string, redact: Redact): string => excerpt(redact(text), LONGEST_VALUE)
  return { describe: (redact) => `expected ${quote(expected, redact)} at ${place}, found ${quote(found, redact)}`, isDecisive }
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
  { name, tools }: Extract<Reliance, { readonly kind: 'toolset' }>,
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
