import type { World } from '../world.ts'
import type { Fault, FaultState } from './fault.ts'

/** What goes wrong on purpose, outside the API. */
export interface FaultOperations {
  /** Adds a fault and returns its ID. Its defaults are those of `FaultSelection`: it meets every request. */
  addFault(fault: Fault): string
  /** Removes a fault. */
  removeFault(id: string): void
  /** Removes every fault. */
  clearFaults(): void
  /** Every fault, and how often it met a request. */
  faults(): readonly FaultState[]
}

/** The operations on the faults of a world. */
export function createFaultOperations({ faults }: World): FaultOperations {
  return { addFault: faults.add, removeFault: faults.remove, clearFaults: faults.clear, faults: faults.list }
}
