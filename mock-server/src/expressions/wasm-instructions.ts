import type { Reader } from './wasm-binary.ts'

/** Skips the declarations of local variables at the start of a function. */
export function skipLocals(reader: Reader): void {
  const count = reader.unsigned()
  for (let index = 0; index < count; index += 1) {
    // How many variables, and their type.
    reader.skipInteger()
    reader.byte()
  }
}

export type SlowInstruction = 'loop' | 'copy' | 'fill'

/**
 * Reads the next instruction. If the instruction may take long, returns its kind: a loop, or a copy or fill of memory.
 * Returns undefined for all others. The codes are those of the specification:
 * https://webassembly.github.io/spec/core/binary/instructions.html
 *
 * @throws {Error} for an unknown instruction.
 */
export function readInstruction(reader: Reader): SlowInstruction | undefined {
  const code = reader.byte()
  if (code === 0xfc) return skipBulkInstruction(reader)

  const isBlock = code >= 0x02 && code <= 0x04
  if (isBlock) {
    reader.skipInteger()
    return code === 0x03 ? 'loop' : undefined
  }

  skipOperands(reader, code)
  return undefined
}

/** The codes of instructions with special operands. The names are those of the specification. */
const opcodes = { br_table: 0x0e, call_indirect: 0x11, 'f32.const': 0x43, 'f64.const': 0x44 } as const

/** Instructions that load from memory or store in it, such as `i32.load`, have the codes of a range. */
const memoryAccessCodes = { first: 0x28, last: 0x3e } as const

/**
 * Skips the operands that follow the code of a WebAssembly instruction, so that the next instruction can be read. The caller
 * handles blocks, and the bulk instructions, whose code starts with 0xfc.
 *
 * The codes and operands are those of the WebAssembly Core Specification, section 5.4.
 *
 * @throws {Error} for an unknown code, because the next instruction cannot be found then.
 */
function skipOperands(reader: Reader, code: number): void {
  const isMemoryAccess = code >= memoryAccessCodes.first && code <= memoryAccessCodes.last

  if (code === opcodes.br_table) {
    skipBranchTable(reader)
  } else if (code === opcodes.call_indirect) {
    // The type of the called function, and the table that has the function.
    reader.skipInteger()
    reader.skipInteger()
  } else if (isMemoryAccess) {
    // The alignment of the address, and an offset.
    reader.skipInteger()
    reader.skipInteger()
  } else if (code === opcodes['f32.const']) {
    reader.take(4)
  } else if (code === opcodes['f64.const']) {
    reader.take(8)
  } else if (codesWithOneInteger.has(code)) {
    // An index, such as the one of a local variable or a called function, or an integer constant.
    reader.skipInteger()
  } else if (!hasNoOperand(code)) {
    throw new Error(`Cannot add time checks: the instruction 0x${code.toString(16)} is not known`)
  }
}

function skipBranchTable(reader: Reader): void {
  // The table has one more label, for all other values.
  const labels = reader.unsigned() + 1
  for (let index = 0; index < labels; index += 1) reader.skipInteger()
}

/** Branches, calls, variables, the size of the memory, and constants. */
const codesWithOneInteger = new Set([0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42])

/** Unreachable and nop, else, end, return, drop and select. Comparisons and arithmetic are a range of codes. */
const codesWithoutOperand = new Set([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b])

function hasNoOperand(code: number): boolean {
  const isNumeric = code >= 0x45 && code <= 0xc4
  return isNumeric || codesWithoutOperand.has(code)
}

function skipBulkInstruction(reader: Reader): 'copy' | 'fill' | undefined {
  const code = reader.unsigned()
  const isConversion = code <= 7
  if (isConversion) return undefined

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
