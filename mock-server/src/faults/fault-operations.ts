import type { World } from '../core/world/world.ts'
import type { Fault, FaultState } from './fault.ts'

/** Controls the faults of a service, outside the API. */
export interface FaultOperations {
  /** Adds a fault and returns its ID. Unless `FaultSelection` says otherwise, it applies to every request. */
  addFault(fault: Fault): string
  /** Removes a fault. */
  removeFault(id: string): void
  /** Removes all faults. */
  clearFaults(): void
  /** All faults, and how often each applied to a request. */
  faults(): readonly FaultState[]
}

/** The operations on the faults of a world. */
export function createFaultOperations({ faults }: World): FaultOperations {
  return { addFault: faults.add, removeFault: faults.remove, clearFaults: faults.clear, faults: faults.list }
}
