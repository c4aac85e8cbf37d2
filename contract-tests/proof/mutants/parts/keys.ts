import type { MockService } from '@wfhost/mock-server'
import { flowIdOf, type Mutant, type MutantRequest, onRequest, rightKey, tokenOf, withKey } from '../mutant.ts'

/** Whether a mutant accepts a request, given the key of its workflow. */
type Matches = (request: MutantRequest, key: string) => boolean

/** Accepts a run as if it had the key of its workflow. */
export function acceptsRun(foundBy: Mutant['foundBy'], defect: string, matches: Matches): Mutant {
  const change = (request: MutantRequest, service: MockService): Partial<MutantRequest> | undefined => {
    const key = rightKey(request, service)
    return key !== undefined && matches(request, key) ? withKey(request, key) : undefined
  }
  return { defect, foundBy, mutate: onRequest(['run'], change) }
}

/** Makes the keys that a function of the service returns run every workflow. */
export function withBoundlessKeys(service: MockService, by: 'publishWorkflow' | 'regenerateKey'): MockService {
  const keys = new Set<string>()
  const change = (request: MutantRequest) =>
    keys.has(tokenOf(request)) ? withKey(request, service.workflowKey(flowIdOf(request))) : undefined
  return { ...onRequest(['run'], change)(service), [by]: (flowId: string) => addKey(keys, service[by](flowId)) }
}

/** Adds a key to a set, and returns it. */
export function addKey(keys: Set<string>, key: string): string {
  keys.add(key)
  return key
}
