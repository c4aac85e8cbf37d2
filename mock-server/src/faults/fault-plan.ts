import { MockStateError } from '../core/mock-state-error.ts'
import type { Random } from '../core/random.ts'
import { equalsSecret, readBearer } from '../core/requests/authenticate.ts'
import type { PathMatch } from '../core/requests/paths.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'
import { checkFault } from './check-fault.ts'
import type { Fault, FaultState } from './fault.ts'

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
  meeting(match: PathMatch, request: Pick<PlainRequest, 'header'>): readonly Fault[]
}

interface Counted {
  readonly id: string
  readonly fault: Fault
  seen: number
  met: number
}

/** Makes an empty plan. */
export function createFaultPlan(random: Random): FaultPlan {
  let faults: Counted[] = []
  let added = 0

  return {
    add: (fault) => {
      checkFault(fault)
      added += 1
      const id = `fault_${added}`
      faults.push({ id, fault, seen: 0, met: 0 })
      return id
    },
    remove: (id) => {
      const index = faults.findIndex((state) => state.id === id)
      if (index < 0) throw new MockStateError(`Cannot remove fault "${id}": there is none`)
      faults.splice(index, 1)
    },
    clear: () => {
      faults = []
    },
    states: () => faults.map((state) => ({ ...state })),
    restore: (states) => {
      for (const { fault } of states) checkFault(fault)
      faults = states.map((state) => ({ ...state }))
      added = Math.max(0, ...faults.map(({ id }) => Number(id.replace('fault_', ''))))
    },
    list: () => faults.map(({ fault, id, met }) => ({ id, fault, met })),
    meeting: (match, request) => {
      if (faults.length === 0) return none
      const meeting: Fault[] = []
      for (const state of faults) {
        const { fault } = state
        if (!selects(fault, { match, request })) continue
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
  { flowId, key, operation }: Fault,
  asked: { readonly match: PathMatch; readonly request: Pick<PlainRequest, 'header'> },
): boolean {
  if (operation !== undefined && operation !== asked.match.operationId) return false
  if (flowId !== undefined && flowId !== asked.match.parameters.get('flowId')) return false
  if (key === undefined) return true
  return equalsSecret(readBearer(asked.request) ?? '', key)
}
