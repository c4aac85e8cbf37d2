/*
 * The format of a WebAssembly file, as far as `addTimeChecks` needs it.
 * https://webassembly.github.io/spec/core/binary/
 */

export interface Section {
  readonly id: number
  readonly content: Uint8Array
}

export type Bytes = Uint8Array | readonly number[]

/** Reads the bytes of a file one after the other. */
export class Reader {
  readonly #bytes: Uint8Array
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get offset(): number {
    return this.#offset
  }

  readByte(): number {
    const value = this.#bytes[this.#offset]
    if (value === undefined) throw new Error('Cannot add time checks: the engine ends in the middle')
    this.#offset += 1
    return value
  }

  /** Reads an unsigned integer in LEB128: seven bits in each byte, the lowest first. */
  readUnsigned(): number {
    let value = 0
    let shift = 0
    while (true) {
      const byte = this.readByte()
      value += (byte & 0x7f) * 2 ** shift
      const isLast = byte < 0x80
      if (isLast) return value
      shift += 7
    }
  }

  /** Skips an integer of any size. */
  skipInteger(): void {
    let byte = this.readByte()
    while (byte >= 0x80) byte = this.readByte()
  }

  skipBytes(length: number): void {
    this.#offset += length
  }

  readBytes(length: number): Uint8Array {
    const start = this.#offset
    this.#offset += length
    return this.#bytes.subarray(start, this.#offset)
  }
}

/** Encodes an unsigned integer in LEB128. */
export function encodeUnsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeUnsigned(Math.floor(value / 0x80))]
}

/** Encodes a signed integer that is not negative in LEB128. */
export function encodeSigned(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...encodeSigned(value >> 7)]
}

export function concat(parts: readonly Bytes[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const result = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    result.set(part, offset)
    offset += part.length
  }
  return result
}

// The magic number and the version.
const headerBytes = 8

export function readSections(wasm: Uint8Array): Section[] {
  const reader = new Reader(wasm)
  reader.skipBytes(headerBytes)

  const sections: Section[] = []
  while (reader.offset < wasm.length) {
    const id = reader.readByte()
    const size = reader.readUnsigned()
    sections.push({ id, content: reader.readBytes(size) })
  }
  return sections
}

export function getSection(sections: readonly Section[], id: number): Uint8Array {
  const section = sections.find((candidate) => candidate.id === id)
  if (section === undefined) throw new Error(`Cannot add time checks: the engine has no section ${id}`)
  return section.content
}

/** A list of items in a section: their number, and their bytes. */
export interface ItemList {
  readonly count: number
  readonly bytes: Uint8Array
}

export function readItems(content: Uint8Array): ItemList {
  const reader = new Reader(content)
  const count = reader.readUnsigned()
  return { count, bytes: content.subarray(reader.offset) }
}

/** Writes the content of a section: the items of a list, and further items. */
export function appendItems({ bytes, count }: ItemList, added: readonly Bytes[]): Uint8Array {
  return concat([encodeUnsigned(count + added.length), bytes, ...added])
}

interface Imports {
  /** The names of the imported functions, in the order of their indexes. */
  readonly functionNames: readonly string[]
  readonly globalCount: number
}

const importKind = { function: 0, memory: 2, global: 3 } as const

/**
 * Reads the functions and globals that the WebAssembly module of an engine imports.
 *
 * Code refers to functions and globals by indexes. Imports have the first indexes. The caller needs their count to number the
 * items that it adds. The caller finds the clock function by its name.
 *
 * @throws {Error} for an import of another kind, such as a table.
 */
export function readImports(content: Uint8Array): Imports {
  const reader = new Reader(content)
  const functionNames: string[] = []
  let globalCount = 0

  const importCount = reader.readUnsigned()
  for (let index = 0; index < importCount; index += 1) {
    // An import begins with a module name, which is not needed, and the name of an export.
    readName(reader)
    const name = readName(reader)
    const kind = reader.readByte()

    switch (kind) {
      case importKind.function:
        // The index of its type.
        reader.skipInteger()
        functionNames.push(name)
        break

      case importKind.memory:
        // Its minimum and maximum size.
        skipLimits(reader)
        break

      case importKind.global:
        // Its type, and whether it can change: one byte each.
        reader.skipBytes(2)
        globalCount += 1
        break

      default:
        throw new Error(`Cannot add time checks: the engine imports something of kind ${kind}`)
    }
  }
  return { functionNames, globalCount }
}

function readName(reader: Reader): string {
  const length = reader.readUnsigned()
  return new TextDecoder().decode(reader.readBytes(length))
}

function skipLimits(reader: Reader): void {
  const hasMaximum = reader.readByte() % 2 === 1
  reader.skipInteger()
  if (hasMaximum) reader.skipInteger()
}
