import { ConfigError } from './config-error.ts'

/** A variable of the environment, where a configuration uses it. */
export interface UsedVariable {
  readonly name: string
  readonly value: string
  /** Such as `fixtures.echo.key`. */
  readonly place: string
}

/** A configuration whose variables stand for their values, and what came from the environment. */
export interface Substituted {
  readonly value: unknown
  readonly variables: readonly UsedVariable[]
}

/**
 * Replaces `${NAME}` in every string by the variable of the environment.
 *
 * @throws {ConfigError} for a variable that is not set, naming the place.
 */
export function substituteVariables(config: unknown, environment: Readonly<Record<string, string | undefined>>): Substituted {
  const variables: UsedVariable[] = []

  function substitute(value: unknown, place: string): unknown {
    if (typeof value === 'string') return value.replace(/\$\{(\w+)\}/g, (_, name: string) => variable(name, place))
    if (Array.isArray(value)) return value.map((item, index) => substitute(item, `${place}[${index}]`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, substitute(member, place === '' ? name : `${place}.${name}`)]),
    )
  }

  function variable(name: string, place: string): string {
    const value = environment[name]
    if (value === undefined || value === '') {
      throw new ConfigError(`${place}: the environment variable ${name} is not set; export it, or write the value itself`)
    }
    variables.push({ name, value, place })
    return value
  }

  return { value: substitute(config, ''), variables }
}
