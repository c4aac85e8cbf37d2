/** One who sleeps until an instant. */
export interface Sleeper {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly wake: () => void
}

/** A sleeper in a queue. */
export interface QueuedSleeper {
  readonly sleeper: Sleeper
  /** Who came first has the lower one. */
  readonly number: number
  /** Where it is in the heap; -1 once it was taken out. */
  index: number
}

/** Those who sleep, by when they wake; at the same instant, in the order in which they came. */
export interface SleeperQueue {
  /** Who wakes first. */
  first(): QueuedSleeper | undefined
  add(sleeper: Sleeper): QueuedSleeper
  /** Takes one out who wakes, or who gives up. */
  remove(queued: QueuedSleeper): void
}

/** Makes an empty queue: a binary heap, since a clock has as many sleepers as there are requests under way. */
export function createSleeperQueue(): SleeperQueue {
  const heap: QueuedSleeper[] = []
  let added = 0

  function put(queued: QueuedSleeper, index: number): void {
    heap[index] = queued
    queued.index = index
  }

  /** Moves one up from a place until none above it wakes later. */
  function raise(queued: QueuedSleeper, from: number): void {
    let index = from
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !isBefore(queued, parent)) break
      put(parent, index)
      index = above
    }
    put(queued, index)
  }

  /** Moves one down from a place until none below it wakes sooner. */
  function lower(queued: QueuedSleeper, from: number): void {
    let index = from
    for (let child = soonerBelow(index); child !== undefined && isBefore(child, queued); child = soonerBelow(index)) {
      const below = child.index
      put(child, index)
      index = below
    }
    put(queued, index)
  }

  function soonerBelow(index: number): QueuedSleeper | undefined {
    const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]]
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left
  }

  return {
    first: () => heap[0],
    add: (sleeper) => {
      added += 1
      const queued = { sleeper, number: added, index: -1 }
      raise(queued, heap.length)
      return queued
    },
    remove: (queued) => {
      const { index } = queued
      if (index < 0) return
      queued.index = -1
      const last = heap.pop()
      if (last === undefined || last === queued) return
      raise(last, index)
      lower(last, last.index)
    },
  }
}

function isBefore(one: QueuedSleeper, other: QueuedSleeper): boolean {
  const apart = one.sleeper.at - other.sleeper.at
  return apart === 0 ? one.number < other.number : apart < 0
}
