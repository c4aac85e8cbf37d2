import type { TrailStep } from './parts/trail.tsx'

/** The checks of a run, in the order of the server (CHECK-ORDER), and the status with which each refuses. */
const CHECKS: readonly { readonly status: number; readonly label: string }[] = [
  { status: 401, label: 'Key known' },
  { status: 429, label: 'Within limit' },
  { status: 404, label: 'Published' },
  { status: 403, label: 'Key may run it' },
  { status: 400, label: 'Body read' },
]

/** Lists the checks of a run that was refused. Undefined for another status, which no check of a run gives. */
export function trailOfRefusedRun(status: number): readonly TrailStep[] | undefined {
  const stoppedAt = CHECKS.findIndex((check) => check.status === status)
  if (stoppedAt < 0) return undefined

  const steps = CHECKS.map(({ label }, index): TrailStep => ({ label, state: stateOf(index, stoppedAt) }))
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
