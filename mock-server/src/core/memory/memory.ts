import { type KeptText, keepText, utf8Length } from './kept-text.ts'

/** The memory limit of a world, unless an option gives another one. */
export const defaultMaxBytes = 100_000_000

/** A part of a world that stores items, oldest first. */
export interface Shelf {
  /** Returns the order of the oldest item that may be forgotten; undefined if there is none. */
  readonly oldest: () => number | undefined
  /** Forgets that item, and releases its bytes. */
  readonly forgetOldest: () => void
}

/**
 * Counts the bytes of everything that a world stores: the exchanges of its journal, and its runs with their results. If the
 * total exceeds the limit, the oldest items are forgotten first.
 */
export interface Memory {
  /** In bytes of UTF-8. */
  readonly limit: number
  readonly used: () => number
  /** Returns the next number in the order in which items arrive. */
  readonly nextOrder: () => number
  /** Returns a text to store; or a sentence that replaces it, if the text together with the other bytes exceeds the limit. */
  readonly keep: (text: string, bytesBeside?: number) => KeptText
  /** Counts the bytes of an item, and forgets the oldest items until everything fits. */
  readonly take: (bytes: number) => void
  readonly release: (bytes: number) => void
  readonly addShelf: (shelf: Shelf) => void
}

// UTF-8 needs at most three bytes for one UTF-16 code unit.
const maxBytesPerCharacter = 3

/** Creates the memory of a world. The limit is in bytes. */
export function createMemory(limit: number = defaultMaxBytes): Memory {
  const shelves: Shelf[] = []
  let used = 0
  let order = 0

  function forgetUntilItFits(): void {
    while (used > limit) {
      const shelf = findShelfWithOldest(shelves)
      // Only runs in progress are left, which are never forgotten.
      if (shelf === undefined) return
      shelf.forgetOldest()
    }
  }

  function keep(text: string, bytesBeside = 0): KeptText {
    // Most texts are so short that their bytes need no count.
    const fitsCertainly = maxBytesPerCharacter * text.length + bytesBeside <= limit
    if (fitsCertainly) return keepText(text)

    const bytes = utf8Length(text)
    if (bytes + bytesBeside <= limit) return keepText(text)
    return { notKept: `Not kept: it has ${bytes} bytes, and this world remembers ${limit} bytes (maxBytes).` }
  }

  return {
    limit,
    used: () => used,
    nextOrder: () => {
      order += 1
      return order
    },
    keep,
    take: (bytes) => {
      used += bytes
      forgetUntilItFits()
    },
    release: (bytes) => {
      used -= bytes
    },
    addShelf: (shelf) => {
      shelves.push(shelf)
    },
  }
}

function findShelfWithOldest(shelves: readonly Shelf[]): Shelf | undefined {
  let shelfWithOldest: Shelf | undefined
  let oldest = Number.POSITIVE_INFINITY
  for (const shelf of shelves) {
    const candidate = shelf.oldest() ?? Number.POSITIVE_INFINITY
    if (candidate < oldest) {
      oldest = candidate
      shelfWithOldest = shelf
    }
  }
  return shelfWithOldest
}
