import { type KeptText, keepText, utf8Length } from './kept-text.ts'

/** The memory limit of a world, unless an option gives another one. */
export const defaultMaxBytes = 100_000_000

// UTF-8 needs at most three bytes for one UTF-16 code unit.
const maxBytesPerCharacter = 3

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
export class Memory {
  /** In bytes of UTF-8. */
  readonly limit: number
  readonly #stores: ItemStore[] = []
  #usedBytes = 0
  #lastOrder = 0

  constructor(limit: number = defaultMaxBytes) {
    this.limit = limit
  }

  get used(): number {
    return this.#usedBytes
  }

  /** Returns the next number in the order in which items arrive. It shows which item of all stores is the oldest. */
  nextOrder(): number {
    this.#lastOrder += 1
    return this.#lastOrder
  }

  /**
   * Returns a text in the form in which an item stores it. A text that, together with the other bytes of the item, exceeds the
   * limit of the whole memory becomes a sentence about its size. Counts no bytes.
   *
   * @param bytesOfOtherTexts - The bytes of the other texts of the same item, such as headers beside a body. @default 0
   */
  toKeptText(text: string, bytesOfOtherTexts = 0): KeptText {
    // Most texts are so short that their bytes need no count.
    const fitsCertainly = maxBytesPerCharacter * text.length + bytesOfOtherTexts <= this.limit
    if (fitsCertainly) return keepText(text)

    const bytes = utf8Length(text)
    if (bytes + bytesOfOtherTexts <= this.limit) return keepText(text)
    return { notKept: `Not kept: it has ${bytes} bytes, and this world remembers ${this.limit} bytes (maxBytes).` }
  }

  /** Counts the bytes of an item, and forgets the oldest items until everything fits. */
  addBytes(bytes: number): void {
    this.#usedBytes += bytes
    while (this.#usedBytes > this.limit) {
      const store = findStoreWithOldest(this.#stores)
      // Only runs in progress are left, which are never forgotten.
      if (store === undefined) return

      this.#usedBytes -= store.forgetOldest()
    }
  }

  subtractBytes(bytes: number): void {
    this.#usedBytes -= bytes
  }

  addStore(store: ItemStore): void {
    this.#stores.push(store)
  }
}

/** Finds the store with the oldest item that may be forgotten. */
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
