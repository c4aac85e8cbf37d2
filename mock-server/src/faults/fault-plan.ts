import { didYouMean } from '@wfhost/internal/messages'
import { MockStateError } from '../core/mock-state-error.ts'
import type { Random } from '../core/random.ts'
import { equalsSecret, readBearer } from '../core/requests/authenticate.ts'
import type { PathMatch } from '../core/requests/paths.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'
import { check } from '../schema/check.ts'
import type { FaultCount, FaultState } from '../schema/state.ts'
import { effectOf, type Fault, faultSchema } from './fault.ts'
import type { FaultEffect } from './fault-kind.ts'

/** Controls the faults of a service, outside the API. */
export interface FaultOperations {
  /**
   * Adds a fault and returns its ID. The fault applies to every request, unless `operation`, `flowId`, `key`, `nth`,
   * `probability` or `count` select some.
   *
   * @throws {MockStateError} for an invalid fault, and for a workflow that does not exist.
   */
  addFault(fault: Fault): string
  /**
   * Removes a fault.
   *
   * @throws {MockStateError} if no fault has this ID.
   */
  removeFault(id: string): void
  /** Removes all faults, also those of the seed. */
  clearFaults(): void
  /** Returns all faults, and how often each applied to a request. */
  faults(): readonly FaultState[]
}

export interface MatchedFault {
  readonly kind: Fault['kind']
  readonly effect: FaultEffect
}

export interface FaultPlan {
  /** Whether there is no fault: asked for each request, so it is no function. */
  isEmpty: boolean
  readonly operations: FaultOperations
  states(): readonly FaultCount[]
  /** Continues with these faults and what was counted, and no others. */
  restore(states: readonly FaultCount[]): void
  /** Every fault that applies to a request, in the order in which they were added; each is counted. */
  match(path: PathMatch, request: Pick<PlainRequest, 'header'>): readonly MatchedFault[]
}

type Counted = { -readonly [Name in keyof FaultCount]: FaultCount[Name] }

/** What makes some requests fail, of a world with these workflows by their flowIds. */
export function createFaultPlan(random: Random, workflows: ReadonlyMap<string, unknown>): FaultPlan {
  let faults: readonly Counted[] = []
  let added = 0

  function set(next: readonly Counted[]): void {
    faults = next
    plan.isEmpty = next.length === 0
  }

  const plan: FaultPlan = {
    isEmpty: true,
    operations: {
      addFault: (fault) => {
        checkFault(fault)
        const { flowId, kind } = fault
        if (flowId !== undefined && !workflows.has(flowId)) {
          const missing = `no workflow has the flowId "${flowId}"${didYouMean(flowId, [...workflows.keys()])}`
          throw new MockStateError(`Cannot add fault ${kind}: ${missing}`)
        }
        added += 1
        const id = `fault_${added}`
        set([...faults, { id, fault, seen: 0, matched: 0 }])
        return id
      },
      removeFault: (id) => {
        if (faults.every((state) => state.id !== id)) throw new MockStateError(`Cannot remove fault "${id}": there is none`)
        set(faults.filter((state) => state.id !== id))
      },
      clearFaults: () => set([]),
      faults: () => faults.map(({ fault, id, matched }) => ({ id, fault, matched })),
    },
    states: () => faults.map((state) => ({ ...state })),
    restore: (states) => {
      for (const { fault } of states) checkFault(fault)
      set(states.map((state) => ({ ...state })))
      added = Math.max(0, ...faults.map(({ id }) => Number(id.replace('fault_', ''))))
    },
    match: (path, request) => {
      return faults
        .filter((state) => applies(state, random, { path, request }))
        .map(({ fault }) => ({ kind: fault.kind, effect: effectOf(fault) }))
    },
  }
  return plan
}

/** Refuses a fault that would do nothing, or something else than it says. */
function checkFault(fault: Fault): void {
  const kind: unknown = typeof fault === 'object' && fault !== null ? fault.kind : undefined
  check(faultSchema, fault, typeof kind === 'string' ? `add fault ${kind}` : 'add a fault')
}

interface Selected {
  readonly path: PathMatch
  readonly request: Pick<PlainRequest, 'header'>
}

/** Whether a fault applies to a request, which is counted. */
function applies(state: Counted, random: Random, { path, request }: Selected): boolean {
  const { count, flowId, key, kind, nth, operation, probability } = state.fault
  if (operation !== undefined && operation !== path.operationId) return false
  // Reading a manifest must not use up the fault of the next run.
  if (kind === 'run-failed' && path.operationId !== 'runPublishedWorkflow') return false
  if (flowId !== undefined && flowId !== path.parameters.get('flowId')) return false
  if (key !== undefined && !carries(request, key)) return false
  state.seen += 1
  if (nth !== undefined && nth !== state.seen) return false
  if (count !== undefined && state.matched >= count) return false
  if (probability !== undefined && random() >= probability) return false
  state.matched += 1
  return true
}

function carries(request: Pick<PlainRequest, 'header'>, key: string): boolean {
  return equalsSecret(readBearer(request) ?? '', key)
}
