import { MockStateError } from '../mock-state-error.ts'
import type { World } from '../world/world.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Controls the clock of a service; each throws a MockStateError if that clock cannot be controlled. */
export interface ClockOperations {
  /** Freezes the clock. */
  freezeClock(): void
  /** Lets the clock follow the machine's. */
  followClock(): void
  /** Advances the clock; sleepers wake at their own times. */
  advanceClock(ms: number): Promise<void>
  /** The time, in milliseconds since the epoch. */
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
