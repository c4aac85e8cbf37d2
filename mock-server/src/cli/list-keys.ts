import type { MockSeed } from '../core/seed.ts'

/** A key in a seed, and what it is for. */
export interface ListedKey {
  readonly name: string
  readonly kind: 'workflow' | 'tool-hosting' | 'console-session'
  readonly key: string
}

/** All keys in a seed. Random keys are available from the control surface. */
export function listKeys({ organizations = [], workspaces = [] }: MockSeed): ListedKey[] {
  const workflows = workspaces.flatMap(({ workflows: own = [] }) =>
    own.flatMap(({ flowId, key }) => (key === undefined ? [] : [{ name: flowId, kind: 'workflow' as const, key }])),
  )
  const hosting = organizations.flatMap(({ id, toolHostingKeys = [] }) =>
    toolHostingKeys.flatMap(({ environment, key }) =>
      key === undefined ? [] : [{ name: `${id}, profile ${environment}`, kind: 'tool-hosting' as const, key }],
    ),
  )
  const sessions = organizations.flatMap(({ consoleSessions = [], id }) =>
    consoleSessions.map((key) => ({ name: `${id}, console session`, kind: 'console-session' as const, key })),
  )
  return [...workflows, ...hosting, ...sessions]
}
