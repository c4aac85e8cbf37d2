import { type KeptText, keepText, utf8Length } from './kept-text.ts'

/** The memory limit of a world, unless an option gives another one. */
export const defaultMaxBytes = 100_000_000

/** A store of a world that can forget its items, such as the journal. */
export interface ItemStore {
  /** Returns the order of the oldest item that may be forgotten; undefined if there is none. */
  readonly oldest: () => number | undefined
  /** Forgets that item, and returns its bytes. */
  readonly forgetOldest: () => number
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
  /**
   * Returns a text in the form in which an item stores it. A text that, together with the other bytes of the item, exceeds the
   * limit of the whole memory becomes a sentence about its size. Counts no bytes.
   *
   * @param bytesOfOtherTexts - The bytes of the other texts of the same item, such as headers beside a body. @default 0
   */
  readonly toKeptText: (text: string, bytesOfOtherTexts?: number) => KeptText
  /** Counts the bytes of an item, and forgets the oldest items until everything fits. */
  readonly addBytes: (bytes: number) => void
  readonly subtractBytes: (bytes: number) => void
  readonly addStore: (store: ItemStore) => void
}

// UTF-8 needs at most three bytes for one UTF-16 code unit.
const maxBytesPerCharacter = 3

/**
 * Creates the memory of a world: one limit in bytes for several stores, such as the journal and the runs. When
 * their items exceed the limit together, the oldest item of all stores is forgotten first. Without a limit, a server that runs
 * for days would use more and more memory.
 */
export function createMemory(limit: number = defaultMaxBytes): Memory {
  const stores: ItemStore[] = []
  let usedBytes = 0
  // Each item gets the next number when it arrives. It shows which item is older, also if two items are in different stores.
  let lastOrder = 0

  function nextOrder(): number {
    lastOrder += 1
    return lastOrder
  }

  function addBytes(bytes: number): void {
    usedBytes += bytes
    forgetOldestUntilItFits()
  }

  function forgetOldestUntilItFits(): void {
    while (usedBytes > limit) {
      const store = findStoreWithOldest(stores)
      // Only runs in progress are left, which are never forgotten.
      if (store === undefined) return

      usedBytes -= store.forgetOldest()
    }
  }

  return {
    limit,
    used: () => usedBytes,
    nextOrder,
    // An item, such as an exchange, can have several texts. If it would exceed the whole memory together with its other texts, a
    // sentence about its size replaces the text.
    toKeptText: (text, bytesOfOtherTexts) => toKeptText(text, { limit, bytesOfOtherTexts }),
    addBytes,
    subtractBytes: (bytes) => {
      usedBytes -= bytes
    },
    addStore: (store) => {
      stores.push(store)
    },
  }
}

interface TextSpace {
  readonly limit: number
  /** The bytes of the other texts of the same item. */
  readonly bytesOfOtherTexts: number | undefined
}

function toKeptText(text: string, { limit, bytesOfOtherTexts = 0 }: TextSpace): KeptText {
  // Most texts are so short that their bytes need no count.
  const fitsCertainly = maxBytesPerCharacter * text.length + bytesOfOtherTexts <= limit
  if (fitsCertainly) return keepText(text)

  const bytes = utf8Length(text)
  if (bytes + bytesOfOtherTexts <= limit) return keepText(text)
  return { notKept: `Not kept: it has ${bytes} bytes, and this world remembers ${limit} bytes (maxBytes).` }
}

function findStoreWithOldest(stores: readonly ItemStore[]): ItemStore | undefined {
  let storeWithOldest: ItemStore | undefined
  let oldest = Number.POSITIVE_INFINITY
  for (const store of stores) {
    const candidate = store.oldest() ?? Number.POSITIVE_INFINITY
    if (candidate < oldest) {
      oldest = candidate
      storeWithOldest = store
    }
  }
  return storeWithOldest
}
