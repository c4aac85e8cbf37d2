interface Node<Item> {
  readonly item: Item
  next: Node<Item> | undefined
}

/** Items in the order in which they were added. Removing the first item of a long array is slow. */
export class LinkedQueue<Item> {
  #first: Node<Item> | undefined
  #last: Node<Item> | undefined

  /** Returns the item that was added first; undefined if the queue is empty. */
  peek(): Item | undefined {
    return this.#first?.item
  }

  add(item: Item): void {
    const node: Node<Item> = { item, next: undefined }
    if (this.#last === undefined) this.#first = node
    else this.#last.next = node
    this.#last = node
  }

  /** Removes the item that was added first, and returns it. */
  remove(): Item | undefined {
    const removed = this.#first
    if (removed === undefined) return undefined

    this.#first = removed.next
    if (this.#first === undefined) this.#last = undefined

    // Without this, a removed node in old space keeps the next ones alive until the next full garbage collection of V8.
    removed.next = undefined
    return removed.item
  }
}
