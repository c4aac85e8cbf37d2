import type { Assumptions } from '../../schema/assumptions.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { readJson } from '../json.ts'

/** One step of a trail, which shows how far a request came. */
export interface TrailStep {
  readonly label: string
  readonly state: 'passed' | 'stopped' | 'failed' | 'notReached'
}

/** A check of a request to run a workflow. */
interface RunCheck {
  readonly label: string
  /** The status of the response if the check refuses the request. */
  readonly status: number
}

const key: RunCheck = { label: 'Key known', status: 401 }
const limit: RunCheck = { label: 'Within limit', status: 429 }
const published: RunCheck = { label: 'Published', status: 404 }
const access: RunCheck = { label: 'Key may run it', status: 403 }
const bodyRead: RunCheck = { label: 'Body read', status: 400 }

/** The checks of a run in the order in which the server makes them, for each choice of the assumption `checkOrder`. */
export const runChecks: Readonly<Record<Assumptions['checkOrder'], readonly RunCheck[]>> = {
  documented: [key, limit, published, access, bodyRead],
  'body-first': [key, limit, bodyRead, published, access],
  'limit-last': [key, published, access, bodyRead, limit],
}

/**
 * Creates the trail of a run that the server refused, or that failed.
 *
 * @returns undefined for a success, for another operation, and if a fault or another server decided the response
 */
export function createTrail(entry: JournalEntry, checkOrder: Assumptions['checkOrder']): readonly TrailStep[] | undefined {
  const { faults, forwarded, operation, response } = entry
  const isDecidedByWorld = faults.length === 0 && forwarded === undefined
  if (operation !== 'runPublishedWorkflow' || response === undefined || !isDecidedByWorld) return undefined

  const refusal = trailOfRefusedRun(response.status, checkOrder)
  if (refusal !== undefined) return refusal

  const { status, stepOutputs } = Object(readJson(response.body ?? ''))
  return status === 'failed' ? trailOfFailedRun(Object(stepOutputs)) : undefined
}

/** Lists the checks of a run that was refused. Undefined for another status, which no check of a run gives. */
export function trailOfRefusedRun(status: number, checkOrder: Assumptions['checkOrder']): readonly TrailStep[] | undefined {
  const checks = runChecks[checkOrder]
  const stoppedAt = checks.findIndex((check) => check.status === status)
  if (stoppedAt < 0) return undefined

  // With this order, the arguments are checked last, and also refused with 400. The status does not show which check it was.
  if (checkOrder === 'body-first' && status === bodyRead.status) return undefined

  const steps = checks.map(({ label }, index): TrailStep => ({ label, state: stateOf(index, stoppedAt) }))
  return [...steps, { label: 'Run', state: 'notReached' }]
}

function stateOf(index: number, stoppedAt: number): TrailStep['state'] {
  if (index < stoppedAt) return 'passed'
  return index === stoppedAt ? 'stopped' : 'notReached'
}

/** Lists how far a failed run came: the checks, its steps, and the end that it did not reach. */
export function trailOfFailedRun(stepOutputs: Readonly<Record<string, unknown>>): readonly TrailStep[] {
  const steps = Object.entries(stepOutputs).map(([label, output]): TrailStep => {
    return { label, state: Object(output).status === 'failed' ? 'failed' : 'passed' }
  })
  const isInStep = steps.some(({ state }) => state === 'failed')
  return [
    { label: 'Key may run it', state: 'passed' },
    { label: 'Arguments fit', state: 'passed' },
    { label: 'Run started', state: 'passed' },
    ...steps,
    { label: 'Result', state: isInStep ? 'notReached' : 'failed' },
  ]
}
