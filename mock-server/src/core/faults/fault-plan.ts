import type { OperationId } from '@wfhost/openapi'
import { readBearer } from '../authenticate.ts'
import { equalsSecret } from '../keys/equals-secret.ts'
import type { PlainRequest } from '../plain-exchange.ts'
import type { Random } from '../random.ts'
import { MockStateError } from '../state-error.ts'
import { type Fault, type FaultState, faultKinds } from './fault.ts'
import { isLatency } from './latency.ts'

/** A fault, how many requests it selected, and how many it met. */
export interface FaultCount extends FaultState {
  readonly seen: number
}

/** The faults of a service. */
export interface FaultPlan {
  add(fault: Fault): string
  remove(id: string): void
  clear(): void
  list(): readonly FaultState[]
  /** Every fault with what was counted. */
  states(): readonly FaultCount[]
  /** Goes on with these faults and what was counted, and no others. */
  restore(states: readonly FaultCount[]): void
  /** Every fault that meets this request, in the order in which they were added; each is counted. */
  meeting(operation: OperationId, request: Pick<PlainRequest, 'header'>): readonly Fault[]
}

/** Makes an empty plan. */
export function createFaultPlan(random: Random): FaultPlan {
  const faults = new Map<string, { readonly fault: Fault; seen: number; met: number }>()
  let added = 0

  return {
    add: (fault) => {
      check(fault)
      added += 1
      const id = `fault_${added}`
      faults.set(id, { fault, seen: 0, met: 0 })
      return id
    },
    remove: (id) => {
      if (!faults.delete(id)) throw new MockStateError(`Cannot remove fault "${id}": there is none`)
    },
    clear: () => faults.clear(),
    states: () => Array.from(faults, ([id, state]) => ({ id, ...state })),
    restore: (states) => {
      faults.clear()
      for (const { id, ...state } of states) {
        check(state.fault)
        faults.set(id, state)
        added = Math.max(added, Number(id.replace('fault_', '')))
      }
    },
    list: () => Array.from(faults, ([id, { fault, met }]) => ({ id, fault, met })),
    meeting: (operation, request) => {
      if (faults.size === 0) return none
      const meeting: Fault[] = []
      for (const state of faults.values()) {
        const { fault } = state
        if (!selects(fault, { operation, request })) continue
        state.seen += 1
        if (fault.nth !== undefined && fault.nth !== state.seen) continue
        if (fault.count !== undefined && state.met >= fault.count) continue
        if (fault.probability !== undefined && random() >= fault.probability) continue
        state.met += 1
        meeting.push(fault)
      }
      return meeting
    },
  }
}

const none: readonly Fault[] = []

function selects(
  { key, operation }: Fault,
  asked: { readonly operation: OperationId; readonly request: Pick<PlainRequest, 'header'> },
): boolean {
  if (operation !== undefined && operation !== asked.operation) return false
  if (key === undefined) return true
  return equalsSecret(readBearer(asked.request) ?? '', key)
}

function check(fault: Fault): void {
  const { count, kind, nth, probability } = fault
  const wrong = (what: string): never => {
    throw new RangeError(`Cannot add fault ${kind}: ${what}`)
  }
  if (!faultKinds.includes(kind)) wrong(`expected one of ${faultKinds.join(', ')}`)
  if (nth !== undefined && !(Number.isInteger(nth) && nth > 0)) wrong(`expected nth to be a whole number from 1, found ${nth}`)
  if (count !== undefined && !(Number.isInteger(count) && count > 0))
    wrong(`expected count to be a whole number from 1, found ${count}`)
  if (probability !== undefined && !(probability >= 0 && probability <= 1))
    wrong(`expected a probability from 0 to 1, found ${probability}`)
  if (kind === 'status' && !(Number.isInteger(fault.status) && fault.status >= 200 && fault.status <= 599)) {
    wrong(`expected a status from 200 to 599, found ${fault.status}`)
  }
  if (kind === 'latency' && !isLatency(fault.latency))
    wrong(
      'expected a latency of {distribution: fixed, ms}, {distribution: uniform, minMs, maxMs} or {distribution: lognormal, medianMs, sigma}',
    )
}
