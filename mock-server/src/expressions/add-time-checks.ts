/*
 * Code of WebAssembly cannot be interrupted from outside in the thread that runs it. Therefore each loop of the engine counts
 * its rounds, and reads the clock after some thousand of them. A single native function, such as a search in a list of 2^53
 * items, ends in time like any other loop.
 */

import {
  appendItems,
  type Bytes,
  concat,
  encodeSigned,
  encodeUnsigned,
  getSection,
  Reader,
  readImports,
  readItems,
  readSections,
} from './wasm-binary.ts'
import { readInstruction, skipLocals } from './wasm-instructions.ts'

/** The names of the globals that the checks read and write. The engine exports them. */
export const checkNames = { roundsLeft: 'roundsLeft', checks: 'checks', deadline: 'deadline' } as const

export interface TimeCheckOptions {
  /** The rounds of loops between two checks. */
  readonly rounds: number
  /** The number of checks before the first one that can end the engine. Work with fewer checks never ends too early. */
  readonly freeChecks: number
  /** The import that returns the time in milliseconds, as in the `env` of the engine. */
  readonly clock: string
}

// The ids of the sections of a module, and the codes of types and instructions.
// https://webassembly.github.io/spec/core/binary/
const sectionIds = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const
const typeCodes = { i32: 0x7f, f64: 0x7c, function: 0x60, noResult: 0x40 } as const
const globalExport = 3
const mutable = 1
const opcodes = {
  unreachable: 0x00,
  if: 0x04,
  end: 0x0b,
  return: 0x0f,
  call: 0x10,
  getLocal: 0x20,
  getGlobal: 0x23,
  setGlobal: 0x24,
  constI32: 0x41,
  constF64: 0x44,
  lessThanI32: 0x48,
  greaterThanF64: 0x64,
  addI32: 0x6a,
  subtractI32: 0x6b,
  shiftRightI32: 0x76,
  bulk: 0xfc,
} as const
const bulkOpcodes = { copy: 10, fill: 11 } as const

/**
 * Adds time checks to the WebAssembly engine that evaluates expressions. Nothing can interrupt WebAssembly from outside. Each
 * loop then counts its rounds, and sometimes compares the clock with a deadline. An engine that is past its deadline traps (ends
 * with an error), and must not be used again.
 *
 * Adds three functions: the check, and replacements for the two instructions that copy and fill memory. These instructions can
 * take as long as a loop. `addedFunctions` lists the three.
 *
 * @throws {Error} for a file with unknown instructions, because a loop among them would have no check.
 */
export function addTimeChecks(wasm: Uint8Array, options: TimeCheckOptions): Uint8Array {
  // A module is a list of sections. Each section lists items of one kind, such as functions.
  const sections = readSections(wasm)
  const types = readItems(getSection(sections, sectionIds.type))
  const functions = readItems(getSection(sections, sectionIds.function))
  const globals = readItems(getSection(sections, sectionIds.global))
  const imports = readImports(getSection(sections, sectionIds.import))

  // Functions and globals are numbered from 0: first the imported ones, then those of the module, then those added here.
  const indexes = assignIndexes({
    // The module imports the function that returns the time.
    clockFunction: findImportedFunction(imports.functionNames, options.clock),
    firstFunction: imports.functionNames.length + functions.count,
    firstGlobal: imports.globalCount + globals.count,
  })

  // The section `function` stores a type index for each function. The added types have the indexes after the others.
  const functionTypes = addedFunctions.map(({ typeIndex }) => encodeUnsigned(types.count + typeIndex))

  const changedSections = new Map<number, Uint8Array>([
    [sectionIds.type, appendItems(types, addedTypes)],
    [sectionIds.function, appendItems(functions, functionTypes)],
    // The counters and the deadline are globals. JavaScript sets them before an evaluation, so they are exported.
    [sectionIds.global, appendItems(globals, addedGlobals)],
    [sectionIds.export, exportGlobals(getSection(sections, sectionIds.export), indexes)],
    // The code of the added functions, and of the loops that count their rounds.
    [sectionIds.code, instrumentCodeSection(getSection(sections, sectionIds.code), indexes, options)],
  ])
  return replaceSections(wasm, changedSections)
}

/** Returns the index of an imported function. */
function findImportedFunction(functionNames: readonly string[], name: string): number {
  const index = functionNames.indexOf(name)
  if (index < 0) throw new Error(`Cannot add time checks: the engine imports no "${name}"`)
  return index
}

interface FirstIndexes {
  /** The index of the imported function that returns the time. */
  readonly clockFunction: number
  /** The index of the first added function. */
  readonly firstFunction: number
  /** The index of the first added global. */
  readonly firstGlobal: number
}

