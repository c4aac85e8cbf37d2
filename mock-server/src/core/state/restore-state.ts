import type { MockState, RateLimitState, RunRecord } from '../../schema/state.ts'
import type { VirtualClock } from '../clock/clock.ts'
import { createVirtualClock } from '../clock/virtual-clock.ts'
import { createSeededRandom, type Random } from '../random.ts'
import type { Counts } from '../requests/rate-limit.ts'
import type { MockServiceOptions } from '../service-options.ts'
import { addWorkflow } from '../workflows/workflow-operations.ts'
import type { RunState, World } from '../world/world.ts'
import { applyState } from './apply-state.ts'

/** Restores a state in a world that was just created from its seed. */
export function restoreState(world: World, state: MockState, { readWorkflow }: Pick<MockServiceOptions, 'readWorkflow'>): void {
  for (const { description, flowId, workspace } of state.workflows) {
    if (description === undefined || readWorkflow === undefined) continue
    if (!world.workspaces.has(workspace) || world.workflows.has(flowId)) continue
    addWorkflow(world, workspace, readWorkflow(description))
  }
  applyState(world, state)
  for (const record of state.runs) world.runs.set(record.runId, toRun(record))
  const { counts, limit, seeded } = state.rateLimit
  // A limit that was edited in the seed replaces the one in the state.
  if (JSON.stringify(seeded) === JSON.stringify(world.seededRateLimit))
    world.rateLimiter.set(limit, countsOf(counts, world.clock.now() + (limit?.windowMs ?? 0)))
  world.faults.restore(state.faults)
}

/** What was counted. Nothing lasts longer than a window, though the clock may have been set back since. */
function countsOf(counts: RateLimitState['counts'], latest: number): Counts {
  return new Map(
    counts.map(({ left, of, stated, until }) => {
      // Whoever was told to wait longer is let in earlier.
      const kept = stated === undefined || stated > latest ? {} : { stated }
      return [of, { until: Math.min(until, latest), left, ...kept }]
    }),
  )
}

/** Continues the random sequence of a state, so that no key and no run ID repeats. */
export function randomOf({ random }: MockState): Random {
  return createSeededRandom(random ?? 0)
}

/** Restores the clock of a state: frozen at the same time, or with the same offset from the clock of the machine. */
export function clockOf({ clock = { aheadMs: 0 } }: Pick<MockState, 'clock'>): VirtualClock {
  if ('frozenAt' in clock) return createVirtualClock({ startMs: clock.frozenAt, frozen: true })
  return createVirtualClock({ startMs: Date.now() + clock.aheadMs })
}

function toRun({ endedAt, result = endedEarly, ...record }: RunRecord): RunState {
  return { ...record, endedAt: endedAt ?? record.startedAt, result, ended: Promise.resolve(result) }
}

/** The result of a run that was in progress when its service ended. */
const endedEarly = {
  status: 'failed',
  error: {
    name: 'ServiceEnded',
    value: 'The service ended while the run was in progress',
    traceback: 'ServiceEnded: The service ended while the run was in progress',
  },
  stepOutputs: {},
} as const
