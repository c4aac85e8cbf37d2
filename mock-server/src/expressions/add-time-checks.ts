/*
 * WebAssembly cannot be interrupted from outside in the thread that runs it. So each loop of the engine counts, and after
 * some thousand rounds asks for the time: a single native function, such as one that searches a list of 2^53 items, ends as
 * any other loop does. The format of the file: https://webassembly.github.io/spec/core/binary/
 */

/** The names under which an engine with time checks exports what the checks read and write. */
export const checkNames = { roundsLeft: 'roundsLeft', checks: 'checks', deadline: 'deadline' } as const

export interface TimeCheckOptions {
  /** The rounds of loops between two checks. */
  readonly rounds: number
  /** How many checks come before the first one that may end the engine: work that needs so little never ends too early. */
  readonly freeChecks: number
  /** The import that returns the time in milliseconds, as in the `env` of the engine. */
  readonly clock: string
}

const section = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const
const i32 = 0x7f
const f64 = 0x7c
const noResult = 0x40

interface Section {
  readonly id: number
  readonly content: Uint8Array
}

/**
 * Adds time checks to an engine. An engine that is past its deadline traps, and must not be used again.
 *
 * @throws {Error} for a file with instructions that are not known here, rather than missing one of its loops.
 */
export function addTimeChecks(wasm: Uint8Array, options: TimeCheckOptions): Uint8Array {
  const sections = readSections(wasm)
  const imported = readImports(contentOf(sections, section.import))
  const types = appended(contentOf(sections, section.type))
  const functions = appended(contentOf(sections, section.function))
  const globals = appended(contentOf(sections, section.global))
  const firstFunction = imported.functions.length + functions.count
  const place: Places = {
    check: firstFunction,
    copy: firstFunction + 1,
    fill: firstFunction + 2,
    clock: imported.functions.indexOf(options.clock),
    roundsLeft: imported.globals + globals.count,
    checks: imported.globals + globals.count + 1,
    deadline: imported.globals + globals.count + 2,
  }
  if (place.clock < 0) throw new Error(`Cannot add time checks: the engine imports no "${options.clock}"`)

  const replaced = new Map<number, Uint8Array>([
    [section.type, types.with([[0x60, 0, 0], [0x60, 3, i32, i32, i32, 0]])],
    [section.function, functions.with([unsigned(types.count), unsigned(types.count + 1), unsigned(types.count + 1)])],
    [section.global, globals.with([[i32, 1, 0x41, 0, 0x0b], [i32, 1, 0x41, 0, 0x0b], [f64, 1, 0x44, ...infinity, 0x0b]])],
    [section.export, exported(contentOf(sections, section.export), place)],
    [section.code, checkedCode(contentOf(sections, section.code), place, options)],
  ])
  const written = sections.map(({ content, id }) => ({ id, content: replaced.get(id) ?? content }))
  return concat([wasm.subarray(0, 8), ...written.flatMap(({ content, id }) => [[id], unsigned(content.length), content])])
}

/** The indexes of what is added, and of the clock. */
interface Places {
  readonly check: number
  readonly copy: number
  readonly fill: number
  readonly clock: number
  readonly roundsLeft: number
  readonly checks: number
  readonly deadline: number
}

const infinity = [0, 0, 0, 0, 0, 0, 0xf0, 0x7f]

function exported(content: Uint8Array, place: Places): Uint8Array {
  const names = Object.entries(checkNames) as readonly (readonly [keyof typeof checkNames, string])[]
  const exports = names.map(([key, name]) => {
    const letters = [...new TextEncoder().encode(name)]
    return [...unsigned(letters.length), ...letters, 3, ...unsigned(place[key])]
  })
  return appended(content).with(exports)
}

function checkedCode(content: Uint8Array, place: Places, options: TimeCheckOptions): Uint8Array {
  const reader = createReader(content)
  const count = reader.unsigned()
  const bodies: Bytes[] = []
  for (let index = 0; index < count; index += 1) {
    const size = reader.unsigned()
    bodies.push(checkedBody(reader.take(size), place))
  }
  bodies.push(...addedBodies(place, options))
  return concat([unsigned(bodies.length), ...bodies.flatMap((body) => [unsigned(body.length), body])])
}

/** Counts a round at the head of each loop, and replaces operations on much memory by functions that count, too. */
function checkedBody(body: Uint8Array, place: Places): Uint8Array {
  const reader = createReader(body)
  const parts: Bytes[] = []
  let copied = 0
  skipLocals(reader)
  while (reader.offset() < body.length) {
    const start = reader.offset()
    const instruction = skipInstruction(reader)
    if (instruction === 'loop') {
      parts.push(body.subarray(copied, reader.offset()), countedRounds([0x41, 1], place))
      copied = reader.offset()
    } else if (instruction === 'copy' || instruction === 'fill') {
      parts.push(body.subarray(copied, start), [0x10, ...unsigned(place[instruction])])
      copied = reader.offset()
    }
  }
  return concat([...parts, body.subarray(copied)])
}

/** Takes rounds, which the instructions push, from those that are left, and checks the time if none is left. */
function countedRounds(rounds: readonly number[], { check, roundsLeft }: Places): number[] {
  const left = unsigned(roundsLeft)
  const subtract = [0x23, ...left, ...rounds, 0x6b, 0x24, ...left]
  return [...subtract, 0x23, ...left, 0x41, 0, 0x48, 0x04, noResult, 0x10, ...unsigned(check), 0x0b]
}

// 2^6 bytes count as one round.
const bytesPerRoundLog2 = 6

