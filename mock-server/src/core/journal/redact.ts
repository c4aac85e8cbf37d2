import type { World } from '../world/world.ts'

// Shorter keys would match parts of other words.
const shortestByValue = 6

/** Replaces every key and session of a world in a text by its name. */
export type Redact = (text: string) => string

/** The cached redaction of a world: with many keys it takes long to create. */
export interface KeptRedaction {
  /** How often its keys had changed when it was created. */
  readonly changes: number
  readonly redact: Redact
}

/** The redaction of a world, created again when a key has changed. */
export function redactionOf(world: World): Redact {
  const { consoleSessions, replacedKeys, toolHostingKeys, workflowKeys } = world
  const changes = replacedKeys.changes + workflowKeys.changes + toolHostingKeys.changes + consoleSessions.changes
  if (world.redaction?.changes !== changes) world.redaction = { changes, redact: createRedaction(world) }
  return world.redaction.redact
}

function createRedaction({ consoleSessions, replacedKeys, toolHostingKeys, workflowKeys }: World): Redact {
  const names = new Map<string, string>()
  for (const [key, { flowId }] of replacedKeys) names.set(key, `[old key of workflow ${flowId}]`)
  for (const [key, { flowId }] of workflowKeys) names.set(key, `[key of workflow ${flowId}]`)
  for (const [key, { name, organization }] of toolHostingKeys) names.set(key, `[key ${name} of ${organization.id}]`)
  for (const [token, { id }] of consoleSessions) names.set(token, `[session of ${id}]`)
  // The longest first: one key may start with another.
  const byLength = [...names].filter(([key]) => key.length >= shortestByValue).toSorted(([a], [b]) => b.length - a.length)
  // A function, since a dollar sign has a special meaning in a replacement string.
  return (text) => byLength.reduce((redacted, [key, name]) => redacted.replaceAll(key, () => name), text)
}

/** Redacts an Authorization or Cookie header: what is not a known key is removed. */
export function redactCredential(value: string, redact: Redact): string {
  const redacted = redact(value)
  if (redacted !== value) return redacted
  const scheme = /^\S+(?=\s)/.exec(value)?.[0]
  return scheme === undefined ? '[unknown]' : `${scheme} [unknown]`
}
