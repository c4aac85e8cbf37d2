import { authenticate, readBearerKey } from '../core/requests/authenticate.ts'
import type { Workflow, World } from '../core/world/world.ts'
import { findEffect } from '../faults/fault-effect.ts'
import type { OperationRequest } from './operation.ts'

/** Returns the workflow that a key belongs to. A fault can accept keys that regeneration has replaced. */
export function authenticateWorkflow(world: World, { faultEffects, request }: OperationRequest): Workflow {
  if (findEffect(faultEffects, 'authentication') !== undefined) {
    const workflow = world.replacedKeys.get(readBearerKey(request) ?? '')
    if (workflow !== undefined) return workflow
  }
  return authenticate(request, world.workflowKeys)
}
