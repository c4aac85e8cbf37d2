import { didYouMean } from '@wfhost/internal/messages'
import { MockStateError } from '../core/mock-state-error.ts'
import type { Random } from '../core/random.ts'
import { equalsSecret, readBearerKey } from '../core/requests/authenticate.ts'
import type { PathMatch } from '../core/requests/paths.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'
import { validate } from '../schema/check.ts'
import type { FaultCount, FaultState } from '../schema/state.ts'
import { effectOf, type Fault, faultSchema } from './fault.ts'
import { canChange, type FaultEffect } from './fault-effect.ts'
import { findActingFaults } from './find-acting-faults.ts'

/** Controls the faults of a service, outside the API. */
export interface FaultOperations {
  /**
   * Adds a fault and returns its ID. The fault applies to every request of an operation, unless `operation`, `flowId`, `key`, `nth`,
   * `probability` or `count` select some. If another fault of the same request hides it, for example with a response in place of
   * the service, it does not apply to that request.
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
  /** Whether the plan has no faults. A property and not a function, because each request reads it. */
  isEmpty: boolean
  readonly operations: FaultOperations
  states(): readonly FaultCount[]
  /** Replaces all faults and their counts. */
  restore(states: readonly FaultCount[]): void
  /**
   * Returns the faults that apply to a request, in the order in which they were added, and counts them. A fault that another one
   * hides does not apply.
   */
  match(path: PathMatch, request: Pick<PlainRequest, 'header'>): readonly MatchedFault[]
}

/** A fault, how many requests its members other than `nth` have selected, and to how many it applied. */
type CountedFault = { -readonly [Name in keyof FaultCount]: FaultCount[Name] }

/** Creates the faults of a world. The workflows of the world are known by their flowIds. */
export function createFaultPlan(random: Random, workflows: ReadonlyMap<string, unknown>): FaultPlan {
  return new WorldFaultPlan(random, workflows)
}

class WorldFaultPlan implements FaultPlan {
  isEmpty = true
  readonly operations: FaultOperations
  readonly #random: Random
  readonly #workflows: ReadonlyMap<string, unknown>
  #faults: readonly CountedFault[] = []
  /** The number of the last fault that was added. */
  #lastNumber = 0

  constructor(random: Random, workflows: ReadonlyMap<string, unknown>) {
    this.#random = random
    this.#workflows = workflows
    this.operations = {
      addFault: (fault) => this.#add(fault),
      removeFault: (id) => this.#remove(id),
      clearFaults: () => this.#replace([]),
      faults: () => this.#faults.map(({ fault, id, matched }) => ({ id, fault, matched })),
    }
  }

  states(): readonly FaultCount[] {
    return this.#faults.map((state) => ({ ...state }))
  }

  restore(states: readonly FaultCount[]): void {
    for (const { fault } of states) checkFault(fault)
    this.#replace(states.map((state) => ({ ...state })))
    this.#lastNumber = Math.max(0, ...states.map(({ id }) => Number(id.replace('fault_', ''))))
  }

  match(path: PathMatch, request: Pick<PlainRequest, 'header'>): readonly MatchedFault[] {
    const selecting = this.#faults.filter((state) => selects(state, this.#random, { path, request }))
    const acting = findActingFaults(selecting.map((state) => ({ state, kind: state.fault.kind, effect: effectOf(state.fault) })))
    for (const { state } of acting) state.matched += 1
    return acting
  }

  #add(fault: Fault): string {
    checkFault(fault)
    const { flowId, kind } = fault
    if (flowId !== undefined && !this.#workflows.has(flowId)) {
      const missing = `no workflow has the flowId "${flowId}"${didYouMean(flowId, [...this.#workflows.keys()])}`
      throw new MockStateError(`Cannot add fault ${kind}: ${missing}`)
    }

    this.#lastNumber += 1
    const id = `fault_${this.#lastNumber}`
    this.#replace([...this.#faults, { id, fault, seen: 0, matched: 0 }])
    return id
  }

  #remove(id: string): void {
    const remaining = this.#faults.filter((state) => state.id !== id)
    if (remaining.length === this.#faults.length) throw new MockStateError(`Cannot remove fault "${id}": there is none`)
    this.#replace(remaining)
  }

  #replace(faults: readonly CountedFault[]): void {
    this.#faults = faults
    this.isEmpty = faults.length === 0
  }
}

/** Rejects a fault with invalid or unknown members. */
function checkFault(fault: Fault): void {
  const kind: unknown = typeof fault === 'object' && fault !== null ? fault.kind : undefined
  validate(faultSchema, fault, typeof kind === 'string' ? `add fault ${kind}` : 'add a fault')
}

interface FaultCandidate {
  readonly path: PathMatch
  readonly request: Pick<PlainRequest, 'header'>
}

/** Counts a request, and returns whether a fault selects it. */
function selects(state: CountedFault, random: Random, { path, request }: FaultCandidate): boolean {
  const { count, flowId, key, nth, operation, probability } = state.fault
  if (operation !== undefined && operation !== path.operationId) return false
  // Requests that the fault cannot change do not count.
  if (!canChange(effectOf(state.fault), path.operationId)) return false
  if (flowId !== undefined && flowId !== path.parameters.get('flowId')) return false
  if (key !== undefined && !carries(request, key)) return false
  state.seen += 1
  if (nth !== undefined && nth !== state.seen) return false
  if (count !== undefined && state.matched >= count) return false
  return probability === undefined || random() < probability
}

function carries(request: Pick<PlainRequest, 'header'>, key: string): boolean {
  return equalsSecret(readBearerKey(request) ?? '', key)
}
