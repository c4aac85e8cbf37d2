import type { World } from '../world.ts'

// A shorter key would stand in every other word.
const shortestByValue = 6

/** Writes every key and session of a world by its name, wherever it stands in a text. */
export type Redact = (text: string) => string

/** What a world keeps of its redaction, which takes its time to make where there are many keys. */
export interface KeptRedaction {
  /** The changes of its keys when it was made. */
  readonly changes: number
  readonly redact: Redact
}

/** The redaction of a world, made anew once one of its keys has changed. */
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
  // The longer ones first: one key may begin with another.
  const byLength = [...names].filter(([key]) => key.length >= shortestByValue).toSorted(([a], [b]) => b.length - a.length)
  // As a function, since a dollar sign has a meaning in a replacement.
  return (text) => byLength.reduce((redacted, [key, name]) => redacted.replaceAll(key, () => name), text)
}

/** The value of an Authorization or Cookie header, of which nothing stays that is not known by name. */
export function redactCredential(value: string, redact: Redact): string {
  const redacted = redact(value)
  if (redacted !== value) return redacted
  const scheme = /^\S+(?=\s)/.exec(value)?.[0]
  return scheme === undefined ? '[unknown]' : `${scheme} [unknown]`
}
