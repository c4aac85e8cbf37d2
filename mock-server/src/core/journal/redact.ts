import type { World } from '../world.ts'

// A shorter key would stand in every other word.
const shortestByValue = 6

/** Makes a function that writes every key and session of a world by its name, wherever it stands in a text. */
export function createRedaction(world: World): (text: string) => string {
  const names = new Map<string, string>()
  for (const [key, { flowId }] of world.replacedKeys) names.set(key, `[old key of workflow ${flowId}]`)
  for (const [key, { flowId }] of world.workflowKeys) names.set(key, `[key of workflow ${flowId}]`)
  for (const [key, { name, organization }] of world.toolHostingKeys) names.set(key, `[key ${name} of ${organization.id}]`)
  for (const [token, { id }] of world.consoleSessions) names.set(token, `[session of ${id}]`)
  // The longer ones first: one key may begin with another.
  const byLength = [...names].filter(([key]) => key.length >= shortestByValue).toSorted(([a], [b]) => b.length - a.length)
  return (text) => byLength.reduce((redacted, [key, name]) => redacted.replaceAll(key, name), text)
}

/** The value of an Authorization or Cookie header, of which nothing stays that is not known by name. */
export function redactCredential(value: string, redact: (text: string) => string): string {
  const redacted = redact(value)
  if (redacted !== value) return redacted
  const scheme = /^\S+(?=\s)/.exec(value)?.[0]
  return scheme === undefined ? '[unknown]' : `${scheme} [unknown]`
}
