import type { Assumptions } from '../../schema/assumptions.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { readJson } from '../json.ts'
import { bodyCheck, type Check, keyCheck, limitCheck, stopAt, type TrailStep } from './trail-step.ts'

const published: Check = { label: 'Published', status: 404 }
const access: Check = { label: 'Key may run it', status: 403 }

/** The checks of a run in the order in which the server makes them, for each choice of the assumption `checkOrder`. */
export const runChecks: Readonly<Record<Assumptions['checkOrder'], readonly Check[]>> = {
  documented: [keyCheck, limitCheck, published, access, bodyCheck],
  'body-first': [keyCheck, limitCheck, bodyCheck, published, access],
  'limit-last': [keyCheck, published, access, bodyCheck, limitCheck],
}

/** Creates the trail of a run that the server refused, or that failed. Undefined for a success. */
export function trailOfRun(
  { body, status }: NonNullable<JournalEntry['response']>,
  checkOrder: Assumptions['checkOrder'],
): readonly TrailStep[] | undefined {
  const refusal = trailOfRefusedRun(status, checkOrder)
  if (refusal !== undefined) return refusal

  const result = Object(readJson(body ?? ''))
  return result.status === 'failed' ? trailOfFailedRun(Object(result.stepOutputs)) : undefined
}

/** Lists the checks of a run that was refused. Undefined for another status, which no check of a run gives. */
export function trailOfRefusedRun(status: number, checkOrder: Assumptions['checkOrder']): readonly TrailStep[] | undefined {
  const checks = runChecks[checkOrder]
  const stop = checks.find((check) => check.status === status)
  if (stop === undefined) return undefined

  // With this order, the arguments are checked last, and also refused with 400. The status does not show which check it was.
  if (checkOrder === 'body-first' && status === bodyCheck.status) return undefined

  return stopAt(checks, { at: stop, goal: 'Run' })
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
