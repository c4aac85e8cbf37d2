import type { RuleNeeds } from './rule-needs.ts'

/** What a run of the suite may do to the target only when it is told to. */
export const permissions = ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit'] as const

/** One of them. */
export type Permission = (typeof permissions)[number]

/** What a rule must be allowed to do. */
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