/** Numbers the functions in the order of `addedFunctions`, and the globals in the order of `addedGlobals`. */
function assignIndexes({ clockFunction, firstFunction, firstGlobal }: FirstIndexes): AddedIndexes {
  return {
    clockFunction,
    checkFunction: firstFunction,
    copyFunction: firstFunction + 1,
    fillFunction: firstFunction + 2,
    roundsLeft: firstGlobal,
    checks: firstGlobal + 1,
    deadline: firstGlobal + 2,
  }
}

/** The indexes of the functions and globals that are added, and of the clock. Instructions refer to them by index. */
interface AddedIndexes {
  readonly checkFunction: number
  readonly copyFunction: number
  readonly fillFunction: number
  readonly clockFunction: number
  readonly roundsLeft: number
  readonly checks: number
  readonly deadline: number
}

/** The types of the added functions: first without parameters, then with three numbers as parameters. Both return nothing. */
const addedTypes = [
  [typeCodes.function, 0, 0],
  [typeCodes.function, 3, typeCodes.i32, typeCodes.i32, typeCodes.i32, 0],
]

interface AddedFunction {
  /** The index of its type in `addedTypes`. */
  readonly typeIndex: number
  readonly createBody: (indexes: AddedIndexes, options: TimeCheckOptions) => Bytes
}

/** The added functions: the check, and those that replace the instructions `memory.copy` and `memory.fill`. */
const addedFunctions: readonly AddedFunction[] = [
  { typeIndex: 0, createBody: createCheck },
  { typeIndex: 1, createBody: (indexes) => createBulkFunction('copy', indexes) },
  { typeIndex: 1, createBody: (indexes) => createBulkFunction('fill', indexes) },
]

// Infinity in the bytes of a 64-bit float.
const infinity = [0, 0, 0, 0, 0, 0, 0xf0, 0x7f]

/** The globals roundsLeft, checks and deadline with their first values. */
const addedGlobals = [
  [typeCodes.i32, mutable, opcodes.constI32, 0, opcodes.end],
  [typeCodes.i32, mutable, opcodes.constI32, 0, opcodes.end],
  [typeCodes.f64, mutable, opcodes.constF64, ...infinity, opcodes.end],
]

function replaceSections(wasm: Uint8Array, changed: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const header = wasm.subarray(0, 8)
  const parts: Bytes[] = [header]
  for (const { content, id } of readSections(wasm)) {
    const replaced = changed.get(id) ?? content
    parts.push([id], encodeUnsigned(replaced.length), replaced)
  }
  return concat(parts)
}

function exportGlobals(content: Uint8Array, indexes: AddedIndexes): Uint8Array {
  const names = Object.entries(checkNames) as readonly (readonly [keyof typeof checkNames, string])[]
  const exports = names.map(([key, name]) => {
    const letters = [...new TextEncoder().encode(name)]
    return [...encodeUnsigned(letters.length), ...letters, globalExport, ...encodeUnsigned(indexes[key])]
  })
  return appendItems(readItems(content), exports)
}

/** Adds checks to each function of the code section, and adds the functions that the checks call. */
function instrumentCodeSection(content: Uint8Array, indexes: AddedIndexes, options: TimeCheckOptions): Uint8Array {
  const reader = new Reader(content)
  const count = reader.readUnsigned()
  const bodies: Bytes[] = []
  for (let index = 0; index < count; index += 1) {
    const size = reader.readUnsigned()
    bodies.push(instrumentFunctionBody(reader.readBytes(size), indexes))
  }

  for (const { createBody } of addedFunctions) bodies.push(createBody(indexes, options))
  return concat([encodeUnsigned(bodies.length), ...bodies.flatMap((body) => [encodeUnsigned(body.length), body])])
}

/**
 * Adds time checks to the WebAssembly code of one function, so that a long evaluation can be ended. Each pass through a loop
 * counts as one round. The instructions `memory.copy` and `memory.fill` can take as long as a loop, so they are replaced by calls
 * of functions that count their bytes as rounds.
 *
 * @param indexes - The indexes of the added functions and globals. Instructions refer to them by index.
 */
function instrumentFunctionBody(body: Uint8Array, indexes: AddedIndexes): Uint8Array {
  const reader = new Reader(body)
  const copier = new CodeCopier(body)
  skipLocals(reader)

  while (reader.offset < body.length) {
    const instructionStart = reader.offset
    const slowInstruction = readInstruction(reader)
    // The instruction is fast, so it needs no check. It is copied later, with the next part of the code.
    if (slowInstruction === undefined) continue

    if (slowInstruction === 'loop') {
      // Keeps the instruction. The added instructions are executed at the start of each round.
      copier.copyUntil(reader.offset)
      copier.write(encodeRoundCount(constOneInstruction, indexes))
    } else {
      // Replaces the instruction by a call. The called function takes the same operands from the stack.
      const functionIndex = slowInstruction === 'copy' ? indexes.copyFunction : indexes.fillFunction
      copier.copyUntil(instructionStart)
      copier.write([opcodes.call, ...encodeUnsigned(functionIndex)])
      copier.skipUntil(reader.offset)
    }
  }

  copier.copyUntil(body.length)
  return copier.finish()
}

