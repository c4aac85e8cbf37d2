import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readSystemReason } from '@wfhost/internal/system-error'
import { readLines } from '../batch-file/read-lines.ts'
import type { Arguments } from '../index.ts'
import { UsageError } from './explain-error.ts'
import { announceStdin, type Io } from './io.ts'

export interface Place {
  readonly name: string
  /** The line at which the text begins. @default 1, and messages name no line */
  readonly line?: number | undefined
}

/**
 * Parses JSON that the user gave.
 *
 * @throws UsageError for text that is not JSON. With line and column, for data that JSON.parse would lose: digits of a long
 *   number, and all but the last of several members with one name.
 */
export function parseJson(text: string, { line, name }: Place): unknown {
  const value = parse(text, line === undefined ? name : `line ${line} of ${name}`)

  const loss = findDataLoss(text)
  if (loss === undefined) return value
  throw new UsageError(`${describePosition(text, loss.index, { line, name })}: ${loss.message}`)
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${place} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** Describes an index in a text as `line 3, column 7 of x.json`. A text of one line has only a column. */
function describePosition(text: string, index: number, { line, name }: Place): string {
  const linesBefore = text.slice(0, index).split('\n')
  const column = `column ${(linesBefore.at(-1) ?? '').length + 1} of ${name}`

  const hasOneLine = line === undefined && !text.includes('\n')
  if (hasOneLine) return column
  return `line ${(line ?? 1) + linesBefore.length - 1}, ${column}`
}

/** Data that JSON.parse loses silently, and its place in the text. */
interface DataLoss {
  readonly index: number
  readonly message: string
}

/**
 * Finds the first place at which JSON.parse would lose data silently: a number with too many digits, or a member that an object
 * has twice. The text must be valid JSON.
 */
function findDataLoss(text: string): DataLoss | undefined {
  // One set of member names for each open object. The innermost object is last.
  const memberNamesByDepth: Set<string>[] = []
  // Finds a brace, the quote at the start of a string, or a number with all of its characters.
  const tokenPattern = /[{}"]|-?\d[\d.e+-]*/gi

  for (let match = tokenPattern.exec(text); match !== null; match = tokenPattern.exec(text)) {
    const [token] = match
    const { index } = match
    switch (token) {
      case '{':
        memberNamesByDepth.push(new Set())
        break
      case '}':
        memberNamesByDepth.pop()
        break
      case '"': {
        const end = findEndOfString(text, index)
        // The search continues after the string, because braces and numbers inside it mean nothing.
        tokenPattern.lastIndex = end

        const isMemberName = /^\s*:/.test(text.slice(end))
        const message = isMemberName ? addMemberName(text.slice(index, end), memberNamesByDepth.at(-1)) : undefined
        if (message !== undefined) return { index, message }
        break
      }
      default: {
        const message = describeLostNumber(token)
        if (message !== undefined) return { index, message }
      }
    }
  }
  return undefined
}

/** Describes why JSON.parse would change a number, and the remedy. Returns undefined for a number that it reads as written. */
function describeLostNumber(text: string): string | undefined {
  const number = Number(text)
  if (Math.abs(number) === Number.POSITIVE_INFINITY) return `${text} is beyond the range of numbers; make it a string`
  if (losesDigits(text)) return `${text} has more digits than a number can hold; make it a string`
  if (Object.is(number, -0)) return `${text} cannot be sent as JSON; write 0`
  return undefined
}

/** Adds the name of a member to the names of its object. Returns a message if the object has the name already. */
function addMemberName(quotedName: string, names: Set<string> | undefined): string | undefined {
  const name: string = JSON.parse(quotedName)
  if (names?.has(name)) return `the member ${JSON.stringify(name)} occurs twice`

  names?.add(name)
  return undefined
}

/** Returns the index after the closing quote of the string that starts at an index. */
function findEndOfString(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

/**
 * Whether JavaScript would send another number than the written one: an integer beyond 2^53, a fraction with too many digits, or an
 * infinite number. A number such as 1e20 has few digits, and JavaScript sends it unchanged.
 */
export function losesDigits(text: string): boolean {
  const number = Number(text)
  if (!Number.isFinite(number)) return true

  const isBeyondSafeIntegers = Number.isInteger(number) && !Number.isSafeInteger(number)
  if (isBeyondSafeIntegers) return readSignificantDigits(text) !== readSignificantDigits(String(number))
  return readSignificantDigits(text).length > DIGITS_OF_A_FRACTION
}

/** Programs write a fraction with so many digits at most, and read it back as the same number (IEEE 754, section 5.12.2). */
const DIGITS_OF_A_FRACTION = 17

/** Returns the digits of a number, without its exponent and without zeros at its ends: `12` for `-1.20e7`. */
function readSignificantDigits(text: string): string {
  const withoutExponent = text.replace(/e.*$/i, '')
  const digits = withoutExponent.replace(/\D/g, '')
  return digits.replace(/^0+|0+$/g, '')
}

/** Reads JSON from a file, or from standard input for `-`. */
export async function readJson(path: string, io: Io): Promise<unknown> {
  const isStandardInput = path === '-'
  const name = nameOfInput(path)
  const bytes = isStandardInput ? await readInput(io) : await readFileBytes(path)

  // `readLines` reports bytes that are not UTF-8, and other formats than text.
  const lines: string[] = []
  for await (const { text } of readLines([bytes], name)) lines.push(text)
  const text = lines.join('\n')

  if (isStandardInput && text.trim() === '') throw new UsageError('standard input is empty: expected JSON')
  return parseJson(text, { name })
}

function nameOfInput(path: string): string {
  return path === '-' ? 'standard input' : path
}

async function readFileBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${readSystemReason(error)}`)
  }
}

async function readJsonObject(path: string, io: Io): Promise<Record<string, object>> {
  return toObject(await readJson(path, io), nameOfInput(path))
}

export interface ArgumentFlags {
  readonly arg?: readonly (readonly [name: string, value: string])[] | undefined
  readonly argJson?: readonly (readonly [name: string, value: string])[] | undefined
  readonly args?: string | undefined
}

/**
 * Reads the arguments of a run: those of the file of `--args`, overridden by those of `--arg` and `--arg-json`. The command line may
 * name an argument only once.
 */
export async function readArguments(flags: ArgumentFlags, io: Io): Promise<Arguments> {
  const typedArguments = new Map<string, unknown>()
  const add = (name: string, value: unknown) => {
    if (typedArguments.has(name)) throw new UsageError(`the argument ${JSON.stringify(name)} occurs twice`)
    typedArguments.set(name, value)
  }
  for (const [name, value] of flags.arg ?? []) add(name, value)
  for (const [name, text] of flags.argJson ?? []) add(name, parseJson(text, { name: `the value of --arg-json ${name}` }))

  const fileArguments = flags.args === undefined ? {} : await readJsonObject(flags.args, io)
  // The values are JSON. The client refuses those that are not valid arguments, such as null.
  return { ...fileArguments, ...Object.fromEntries(typedArguments) } as Arguments
}

/** The names on the command line. Both are undefined with `--payload`. */
export interface ToolNames {
  readonly toolset: string | undefined
  readonly tool: string | undefined
}

export interface PayloadFlags extends ArgumentFlags {
  readonly payload?: string | undefined
}

/** Reads the payload of a tool: its names and arguments, or the whole payload from the file of `--payload`. */
export async function readPayload({ tool, toolset }: ToolNames, flags: PayloadFlags, io: Io): Promise<object> {
  const { arg, argJson, args, payload } = flags
  if (payload !== undefined) {
    const hasParts = [toolset, arg, argJson, args].some((part) => part !== undefined)
    if (hasParts) throw new UsageError('--payload is the whole payload: give no tool set, tool or arguments beside it')
    return readJsonObject(payload, io)
  }

  if (toolset === undefined || tool === undefined) {
    throw new UsageError(
      'Cannot execute a tool without its names: give the tool set and the tool, or the whole payload with --payload FILE',
    )
  }
  return { toolset, tool, arguments: await readArguments(flags, io) }
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
