import type { Reader } from './wasm-binary.ts'

export function skipLocals(reader: Reader): void {
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    reader.unsigned()
    reader.byte()
  }
}

/** Skips an instruction, and returns its kind if it may take long. */
export function skipInstruction(reader: Reader): 'loop' | 'copy' | 'fill' | undefined {
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
  return (
    code <= 0x01 ||
    code === 0x05 ||
    code === 0x0b ||
    code === 0x0f ||
    code === 0x1a ||
    code === 0x1b ||
    (code >= 0x45 && code <= 0xc4)
  )
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