/** The instruction that pushes the number 1 on the stack. */
const constOneInstruction: readonly number[] = [opcodes.constI32, 1]

/** Copies code from its start to its end. Parts of the code can be skipped, and other code can be written in between. */
class CodeCopier {
  readonly #code: Uint8Array
  readonly #parts: Bytes[] = []
  /** The position in the code up to which it was copied or skipped. */
  #offset = 0

  constructor(code: Uint8Array) {
    this.#code = code
  }

  /** Copies the code from the current position up to an offset. */
  copyUntil(offset: number): void {
    this.#parts.push(this.#code.subarray(this.#offset, offset))
    this.#offset = offset
  }

  /** Leaves out the code from the current position up to an offset. */
  skipUntil(offset: number): void {
    this.#offset = offset
  }

  write(bytes: Bytes): void {
    this.#parts.push(bytes)
  }

  finish(): Uint8Array {
    return concat(this.#parts)
  }
}

/**
 * Writes instructions that subtract rounds from those that are left, and call the check if none is left.
 *
 * @param pushNumberOfRounds - The instructions that push the number of rounds on the stack, as the operand of the subtraction.
 */
function encodeRoundCount(pushNumberOfRounds: readonly number[], { checkFunction, roundsLeft }: AddedIndexes): number[] {
  const getLeft = [opcodes.getGlobal, ...encodeUnsigned(roundsLeft)]
  const setLeft = [opcodes.setGlobal, ...encodeUnsigned(roundsLeft)]
  const subtract = [...getLeft, ...pushNumberOfRounds, opcodes.subtractI32, ...setLeft]
  const isNegative = [...getLeft, opcodes.constI32, 0, opcodes.lessThanI32]
  return [...subtract, ...isNegative, opcodes.if, typeCodes.noResult, opcodes.call, ...encodeUnsigned(checkFunction), opcodes.end]
}

// A function starts with the number of its local variables.
const noLocals = 0

/** Creates the function that counts a check, and traps if the clock is past the deadline. */
function createCheck(indexes: AddedIndexes, { freeChecks, rounds }: TimeCheckOptions): Bytes {
  const getChecks = [opcodes.getGlobal, ...encodeUnsigned(indexes.checks)]
  const setChecks = [opcodes.setGlobal, ...encodeUnsigned(indexes.checks)]

  const resetRounds = [opcodes.constI32, ...encodeSigned(rounds), opcodes.setGlobal, ...encodeUnsigned(indexes.roundsLeft)]
  const countCheck = [...getChecks, opcodes.constI32, 1, opcodes.addI32, ...setChecks]
  const isFree = [...getChecks, opcodes.constI32, ...encodeSigned(freeChecks), opcodes.lessThanI32]
  const returnIfFree = [...isFree, opcodes.if, typeCodes.noResult, opcodes.return, opcodes.end]
  const getTime = [opcodes.call, ...encodeUnsigned(indexes.clockFunction)]
  const isLate = [...getTime, opcodes.getGlobal, ...encodeUnsigned(indexes.deadline), opcodes.greaterThanF64]
  const trapIfLate = [...isLate, opcodes.if, typeCodes.noResult, opcodes.unreachable, opcodes.end]
  return [noLocals, ...resetRounds, ...countCheck, ...returnIfFree, ...trapIfLate, opcodes.end]
}

// 2^6 bytes count as one round.
const bytesPerRoundLog2 = 6

/** Creates a function that counts the bytes to copy or fill, and then executes the instruction. */
function createBulkFunction(name: 'copy' | 'fill', indexes: AddedIndexes): Bytes {
  const getParameters = [opcodes.getLocal, 0, opcodes.getLocal, 1, opcodes.getLocal, 2]
  const pushNumberOfRounds = [opcodes.getLocal, 2, opcodes.constI32, bytesPerRoundLog2, opcodes.shiftRightI32]
  const countBytes = encodeRoundCount(pushNumberOfRounds, indexes)
  const memories = name === 'copy' ? [0, 0] : [0]
  return [noLocals, ...countBytes, ...getParameters, opcodes.bulk, bulkOpcodes[name], ...memories, opcodes.end]
}
