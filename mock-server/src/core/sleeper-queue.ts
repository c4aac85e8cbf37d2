/** One who sleeps until an instant. */
export interface Sleeper {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly wake: () => void
}

/** Those who sleep, by when they wake; at the same instant, in the order in which they came. */
export interface SleeperQueue {
  /** Who wakes first. */
  first(): Sleeper | undefined
  add(sleeper: Sleeper): void
  /** Takes one out who wakes, or who gives up. */
  remove(sleeper: Sleeper): void
}

interface Entry {
  readonly sleeper: Sleeper
  readonly number: number
  /** Where it stands in the heap. */
  index: number
}

/** Makes an empty queue: a binary heap, since a clock has as many sleepers as there are requests under way. */
export function createSleeperQueue(): SleeperQueue {
  const heap: Entry[] = []
  const entries = new Map<Sleeper, Entry>()
  let added = 0

  function put(entry: Entry, index: number): void {
    heap[index] = entry
    entry.index = index
  }

  /** Moves an entry up until none above it wakes later. */
  function raise(entry: Entry): void {
    let { index } = entry
    while (index > 0) {
      const parent = heap[(index - 1) >> 1]
      if (parent === undefined || !isBefore(entry, parent)) break
      const above = parent.index
      put(parent, index)
      index = above
    }
    put(entry, index)
  }

  /** Moves an entry down until none below it wakes sooner. */
  function lower(entry: Entry): void {
    let { index } = entry
    for (let child = sooner(index); child !== undefined && isBefore(child, entry); child = sooner(index)) {
      const below = child.index
      put(child, index)
      index = below
    }
    put(entry, index)
  }

  /** The one that wakes sooner of the two below a place. */
  function sooner(index: number): Entry | undefined {
    const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]]
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left
  }

  return {
    first: () => heap[0]?.sleeper,
    add: (sleeper) => {
      added += 1
      const entry = { sleeper, number: added, index: heap.length }
      entries.set(sleeper, entry)
      raise(entry)
    },
    remove: (sleeper) => {
      const entry = entries.get(sleeper)
      const last = entry === undefined ? undefined : heap.pop()
      entries.delete(sleeper)
      if (entry === undefined || last === undefined || last === entry) return
      put(last, entry.index)
      raise(last)
      lower(last)
    },
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  const apart = one.sleeper.at - other.sleeper.at
  return apart === 0 ? one.number < other.number : apart < 0
}