function addedBodies(place: Places, { freeChecks, rounds }: TimeCheckOptions): Bytes[] {
  const [left, checks] = [unsigned(place.roundsLeft), unsigned(place.checks)]
  const check = [
    ...[0, 0x41, ...signed(rounds), 0x24, ...left],
    ...[0x23, ...checks, 0x41, 1, 0x6a, 0x24, ...checks],
    ...[0x23, ...checks, 0x41, ...signed(freeChecks), 0x48, 0x04, noResult, 0x0f, 0x0b],
    ...[0x10, ...unsigned(place.clock), 0x23, ...unsigned(place.deadline), 0x64, 0x04, noResult, 0x00, 0x0b, 0x0b],
  ]
  const countBytes = countedRounds([0x20, 2, 0x41, bytesPerRoundLog2, 0x76], place)
  const parameters = [0x20, 0, 0x20, 1, 0x20, 2]
  const copy = [0, ...countBytes, ...parameters, 0xfc, 10, 0, 0, 0x0b]
  const fill = [0, ...countBytes, ...parameters, 0xfc, 11, 0, 0x0b]
  return [check, copy, fill]
}

type Bytes = Uint8Array | readonly number[]

interface Reader {
  readonly offset: () => number
  readonly byte: () => number
  readonly unsigned: () => number
  /** Skips an integer of any size. */
  readonly skipInteger: () => void
  readonly take: (length: number) => Uint8Array
}

function createReader(bytes: Uint8Array): Reader {
  let offset = 0
  function byte(): number {
    const value = bytes[offset]
    if (value === undefined) throw new Error('Cannot add time checks: the engine ends in the middle')
    offset += 1
    return value
  }
  return {
    offset: () => offset,
    byte,
    unsigned: () => {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const part = byte()
        value += (part & 0x7f) * 2 ** shift
        if (part < 0x80) return value
      }
    },
    skipInteger: () => {
      while (byte() >= 0x80);
    },
    take: (length) => {
      offset += length
      return bytes.subarray(offset - length, offset)
    },
  }
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(Math.floor(value / 0x80))]
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}

function concat(parts: readonly Bytes[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

function readSections(wasm: Uint8Array): Section[] {
  const reader = createReader(wasm)
  reader.take(8)
  const sections: Section[] = []
  while (reader.offset() < wasm.length) {
    const id = reader.byte()
    const size = reader.unsigned()
    sections.push({ id, content: reader.take(size) })
  }
  return sections
}

function contentOf(sections: readonly Section[], id: number): Uint8Array {
  const found = sections.find((each) => each.id === id)
  if (found === undefined) throw new Error(`Cannot add time checks: the engine has no section ${id}`)
  return found.content
}

/** A list in the file: how many items it has, and the list with more items behind them. */
function appended(content: Uint8Array): { readonly count: number; readonly with: (items: readonly Bytes[]) => Uint8Array } {
  const reader = createReader(content)
  const count = reader.unsigned()
  const items = content.subarray(reader.offset())
  return { count, with: (more) => concat([unsigned(count + more.length), items, ...more]) }
}

function readImports(content: Uint8Array): { readonly functions: readonly string[]; readonly globals: number } {
  const reader = createReader(content)
  const functions: string[] = []
  let globals = 0
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    reader.take(reader.unsigned())
    const name = new TextDecoder().decode(reader.take(reader.unsigned()))
    const kind = reader.byte()
    if (kind === 0) {
      reader.unsigned()
      functions.push(name)
    } else if (kind === 2) skipLimits(reader)
    else if (kind === 3) {
      reader.take(2)
      globals += 1
    } else throw new Error(`Cannot add time checks: the engine imports something of kind ${kind}`)
  }
  return { functions, globals }
}

function skipLimits(reader: Reader): void {
  const hasMaximum = reader.byte() % 2 === 1
  reader.unsigned()
  if (hasMaximum) reader.unsigned()
}

function skipLocals(reader: Reader): void {
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    reader.unsigned()
    reader.byte()
  }
}

/** Skips an instruction, and says which of those it is that take long. */
function skipInstruction(reader: Reader): 'loop' | 'copy' | 'fill' | undefined {
  const code = reader.byte()
  if (code === 0xfc) return skipBulkInstruction(reader)
  if (code >= 0x02 && code <= 0x04) {
    reader.skipInteger()
    return code === 0x03 ? 'loop' : undefined
  }
  if (code === 0x0e) for (let left = reader.unsigned() + 1; left > 0; left -= 1) reader.unsigned()
  else if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) {
    reader.unsigned()
    reader.unsigned()
  } else if (code === 0x43) reader.take(4)
  else if (code === 0x44) reader.take(8)
  else if (withOneInteger.has(code)) reader.skipInteger()
  else if (!isPlain(code)) throw new Error(`Cannot add time checks: the instruction 0x${code.toString(16)} is not known`)
  return undefined
}

/** Branches, calls, variables, the size of the memory, and constants. */
const withOneInteger = new Set([0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42])

function isPlain(code: number): boolean {
  return code <= 0x01 || code === 0x05 || code === 0x0b || code === 0x0f || code === 0x1a || code === 0x1b || (code >= 0x45 && code <= 0xc4)
}

function skipBulkInstruction(reader: Reader): 'copy' | 'fill' | undefined {
  const code = reader.unsigned()
  if (code <= 7) return undefined
  if (code === 10) {
    reader.take(2)
    return 'copy'
  }
  if (code === 11) {
    reader.take(1)
    return 'fill'
  }
  throw new Error(`Cannot add time checks: the instruction 0xfc ${code} is not known`)
}
