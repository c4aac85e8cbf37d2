import type { Fixtures, Hooks } from '../target.ts'
import type { Check } from './checks.ts'
import type { SuiteOptions } from './suite-options.ts'

/** What lifts a limit: a rate that nobody meets. */
export const liftedRate = { requests: 1_000_000, windowMs: 1000 } as const

/** What a check leaves on the target that the next run finds, as `plan` says before and `run` at the end. */
export function plannedChanges({ needs }: Check, options: SuiteOptions): string[] {
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
  if (hook === 'publishWorkflow') return `workflow ${flowId} is published, so that no later publish of it is the first one`
  const keys = configuredKeys(options.description.fixtures ?? {}, flowId)
  const names = Object.entries(options.secrets).flatMap(([name, value]) => (keys.includes(value) ? [name] : []))
  const dead = names.length > 0 ? names.join(', ') : 'the one in the configuration'
  const remedy = 'set the new one, or declare a workflow for this check alone as fixtures.regenerated'
  return keys.length === 0
    ? `workflow ${flowId} has a new key`
    : `workflow ${flowId} has a new key, and ${dead} is invalid: ${remedy}`
}

function configuredKeys(fixtures: Partial<Fixtures>, flowId: string): string[] {
  return Object.values(fixtures).flatMap((fixture) => {
    const { flowId: own, key } = Object(fixture)
    return own === flowId && typeof key === 'string' ? [key] : []
  })
}
