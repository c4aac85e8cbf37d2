import type { Reader } from './wasm-binary.ts'

/** Skips the declarations of local variables at the start of a function. */
export function skipLocals(reader: Reader): void {
  const count = reader.readUnsigned()
  for (let index = 0; index < count; index += 1) {
    // How many variables, and their type.
    reader.skipInteger()
    reader.readByte()
  }
}

export type SlowInstruction = 'loop' | 'copy' | 'fill'

/**
 * Reads the next instruction. If the instruction may take long, returns its kind: a loop, or a copy or fill of memory.
 * Returns undefined for all others. The opcodes are those of the specification:
 * https://webassembly.github.io/spec/core/binary/instructions.html
 *
 * @throws {Error} for an unknown instruction.
 */
export function readInstruction(reader: Reader): SlowInstruction | undefined {
  const opcode = reader.readByte()
  if (opcode === 0xfc) return skipBulkInstruction(reader)

  const isBlock = opcode >= 0x02 && opcode <= 0x04
  if (isBlock) {
    reader.skipInteger()
    return opcode === 0x03 ? 'loop' : undefined
  }

  skipImmediates(reader, opcode)
  return undefined
}

/** The opcodes of instructions with special immediates. The names are those of the specification. */
const opcodes = { br_table: 0x0e, call_indirect: 0x11, 'f32.const': 0x43, 'f64.const': 0x44 } as const

/** Instructions that load from memory or store in it, such as `i32.load`, have the opcodes of a range. */
const memoryAccessOpcodes = { first: 0x28, last: 0x3e } as const

/**
 * Skips the immediates (fixed operands) after the opcode of a WebAssembly instruction, up to the next instruction. The caller
 * handles blocks, and the bulk instructions, whose opcode starts with 0xfc.
 *
 * The opcodes and immediates are those of the WebAssembly Core Specification, section 5.4.
 *
 * @throws {Error} for an unknown opcode, because the next instruction cannot be found then.
 */
function skipImmediates(reader: Reader, opcode: number): void {
  const isMemoryAccess = opcode >= memoryAccessOpcodes.first && opcode <= memoryAccessOpcodes.last

  if (opcode === opcodes.br_table) {
    skipBranchTable(reader)
  } else if (opcode === opcodes.call_indirect) {
    // The type of the called function, and the table that has the function.
    reader.skipInteger()
    reader.skipInteger()
  } else if (isMemoryAccess) {
    // The alignment of the address, and an offset.
    reader.skipInteger()
    reader.skipInteger()
  } else if (opcode === opcodes['f32.const']) {
    reader.skipBytes(4)
  } else if (opcode === opcodes['f64.const']) {
    reader.skipBytes(8)
  } else if (opcodesWithOneInteger.has(opcode)) {
    // Either an integer constant, or the index of something, such as a local variable.
    reader.skipInteger()
  } else if (!hasNoImmediates(opcode)) {
    throw new Error(`Cannot add time checks: the instruction 0x${opcode.toString(16)} is not known`)
  }
}

function skipBranchTable(reader: Reader): void {
  // The table has one more label, for all other values.
  const labels = reader.readUnsigned() + 1
  for (let index = 0; index < labels; index += 1) reader.skipInteger()
}

/** Branches, calls, variables, the size of the memory, and constants. */
const opcodesWithOneInteger = new Set([0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42])

/** Unreachable and nop, else, end, return, drop and select. Comparisons and arithmetic are a range of opcodes. */
const opcodesWithoutImmediates = new Set([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b])

function hasNoImmediates(opcode: number): boolean {
  const isNumeric = opcode >= 0x45 && opcode <= 0xc4
  return isNumeric || opcodesWithoutImmediates.has(opcode)
}

function skipBulkInstruction(reader: Reader): 'copy' | 'fill' | undefined {
  const opcode = reader.readUnsigned()
  const isConversion = opcode <= 7
  if (isConversion) return undefined

  if (opcode === 10) {
    reader.skipBytes(2)
    return 'copy'
  }
  if (opcode === 11) {
    reader.skipBytes(1)
    return 'fill'
  }
  throw new Error(`Cannot add time checks: the instruction 0xfc ${opcode} is not known`)
}
