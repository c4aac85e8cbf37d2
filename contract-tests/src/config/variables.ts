import { formatPath } from '@wfhost/internal/messages'
import { ConfigurationError } from './config-schema.ts'
import type { ConfigFile, Path } from './read-config.ts'

/** A variable of the environment that a configuration uses. */
export interface UsedVariable {
  readonly name: string
  readonly value: string
  /** The path of the member that uses it, such as `fixtures.echo.key`. */
  readonly path: string
}

/** A configuration whose variables are replaced, and the variables that it uses. */
interface Substituted {
  readonly members: Readonly<Record<string, unknown>>
  readonly variables: readonly UsedVariable[]
}

/**
 * Replaces `${NAME}` in every string by the variable of the environment.
 *
 * @throws {ConfigurationError} if a variable is not set.
 */
export function substituteVariables(
  members: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  describeLocation: ConfigFile['describeLocation'],
): Substituted {
  const substitution = new VariableSubstitution(environment, describeLocation)
  return { members: substitution.substituteMembers(members, []), variables: substitution.variables }
}

class VariableSubstitution {
  readonly variables: UsedVariable[] = []
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #describeLocation: ConfigFile['describeLocation']

  constructor(environment: Readonly<Record<string, string | undefined>>, describeLocation: ConfigFile['describeLocation']) {
    this.#environment = environment
    this.#describeLocation = describeLocation
  }

  substituteMembers(value: object, path: Path): Record<string, unknown> {
    const entries = Object.entries(value).map(([name, member]) => [name, this.#substitute(member, [...path, name])])
    return Object.fromEntries(entries)
  }

  #substitute(value: unknown, path: Path): unknown {
    if (typeof value === 'string') {
      return value.replace(/\$\{(\w+)\}/g, (_, name: string) => this.#readVariable(name, path))
    }
    if (Array.isArray(value)) return value.map((item, index) => this.#substitute(item, [...path, index]))
    return typeof value === 'object' && value !== null ? this.substituteMembers(value, path) : value
  }

  #readVariable(name: string, path: Path): string {
    const value = this.#environment[name]
    if (value !== undefined && value !== '') {
      this.variables.push({ name, value, path: formatPath(path) })
      return value
    }

    const remedy = `the environment variable ${name} is not set; export it, or write the value itself`
    throw new ConfigurationError(`${this.#describeLocation(path)}: ${formatPath(path)}: ${remedy}`)
  }
}
