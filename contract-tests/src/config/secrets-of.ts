import type { Config } from './config-schema.ts'
import type { UsedVariable } from './substitute-variables.ts'

/**
 * The keys and sessions of a configuration, and what its hooks take from the environment, by the name of the variable
 * that holds them. What stands in the file itself has a name of its own, such as `WFHOST_ECHO_KEY`. Addresses and names
 * are no secrets: every report shows them.
 */
export function secretsOf(config: Config, variables: readonly UsedVariable[]): Record<string, string> {
  const fixtureSecrets = Object.entries(namedSecrets(config.fixtures))
  const isFixtureSecret = ({ place, value }: UsedVariable) =>
    /^fixtures\..*\.(key|sessionCookie|sessionHeader)$/.test(place) || fixtureSecrets.some(([, secret]) => secret === value)
  const fromVariables = variables
    .filter((variable) => isFixtureSecret(variable) || isHookSecret(variable, { config, variables }))
    .map(({ name, value }) => [name, value] as const)
  const values = new Set(fromVariables.map(([, value]) => value))
  const names = new Set(fromVariables.map(([name]) => name))
  const written = fixtureSecrets
    .filter(([, value]) => !values.has(value))
    .map(([name, value]) => [names.has(name) ? `${name}_WRITTEN` : name, value] as const)
  return Object.fromEntries([...fromVariables, ...written])
}

/** Everything in fixtures that is called a key or a session, by the name of the variable that stands in for it. */
function namedSecrets(value: unknown, name = 'WFHOST'): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.entries(value).reduce<Record<string, string>>((found, [member, child]) => {
    const path = `${name}_${member.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`
    const own =
      typeof child === 'string' && /^(key|sessionCookie|sessionHeader)$/.test(member) ? { [path]: secretPart(member, child) } : {}
    return Object.assign(found, own, namedSecrets(child, path))
  }, {})
}

/** Of a cookie or a header only the value is a secret: its name may be anywhere. */
function secretPart(member: string, text: string): string {
  if (member === 'sessionCookie') return text.slice(text.indexOf('=') + 1)
  return member === 'sessionHeader' ? text.replace(/^[\w-]+: */, '') : text
}

function isHookSecret(
  { name, place, value }: UsedVariable,
  { config, variables }: { readonly config: Config; readonly variables: readonly UsedVariable[] },
): boolean {
  if (!place.startsWith('hooks.')) return false
  const elsewhere = variables.some((other) => other.name === name && !other.place.startsWith('hooks.'))
  const { baseUrl, name: target = '', product, registryUrl = '' } = config
  return !elsewhere && ![baseUrl, registryUrl, product, target].some((text) => text.includes(value))
}
