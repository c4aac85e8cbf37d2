export interface Sleeper {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly wake: () => void
}

interface QueuedSleeper {
  readonly sleeper: Sleeper
  /** Who came first has the lower one. */
  readonly number: number
}

/** Those who sleep, by when they wake; at the same instant, in the order in which they came. */
export interface SleeperQueue {
  first(): Sleeper | undefined
  /** The function that comes back takes the sleeper out again, who wakes or gives up. */
  add(sleeper: Sleeper): () => void
}

export function createSleeperQueue(): SleeperQueue {
  const queue: QueuedSleeper[] = []
  let added = 0
  return {
    first: () => queue[0]?.sleeper,
    add: (sleeper) => {
      added += 1
      const queued = { sleeper, number: added }
      queue.splice(placeOf(queued, queue), 0, queued)
      return () => {
        const place = placeOf(queued, queue)
        if (queue[place] === queued) queue.splice(place, 1)
      }
    },
  }
}

/** Where one is in the queue, or belongs. */
function placeOf({ number, sleeper: { at } }: QueuedSleeper, queue: readonly QueuedSleeper[]): number {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = queue[middle]
    const otherAt = other?.sleeper.at ?? at
    if (otherAt < at || (otherAt === at && (other?.number ?? number) < number)) low = middle + 1
    else high = middle
  }
  return low
}
