import type { Json, JsonObject } from '../src/core/json.ts'

export interface ArgumentField {
  readonly name: string
  readonly type: string
  readonly required?: boolean | undefined
}

/** The texts of a form, by the names of the arguments. An argument with an empty text is not sent. */
export type FieldTexts = Readonly<Record<string, string>>

/** How a text is sent, and why the server would refuse it. */
export type FieldValue =
  | { readonly kind: 'notSent'; readonly problem?: string }
  | { readonly kind: 'sent'; readonly value: Json; readonly problem?: string }

/** Reads the text of a field. A wrong type is sent as text, because a person may want to see how the server refuses it. */
export function readField({ required, type }: ArgumentField, text: string): FieldValue {
  if (text === '') {
    return required === true
      ? { kind: 'notSent', problem: 'This argument is required. Without it, the server responds with 400.' }
      : { kind: 'notSent' }
  }
  if (type === 'string') return { kind: 'sent', value: text }

  const value = parseJson(text)
  if (value !== undefined && typeOf(value) === type) return { kind: 'sent', value }
  const problem = `This is not ${articles[type] ?? type}. The server responds with 400. You can send it anyway.`
  return { kind: 'sent', value: text, problem }
}

const articles: Readonly<Record<string, string>> = {
  number: 'a number',
  boolean: 'true or false',
  object: 'an object in JSON, such as {"id": 1}',
  array: 'an array in JSON, such as ["a"]',
}

/** Parses a text as JSON; undefined for any other text. */
function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Collects the arguments that a form sends. */
export function collectArguments(fields: readonly ArgumentField[], texts: FieldTexts): JsonObject {
  const sent: (readonly [string, Json])[] = []
  for (const field of fields) {
    const read = readField(field, texts[field.name] ?? '')
    if (read.kind === 'sent') sent.push([field.name, read.value])
  }
  return Object.fromEntries(sent)
}

/** Writes arguments into the fields of a form. Arguments without a field are dropped. */
export function toTexts(fields: readonly ArgumentField[], args: JsonObject): FieldTexts {
  const texts = fields.map(({ name, type }) => [name, textOf(args[name], type)] as const)
  return Object.fromEntries(texts)
}

function textOf(value: Json | undefined, type: string): string {
  if (value === undefined) return ''
  return typeof value === 'string' && type === 'string' ? value : JSON.stringify(value)
}

/** Arguments as a person types them in JSON. */
export type TypedArguments =
  | { readonly kind: 'read'; readonly args: JsonObject }
  | { readonly kind: 'invalid'; readonly problem: string }

export function readArguments(text: string): TypedArguments {
  if (text.trim() === '') return { kind: 'read', args: {} }
  try {
    const value: Json = JSON.parse(text)
    if (isObject(value)) return { kind: 'read', args: value }
    return { kind: 'invalid', problem: 'Write the arguments as an object, such as {"text": "hello"}.' }
  } catch (error) {
    return { kind: 'invalid', problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of a run's body. Undefined if the body is not that of a run. */
export function readRunBody(
  body: string | undefined,
): { readonly args: JsonObject; readonly mode: 'sync' | 'async' } | undefined {
  const value = parseJson(body ?? '')
  if (!isObject(value) || !Array.isArray(value['args'])) return undefined

  const args: Record<string, Json> = {}
  for (const pair of value['args']) {
    if (isObject(pair) && pair['value'] !== undefined) args[String(pair['name'])] = pair['value']
  }
  return { args, mode: value['mode'] === 'async' ? 'async' : 'sync' }
}
