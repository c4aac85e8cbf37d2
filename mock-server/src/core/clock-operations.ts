import { MockStateError } from './mock-state-error.ts'
import type { VirtualClock } from './virtual-clock.ts'
import type { World } from './world.ts'

/** What the clock of a service can be told; each throws a MockStateError where that is a clock which cannot be moved. */
export interface ClockOperations {
  /** Lets the clock stand still. */
  freezeClock(): void
  /** Lets the clock follow that of the machine. */
  followClock(): void
  /** Moves the clock on, and lets those who sleep wake at their own instants. */
  advanceClock(ms: number): Promise<void>
  /** What time it is, in milliseconds since the epoch. */
  readClock(): { readonly now: number; readonly frozen: boolean }
}

/** The operations on the clock of a world. */
export function createClockOperations(world: World): ClockOperations {
  const clock = (): VirtualClock => {
    if ('advance' in world.clock) return world.clock as VirtualClock
    throw new MockStateError('Cannot control the clock: the service was given one of its own')
  }
  return {
    freezeClock: () => clock().freeze(),
    followClock: () => clock().follow(),
    advanceClock: async (ms) => clock().advance(ms),
    readClock: () => ({ now: clock().now(), frozen: clock().frozen }),
  }
}
