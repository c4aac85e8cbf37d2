/*
 * WebAssembly cannot be interrupted from outside in the thread that runs it. So each loop of the engine counts, and after
 * some thousand rounds asks for the time: a single native function, such as one that searches a list of 2^53 items, ends as
 * any other loop does.
 */

import {
  appended,
  type Bytes,
  concat,
  contentOf,
  createReader,
  readImports,
  readSections,
  signed,
  unsigned,
} from './wasm-binary.ts'
import { skipInstruction, skipLocals } from './wasm-instructions.ts'

/** The names of the globals that the checks read and write, and that the engine exports. */
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
    [
      section.type,
      types.with([
        [0x60, 0, 0],
        [0x60, 3, i32, i32, i32, 0],
      ]),
    ],
    [section.function, functions.with([unsigned(types.count), unsigned(types.count + 1), unsigned(types.count + 1)])],
    [
      section.global,
      globals.with([
        [i32, 1, 0x41, 0, 0x0b],
        [i32, 1, 0x41, 0, 0x0b],
        [f64, 1, 0x44, ...infinity, 0x0b],
      ]),
    ],
    [section.export, exported(contentOf(sections, section.export), place)],
    [section.code, checkedCode(contentOf(sections, section.code), place, options)],
  ])
  const written = sections.map(({ content, id }) => ({ id, content: replaced.get(id) ?? content }))
  return concat([wasm.subarray(0, 8), ...written.flatMap(({ content, id }) => [[id], unsigned(content.length), content])])
}

/** The indexes of the functions and globals that are added, and of the clock. */
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
