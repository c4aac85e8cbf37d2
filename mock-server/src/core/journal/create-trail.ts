import type { Assumptions } from '../../schema/assumptions.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { trailOfExecution, trailOfManifest } from './registry-trail.ts'
import { trailOfRun } from './run-trail.ts'
import type { TrailStep } from './trail-step.ts'

/**
 * Creates the trail of a request that the server refused, or whose run or execution failed.
 *
 * @returns undefined for a success, and if a fault or another server decided the response
 */
export function createTrail(entry: JournalEntry, assumptions: Assumptions): readonly TrailStep[] | undefined {
  const { faults, forwarded, operation, response } = entry
  const isDecidedByWorld = faults.length === 0 && forwarded === undefined
  if (response === undefined || !isDecidedByWorld) return undefined

  switch (operation) {
    case 'runPublishedWorkflow':
      return trailOfRun(response, assumptions.checkOrder)
    case 'executeTool':
      return trailOfExecution(entry, assumptions)
    case 'getPublicManifest':
    case 'getOrganizationManifest':
      return trailOfManifest(entry, assumptions)
    case undefined:
      return undefined
  }
}
