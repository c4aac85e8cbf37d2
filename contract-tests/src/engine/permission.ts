import type { RuleNeeds } from './rule-needs.ts'

/** What a run of the suite may do to the target only if it is allowed. */
export const permissions = ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit'] as const

/** A permission. */
export type Permission = (typeof permissions)[number]

/** The permissions that a rule needs. */
export function permissionsFor(needs: RuleNeeds): Permission[] {
  const { executions, hooks, runs } = needs
  return [
    ...(runs > 0 ? (['runs'] as const) : []),
    ...(executions > 0 ? (['executions'] as const) : []),
    ...(hooks.includes('regenerateKey') ? (['key-rotation'] as const) : []),
    ...(hooks.includes('publishWorkflow') ? (['publishing'] as const) : []),
    ...(hooks.includes('limitRate') ? (['rate-limit'] as const) : []),
  ]
}
