import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { reasonOf } from '../batch-file/append-file.ts'
import { readLines } from '../batch-file/read-lines.ts'
import type { Arguments } from '../index.ts'
import { UsageError } from './explain-error.ts'
import { announceStdin, type Io } from './io.ts'

export interface Place {
  readonly name: string
  /** The line at which the text begins. @default 1, and the name stands for all of it */
  readonly line?: number
}

/**
 * Parses JSON that the user gave.
 *
 * @throws UsageError for text that is not JSON. With line and column, for data that JSON.parse would lose: digits of a long
 *   number, and all but the last of several members with one name.
 */
export function parseJson(text: string, { line, name }: Place): unknown {
  const place = line === undefined ? name : `line ${line} of ${name}`
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${place} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const loss = findLoss(text)
  if (!loss) return value
  const before = text.slice(0, loss.index).split('\n')
  const column = `column ${(before.at(-1) ?? '').length + 1} of ${name}`
  const where = line === undefined && !text.includes('\n') ? column : `line ${(line ?? 1) + before.length - 1}, ${column}`
  throw new UsageError(`${where}: ${loss.message}`)
}

interface Loss {
  readonly index: number
  readonly message: string
}

/** The parts of a text that JSON.parse loses silently. */
function findLoss(text: string): Loss | undefined {
  const token = /[{}"]|-?\d[\d.e+-]*/gi
  const colon = /\s*:/y
  const objects: Set<string>[] = []
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: sign, index } = found
    if (sign === '{') objects.push(new Set())
    else if (sign === '}') objects.pop()
    else if (sign === '"') {
      token.lastIndex = endOfString(text, index)
      colon.lastIndex = token.lastIndex
      if (!colon.test(text)) continue
      const name: string = JSON.parse(text.slice(index, token.lastIndex))
      const members = objects.at(-1)
      if (members?.has(name)) return { index, message: `the member ${JSON.stringify(name)} is there twice` }
      members?.add(name)
    } else if (losesDigits(sign)) {
      return { index, message: `${sign} has more digits than a number can hold; make it a string` }
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

/** Whether a number as it is written would be sent as another one: an integer beyond 2^53, or one without bounds. */
export function losesDigits(text: string): boolean {
  const number = Number(text)
  if (!Number.isFinite(number)) return true
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
  return Number.isInteger(number) && !Number.isSafeInteger(number) && digits.length > 15
}

/** Reads JSON from a file, or from standard input for `-`. */
export async function readJson(path: string, io: Io): Promise<unknown> {
  const name = path === '-' ? 'standard input' : path
  const bytes = path === '-' ? await readInput(io) : await readFile(path).catch(refuse)
  const lines: string[] = []
  for await (const { text } of readLines([bytes], name)) lines.push(text)
  const text = lines.join('\n')
  if (path === '-' && text.trim() === '') throw new UsageError('standard input is empty: expected JSON')
  return parseJson(text, { name })

  function refuse(error: unknown): never {
    throw new UsageError(`Cannot read ${path}: ${reasonOf(error)}`)
  }
}

async function readJsonObject(path: string, io: Io): Promise<Record<string, object>> {
  return toObject(await readJson(path, io), path === '-' ? 'standard input' : path)
}

export interface ArgumentFlags {
  readonly arg?: readonly (readonly [name: string, value: string])[] | undefined
  readonly argJson?: readonly (readonly [name: string, value: string])[] | undefined
  readonly args?: string | undefined
}

/** Reads the arguments of a run: those of the file, overridden by those of the line, which may name each only once. */
export async function readArguments(flags: ArgumentFlags, io: Io): Promise<Arguments> {
  const ofLine = new Map<string, unknown>()
  const add = (name: string, value: unknown) => {
    if (ofLine.has(name)) throw new UsageError(`the argument ${JSON.stringify(name)} is there twice`)
    ofLine.set(name, value)
  }
  for (const [name, value] of flags.arg ?? []) add(name, value)
  for (const [name, text] of flags.argJson ?? []) add(name, parseJson(text, { name: `the value of --arg-json ${name}` }))
  const ofFile = flags.args === undefined ? {} : await readJsonObject(flags.args, io)
  return Object.fromEntries([...Object.entries(ofFile), ...ofLine]) as Arguments
}

export async function readPayload(
  { args, payload }: { readonly args?: string | undefined; readonly payload?: string | undefined },
  io: Io,
): Promise<object> {
  if (payload === undefined) return readJsonObject(args ?? '-', io)
  if (args !== undefined) throw new UsageError('--payload and --args both say what is sent: give one of them')
  return toObject(parseJson(payload, { name: '--payload' }), '--payload')
}

export function isJsonObject(value: unknown): value is Record<string, object> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toObject(value: unknown, name: string): Record<string, object> {
  if (isJsonObject(value)) return value
  throw new UsageError(`${name} is not a JSON object`)
}

async function readInput(io: Io): Promise<Buffer> {
  announceStdin(io, 'JSON')
  return buffer(addAbortSignal(io.stop, io.input()))
}
