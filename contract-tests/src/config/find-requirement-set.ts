import { type RequirementSet, requirementSets } from '../engine/checks.ts'
import { ConfigurationError } from './config-schema.ts'

/**
 * Finds a frozen set of requirements by its name, such as `2026-11`.
 *
 * @throws {ConfigurationError} for a name that this version of the suite does not have.
 */
export function findRequirementSet(name: string): RequirementSet {
  const found = requirementSets.find((set) => set.name === name)
  if (found !== undefined) return found

  const names = requirementSets.map((set) => set.name).join(', ')
  throw new ConfigurationError(`There is no set of requirements ${name}; this version has ${names}`)
}
