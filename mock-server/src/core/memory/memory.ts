import { type KeptText, keepText, utf8Length } from './kept-text.ts'

/** How many bytes a world remembers, unless an option gives another limit. */
export const defaultMaxBytes = 100_000_000

/** A part of a world that remembers something, the oldest first. */
export interface Shelf {
  /** The order of the oldest item that may be forgotten; undefined if there is none. */
  readonly oldest: () => number | undefined
  /** Forgets that item, and releases its bytes. */
  readonly forgetOldest: () => void
}

/**
 * The accountant for everything that a world remembers: the exchanges of its journal, and its runs with their results. All
 * of it together stays within one limit in bytes. If it would exceed the limit, the oldest items are forgotten first.
 */
export interface Memory {
  /** In bytes of UTF-8. */
  readonly limit: number
  readonly used: () => number
  /** Numbers the items in the order in which they come. */
  readonly nextOrder: () => number
  /** Keeps a text, or a sentence in its place if the text and the bytes beside it alone exceed the limit. */
  readonly keep: (text: string, beside?: number) => KeptText
  /** Counts bytes that an item takes, and forgets the oldest items until everything fits. */
  readonly take: (bytes: number) => void
  readonly release: (bytes: number) => void
  readonly addShelf: (shelf: Shelf) => void
}

export function createMemory(limit: number = defaultMaxBytes): Memory {
  const shelves: Shelf[] = []
  let used = 0
  let order = 0

  function shelfOfTheOldest(): Shelf | undefined {
    let found: Shelf | undefined
    let oldest = Number.POSITIVE_INFINITY
    for (const shelf of shelves) {
      const candidate = shelf.oldest() ?? Number.POSITIVE_INFINITY
      if (candidate >= oldest) continue
      oldest = candidate
      found = shelf
    }
    return found
  }

  function forgetUntilItFits(): void {
    while (used > limit) {
      const shelf = shelfOfTheOldest()
      // Only runs in progress are left.
      if (shelf === undefined) return
      shelf.forgetOldest()
    }
  }

  return {
    limit,
    used: () => used,
    nextOrder: () => {
      order += 1
      return order
    },
    keep: (text, beside = 0) => {
      // A character takes at most three bytes: most texts need not be counted.
      if (3 * text.length + beside <= limit) return keepText(text)
      const bytes = utf8Length(text)
      if (bytes + beside <= limit) return keepText(text)
      return { notKept: `Not kept: it has ${bytes} bytes, and this world remembers ${limit} bytes (maxBytes).` }
    },
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
