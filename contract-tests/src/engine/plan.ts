import { declaredFixtures, placeOfFixture } from '../target/connect-target.ts'
import type { Effect } from '../target/effects.ts'
import type { Hooks, TargetFixtures } from '../target/target.ts'
import { type Limits, limitOf } from './budget.ts'
import { isMeant, type Permission, type RunnableCheck, requirementSets } from './checks.ts'
import type { SuiteOptions } from './suite.ts'

/** A check, and why it will not run; undefined if it will. */
export interface PlannedCheck {
  readonly check: RunnableCheck
  readonly verdict: 'run' | 'blocked' | 'not-applicable'
  readonly reason: string
}

/** Determines what would run on a target, what would not, and why. */
export function planChecks(checks: readonly RunnableCheck[], options: SuiteOptions): PlannedCheck[] {
  const { limits, only, areas, requirements = requirementSets.at(-1) } = options
  const planned = checks
    .filter((check) => requirements?.checks.includes(check.id))
    .filter((check) => only === undefined || only.some((name) => isMeant(check, name)))
    .map((check): PlannedCheck => {
      if (areas?.includes(check.area) === false) {
        return { check, verdict: 'not-applicable', reason: `area ${check.area} is not claimed` }
      }
      const reason = obstacle(check, options)
      return reason === undefined ? { check, verdict: 'run', reason: '' } : { check, verdict: 'blocked', reason }
    })
  return withinLimits(withinLimits(planned, { limits, kind: 'runs' }), { limits, kind: 'executions' })
}

function obstacle({ needs, permissions }: RunnableCheck, { allow, description, limits }: SuiteOptions): string | undefined {
  const { hooks = {} } = description
  const fixtures = declaredFixtures(description.fixtures)
  const undeclared = [
    ...needs.fixtures.filter((name) => fixtures[name] === undefined).map((name) => `fixture ${placeOfFixture(name)}`),
    ...needs.hooks.filter((name) => hooks[name] === undefined).map((name) => `hook ${name}`),
  ]
  if (undeclared.length > 0) return `the target does not declare ${undeclared.join(', ')}`
  const forbidden = permissions.filter((permission: Permission) => !allow.includes(permission))
  if (forbidden.length > 0) return `not allowed: ${forbidden.join(', ')} (--allow ${forbidden.join(',')})`
  const { atOnce = 1 } = needs
  const { requestsPerSecond } = limits
  return atOnce === 1 || requestsPerSecond === undefined || allow.includes('bursts')
    ? undefined
    : `it sends ${atOnce} requests at once, and requestsPerSecond ${requestsPerSecond} keeps them apart (--allow bursts lets it)`
}

/** Blocks each check that would need more than those before it leave: it would prove nothing, and call its hooks. */
function withinLimits(
  planned: readonly PlannedCheck[],
  { kind, limits }: { readonly kind: Effect; readonly limits: Limits },
): PlannedCheck[] {
  const { flag, most } = limitOf(kind, limits)
  const wanted = planned.reduce((sum, { check, verdict }) => sum + (verdict === 'run' ? check.needs[kind] : 0), 0)
  const reason = `the checks need ${wanted} ${kind}, and ${flag} ${most} is less: ${flag} ${wanted} lets all of them run`
  let left = most
  return planned.map((one) => {
    if (one.verdict !== 'run') return one
    const needed = one.check.needs[kind]
    if (needed > left) return { ...one, verdict: 'blocked', reason }
    left -= needed
    return one
  })
}

/** What lifts a limit: a rate that nobody meets. */
export const liftedRate = { requests: 1_000_000, windowMs: 1000 } as const

/** What a check leaves on the target that the next run finds, as `plan` says before and `run` at the end. */
export function plannedChanges({ needs }: RunnableCheck, options: SuiteOptions): string[] {
  const { echo, publishableFlowId, regenerated = echo } = options.description.fixtures ?? {}
  const changed: Partial<Record<keyof Hooks, string | undefined>> = {
    regenerateKey: regenerated?.flowId,
    publishWorkflow: publishableFlowId,
  }
  return needs.hooks.flatMap((hook) => {
    const flowId = changed[hook]
    return flowId === undefined ? [] : [changeBy(hook === 'regenerateKey' ? hook : 'publishWorkflow', { flowId, options })]
  })
}

/** What the call of a hook changes for the next run. */
export function changeBy(
  hook: 'regenerateKey' | 'publishWorkflow',
  { flowId, options }: { readonly flowId: string; readonly options: Pick<SuiteOptions, 'description' | 'secrets'> },
): string {
  if (hook === 'publishWorkflow') return `workflow ${flowId} was published, so that no later publish of it is the first one`
  const keys = configuredKeys(options.description.fixtures ?? {}, flowId)
  const names = Object.entries(options.secrets).flatMap(([name, value]) => (keys.includes(value) ? [name] : []))
  const dead = names.length > 0 ? names.join(', ') : 'the one in the configuration'
  const remedy = 'set the new one, or declare a workflow for this check alone as fixtures.regenerated'
  return keys.length === 0
    ? `workflow ${flowId} has a new key`
    : `workflow ${flowId} has a new key, and ${dead} is invalid: ${remedy}`
}

function configuredKeys(fixtures: Partial<TargetFixtures>, flowId: string): string[] {
  return Object.values(fixtures).flatMap((fixture) => {
    const { flowId: own, key } = Object(fixture)
    return own === flowId && typeof key === 'string' ? [key] : []
  })
}
