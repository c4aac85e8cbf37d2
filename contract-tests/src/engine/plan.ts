import { completeFixtures, describeFixture } from '../target/create-target.ts'
import { describeUndeclaredMember } from '../target/optional-members.ts'
import type { Effect, TargetFixtures } from '../target/target.ts'
import { findLimit, type Limits } from './budget.ts'
import { isNamed, type RunnableCheck } from './checks.ts'
import type { SuiteOptions } from './suite.ts'

/** A check, and why it will not run. */
export interface PlannedCheck {
  readonly check: RunnableCheck
  readonly verdict: 'run' | 'blocked' | 'not-applicable'
  /** Empty if the check will run. */
  readonly reason: string
}

/** Determines which checks run on a target, which do not, and why. */
export function planChecks(checks: readonly RunnableCheck[], options: SuiteOptions): PlannedCheck[] {
  const { limits, only } = options
  const plannedChecks = checks
    .filter((check) => only === undefined || only.some((name) => isNamed(check, name)))
    .map((check) => planCheck(options.description.quick === true ? toQuickCheck(check) : check, options))

  const withinRuns = blockChecksOverLimit(plannedChecks, { limits, effect: 'runs' })
  return blockChecksOverLimit(withinRuns, { limits, effect: 'executions' })
}

/** Returns the check with the numbers of requests that it sends in a quick run. */
function toQuickCheck(check: RunnableCheck): RunnableCheck {
  return { ...check, needs: { ...check.needs, ...check.needs.quick } }
}

function planCheck(check: RunnableCheck, options: SuiteOptions): PlannedCheck {
  const isClaimed = options.areas?.includes(check.area) ?? true
  if (!isClaimed) return { check, verdict: 'not-applicable', reason: `area ${check.area} is not claimed` }

  const obstacle =
    describeUndeclared(check, options) ??
    describeUndeclaredMembers(check, options) ??
    describeForbidden(check, options) ??
    describeSeparatedBurst(check, options)
  if (obstacle !== undefined) return { check, verdict: 'blocked', reason: obstacle }

  return { check, verdict: 'run', reason: '' }
}

function describeUndeclared({ needs }: RunnableCheck, { description }: SuiteOptions): string | undefined {
  const fixtures = completeFixtures(description.fixtures)
  const hooks = description.hooks ?? {}
  const missingFixtures = needs.fixtures.filter((name) => fixtures[name] === undefined)
  const missingHooks = needs.hooks.filter((name) => hooks[name] === undefined)
  if (missingFixtures.length + missingHooks.length === 0) return undefined

  const names = [
    ...missingFixtures.map((name) => `fixture ${describeFixture(name)}`),
    ...missingHooks.map((name) => `hook ${name}`),
  ]
  return `the target does not declare ${names.join(', ')}`
}

/** Names the first optional member of the fixtures that a check needs, and that is not declared. */
function describeUndeclaredMembers({ needs }: RunnableCheck, { description }: SuiteOptions): string | undefined {
  const { fixtures = {} } = description

  for (const group of needs.members ?? []) {
    const undeclared = describeUndeclaredMember(fixtures, group)
    if (undeclared !== undefined) return undeclared
  }
  return undefined
}

function describeForbidden({ permissions }: RunnableCheck, { allow }: SuiteOptions): string | undefined {
  const forbidden = permissions.filter((permission) => !allow.includes(permission))
  if (forbidden.length === 0) return undefined
  return `not allowed: ${forbidden.join(', ')} (--allow ${forbidden.join(',')})`
}

/** Explains why a check with concurrent requests cannot run if the rate of requests is limited. */
function describeSeparatedBurst({ needs }: RunnableCheck, { allow, limits }: SuiteOptions): string | undefined {
  const { concurrent = 1 } = needs
  const { requestsPerSecond } = limits
  if (concurrent === 1 || requestsPerSecond === undefined || allow.includes('bursts')) return undefined

  return `it sends ${concurrent} concurrent requests, and requestsPerSecond ${requestsPerSecond} keeps them apart (--allow bursts lets it)`
}

/**
 * Blocks the checks that do not fit into the limit of runs, or of executions (`effect`). Takes the checks in order, and blocks
 * each one that needs more than what is left.
 */
function blockChecksOverLimit(
  plannedChecks: readonly PlannedCheck[],
  { effect, limits }: { readonly effect: Effect; readonly limits: Limits },
): PlannedCheck[] {
  const { flag, maximum } = findLimit(effect, limits)
  const total = countNeededEffects(plannedChecks, effect)
  // Each blocked check has this reason. It names what all checks need, so that the reader can set the limit once.
  const reason = `the checks need ${total} ${effect}, more than ${flag} ${maximum} allows: ${flag} ${total} lets all of them run`

  let remaining = maximum
  return plannedChecks.map((plannedCheck) => {
    if (plannedCheck.verdict !== 'run') return plannedCheck

    const neededCount = plannedCheck.check.needs[effect]
    if (neededCount > remaining) return { ...plannedCheck, verdict: 'blocked', reason }

    remaining -= neededCount
    return plannedCheck
  })
}

/** Counts the runs or executions that all checks together need, without the blocked ones. */
function countNeededEffects(plannedChecks: readonly PlannedCheck[], effect: Effect): number {
  let total = 0
  for (const { check, verdict } of plannedChecks) {
    if (verdict === 'run') total += check.needs[effect]
  }
  return total
}

/** A rate limit that no client reaches. The hook `limitRate` has no other way to lift a limit. */
export const UNLIMITED_RATE = { requests: 1_000_000, windowMs: 1000 } as const

/** Describes the changes of a check that the next run of the suite will find. */
export function plannedChanges({ needs }: RunnableCheck, options: SuiteOptions): string[] {
  const { echo, publishableFlowId, regenerated = echo } = options.description.fixtures ?? {}
  const changes: string[] = []

  for (const hook of needs.hooks) {
    if (hook === 'regenerateKey' && regenerated !== undefined) {
      changes.push(describeChange(hook, { flowId: regenerated.flowId, options }))
    }
    if (hook === 'publishWorkflow' && publishableFlowId !== undefined) {
      changes.push(describeChange(hook, { flowId: publishableFlowId, options }))
    }
  }
  return changes
}

interface ChangedWorkflow {
  readonly flowId: string
  readonly options: Pick<SuiteOptions, 'description' | 'secrets'>
}

/** Describes a change of a hook that the next run of the suite will find. */
export function describeChange(hook: 'regenerateKey' | 'publishWorkflow', { flowId, options }: ChangedWorkflow): string {
  if (hook === 'publishWorkflow') return `workflow ${flowId} was published, so that no later publish of it is the first one`

  const keys = listConfiguredKeys(options.description.fixtures ?? {}, flowId)
  if (keys.length === 0) return `workflow ${flowId} has a new key`

  const secretNames = Object.keys(options.secrets).filter((name) => keys.includes(options.secrets[name] ?? ''))
  const invalidKeys = secretNames.length > 0 ? secretNames.join(', ') : 'the one in the configuration'
  const remedy = 'set the new one, or declare a workflow for this check alone as fixtures.regenerated'
  return `workflow ${flowId} has a new key, and ${invalidKeys} is invalid: ${remedy}`
}

function listConfiguredKeys(fixtures: Partial<TargetFixtures>, workflowId: string): string[] {
  return Object.values(fixtures).flatMap((fixture) => {
    const { flowId, key } = Object(fixture)
    return flowId === workflowId && typeof key === 'string' ? [key] : []
  })
}
