import { NotDeclared, type ParameterType, type Target, type TargetFixtures } from './target.ts'

/**
 * An optional member of the fixtures without which some checks cannot run, as the configuration names it. `[]` is each element of
 * a list. Checks only become more exact with the other optional members.
 */
export type OptionalMember = `echo.parameters.${ParameterType}` | 'falsyOutputs[].step' | 'unpublishedOrganization.notListed'

/** Optional members of which a check needs at least one. */
export type MemberGroup = readonly [OptionalMember, ...OptionalMember[]]

type Fixtures = Partial<TargetFixtures>

const isDeclared: Readonly<Record<OptionalMember, (fixtures: Fixtures) => boolean>> = {
  'echo.parameters.string': ({ echo }) => echo?.parameters.string !== undefined,
  'echo.parameters.number': ({ echo }) => echo?.parameters.number !== undefined,
  'echo.parameters.boolean': ({ echo }) => echo?.parameters.boolean !== undefined,
  'echo.parameters.object': ({ echo }) => echo?.parameters.object !== undefined,
  'echo.parameters.array': ({ echo }) => echo?.parameters.array !== undefined,
  'falsyOutputs[].step': ({ falsyOutputs = [] }) => falsyOutputs.some(({ step }) => step !== undefined),
  'unpublishedOrganization.notListed': ({ unpublishedOrganization }) => {
    const names = unpublishedOrganization?.notListed ?? []
    return names.length > 0
  },
}

/** The names of all optional members that a check may need. */
export const optionalMembers = Object.keys(isDeclared) as OptionalMember[]

/** Explains that the fixtures have no member of a group. Undefined if they have one. */
export function describeUndeclaredMember(fixtures: Fixtures, group: MemberGroup): string | undefined {
  const hasMember = group.some((member) => isDeclared[member](fixtures))
  return hasMember ? undefined : `the target declares no fixtures.${group[0]}`
}

/**
 * Blocks the rule unless the target declares a member of the group. Without one, the rule would check nothing.
 *
 * @throws {NotDeclared} for the first member.
 */
export function requireMember({ fixtures }: Target, group: MemberGroup): void {
  const undeclared = describeUndeclaredMember(fixtures, group)
  if (undeclared !== undefined) throw new NotDeclared(undeclared)
}
