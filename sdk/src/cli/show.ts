import type { Run } from '../index.ts'

/** Words a run for a person. */
export function showRun(run: Run): string {
  const steps = Object.entries(run.stepOutputs).map(([id, step]) => {
    const why = step.status === 'failed' ? `  ${step.error.name}: ${step.error.value}` : ''
    return `  ${step.status === 'success' ? '✓' : '✗'} ${id}${why}\n`
  })
  const ending =
    run.status === 'success' ? showValue(run.result) : `${run.error.name}: ${run.error.value}\n\n${run.error.traceback}`
  return `${run.status}\n${steps.join('')}\n${ending}\n`
}

/** Words any JSON for a person. */
export function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
