/** One step of a trail, which shows how far a request came. */
export interface TrailStep {
  readonly label: string
  readonly state: 'passed' | 'stopped' | 'failed' | 'notReached'
}

/** A check that the server makes before it acts on a request. */
export interface Check {
  readonly label: string
  /** The status of the response if the check refuses the request. */
  readonly status: number
}

export const keyCheck: Check = { label: 'Key known', status: 401 }
export const limitCheck: Check = { label: 'Within limit', status: 429 }
export const bodyCheck: Check = { label: 'Body read', status: 400 }

interface Stop {
  /** The check that refused the request. */
  readonly at: Check
  /** The step that the server would have reached after all checks. */
  readonly goal: string
}

/** Lists checks as the steps of a request that one of them refused. */
export function stopAt(checks: readonly Check[], { at, goal }: Stop): readonly TrailStep[] {
  const stoppedAt = checks.indexOf(at)
  const steps = checks.map(({ label }, index): TrailStep => ({ label, state: stateOf(index, stoppedAt) }))
  return [...steps, { label: goal, state: 'notReached' }]
}

function stateOf(index: number, stoppedAt: number): TrailStep['state'] {
  if (index < stoppedAt) return 'passed'
  return index === stoppedAt ? 'stopped' : 'notReached'
}
