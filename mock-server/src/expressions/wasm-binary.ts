/*
 * The format of a WebAssembly file, as far as `addTimeChecks` needs it.
 * https://webassembly.github.io/spec/core/binary/
 */

export interface Section {
  readonly id: number
  readonly content: Uint8Array
}

export type Bytes = Uint8Array | readonly number[]

export interface Reader {
  readonly offset: () => number
  readonly byte: () => number
  readonly unsigned: () => number
  /** Skips an integer of any size. */
  readonly skipInteger: () => void
  readonly take: (length: number) => Uint8Array
}

export function createReader(bytes: Uint8Array): Reader {
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

export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(Math.floor(value / 0x80))]
}

export function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}

export function concat(parts: readonly Bytes[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

export function readSections(wasm: Uint8Array): Section[] {
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

export function contentOf(sections: readonly Section[], id: number): Uint8Array {
  const found = sections.find((each) => each.id === id)
  if (found === undefined) throw new Error(`Cannot add time checks: the engine has no section ${id}`)
  return found.content
}

/** A list in the file: how many items it has, and the list with more items behind them. */
export function appended(content: Uint8Array): {
  readonly count: number
  readonly with: (items: readonly Bytes[]) => Uint8Array
} {
  const reader = createReader(content)
  const count = reader.unsigned()
  const items = content.subarray(reader.offset())
  return { count, with: (more) => concat([unsigned(count + more.length), items, ...more]) }
}

export function readImports(content: Uint8Array): { readonly functions: readonly string[]; readonly globals: number } {
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
