/** An object in at most one bag. */
export interface BagItem {
  /** Where the bag has it; undefined outside a bag. */
  position: number | undefined
}

/**
 * Objects in any order, for many additions and removals. In V8, the old tables of a Set refer to the next ones, so they keep
 * removed objects alive until the next full garbage collection.
 */
export class Bag<Item extends BagItem> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  /** A copy, which later changes do not affect. */
  list(): readonly Item[] {
    return [...this.#items]
  }

  add(item: Item): void {
    item.position = this.#items.length
    this.#items.push(item)
  }

  /** Removes an object, unless it was removed before. The last object takes its place. */
  remove(item: Item): void {
    const { position } = item
    if (position === undefined) return

    item.position = undefined
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    last.position = position
    this.#items[position] = last
  }
}
