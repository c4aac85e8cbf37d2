/** One who sleeps until an instant. */
export interface Sleeper {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly wake: () => void
}

export interface QueuedSleeper {
  readonly sleeper: Sleeper
  /** Who came first has the lower one. */
  readonly number: number
  /** Where it is in the heap; -1 once it was taken out. */
  index: number
}

/** Those who sleep, by when they wake; at the same instant, in the order in which they came. */
export interface SleeperQueue {
  first(): QueuedSleeper | undefined
  add(sleeper: Sleeper): QueuedSleeper
  /** Takes one out who wakes, or who gives up. */
  remove(queued: QueuedSleeper): void
}

/** Makes an empty queue: a binary heap, since a clock has as many sleepers as there are requests under way. */
export function createSleeperQueue(): SleeperQueue {
  const heap: QueuedSleeper[] = []
  let added = 0

  return {
    first: () => heap[0],
    add: (sleeper) => {
      added += 1
      const queued = { sleeper, number: added, index: heap.length }
      heap.push(queued)
      raise(heap, queued)
      return queued
    },
    remove: (queued) => {
      const { index } = queued
      if (index < 0) return
      queued.index = -1
      const last = heap.pop()
      if (last === undefined || last === queued) return
      heap[index] = last
      last.index = index
      raise(heap, last)
      lower(heap, last)
    },
  }
}

// Outside of the queue, for the memory of each world.

/** Moves one up until none above it wakes later. */
function raise(heap: QueuedSleeper[], queued: QueuedSleeper): void {
  for (let parent = parentOf(heap, queued); parent !== undefined && isBefore(queued, parent); parent = parentOf(heap, queued))
    swap(heap, { parent, child: queued })
}

/** Moves one down until none below it wakes sooner. */
function lower(heap: QueuedSleeper[], queued: QueuedSleeper): void {
  for (
    let child = soonerChildOf(heap, queued);
    child !== undefined && isBefore(child, queued);
    child = soonerChildOf(heap, queued)
  )
    swap(heap, { parent: queued, child })
}

function parentOf(heap: QueuedSleeper[], { index }: QueuedSleeper): QueuedSleeper | undefined {
  return index === 0 ? undefined : heap[(index - 1) >> 1]
}

function soonerChildOf(heap: QueuedSleeper[], { index }: QueuedSleeper): QueuedSleeper | undefined {
  const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]]
  return left !== undefined && right !== undefined && isBefore(right, left) ? right : left
}

function swap(heap: QueuedSleeper[], { child, parent }: { readonly parent: QueuedSleeper; readonly child: QueuedSleeper }): void {
  const { index } = parent
  heap[child.index] = parent
  parent.index = child.index
  heap[index] = child
  child.index = index
}

function isBefore(one: QueuedSleeper, other: QueuedSleeper): boolean {
  const apart = one.sleeper.at - other.sleeper.at
  return apart === 0 ? one.number < other.number : apart < 0
}
