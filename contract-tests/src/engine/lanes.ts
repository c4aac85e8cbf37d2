import type { PlannedCheck } from './plan.ts'

/**
 * The order in which checks run: those in different lanes at the same time, and those of a lane one after another. What
 * counts runs waits for nothing but runs, and what counts credits for nothing but executions, so that the checks which
 * run workflows have a lane and the others have one, and who counts comes first in it: nothing is to be waited for yet.
 * A rate limit is one for all, and outlasts its check.
 */
export function lanesOf(planned: readonly PlannedCheck[]): readonly (readonly (readonly PlannedCheck[])[])[] {
  const limiting = planned.filter(({ check }) => check.profile === 'rate-limit')
  const others = planned.filter(({ check }) => check.profile !== 'rate-limit')
  const running = others.filter(({ check }) => check.needs.runs > 0)
  // What may be another server is not asked to execute anything first.
  const registry = others.filter(({ check }) => check.needs.runs === 0)
  return [[countingFirst(running), [...registry.slice(0, 1), ...countingFirst(registry.slice(1))]], [limiting]]
}

function countingFirst(lane: readonly PlannedCheck[]): PlannedCheck[] {
  const counts = ({ check }: PlannedCheck) =>
    check.needs.hooks.includes('endedRuns') || check.needs.hooks.includes('creditBalance')
  return [...lane.filter(counts), ...lane.filter((planned) => !counts(planned))]
}
