import { parseJson } from './read-json.ts'

/** Parses a field that is not empty; what it throws completes a message. */
export const COLUMN_TYPES = {
  string: (text) => text,
  number: toNumber,
  boolean: toBoolean,
  json: (text) => parseJson(text, 'it'),
} as const satisfies Readonly<Record<string, (text: string) => unknown>>

/** The type of a column. */
export type ColumnType = keyof typeof COLUMN_TYPES

function toNumber(text: string): number {
  const number = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : NaN
  if (!Number.isFinite(number)) throw new Error(`expected a number, found ${JSON.stringify(text)}`)
  // Such as an order number: rounded, it would be that of another order.
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new Error(`${text} has more digits than a number can hold; leave it a string`)
  }
  return number
}

function toBoolean(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  throw new Error(`expected true or false, found ${JSON.stringify(text)}`)
}
