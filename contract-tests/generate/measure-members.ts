import { contractFixtures } from '../proof/contract-world.ts'
import type { Rule } from '../src/rules/rule.ts'
import { fixturesSchema } from '../src/target/fixtures.ts'
import {
  describeUndeclaredMember,
  type MemberGroup,
  type OptionalMember,
  optionalMembers,
} from '../src/target/optional-members.ts'
import { NotDeclared, type TargetFixtures } from '../src/target/target.ts'
import { openLocalTarget } from '../test/open-local-target.ts'

/**
 * Measures which optional members of the fixtures must be declared for a rule. Begins without these members, and adds the one that
 * blocks the rule, until nothing blocks it.
 *
 * @param fixtureNames - The fixtures that the rule needs. Only their members are tried.
 * @returns groups of members: of each group, the rule needs at least one member
 */
export async function measureMembers(rule: Rule, fixtureNames: readonly string[]): Promise<MemberGroup[]> {
  const candidates = optionalMembers.filter((member) => fixtureNames.includes(fixtureOf(member)))
  if (candidates.length === 0) return []

  const groups: MemberGroup[] = []
  const declared: OptionalMember[] = []

  for (;;) {
    const missing = await findMissingMember(rule, declared)
    if (missing === undefined) return groups

    const others = candidates.filter((member) => member !== missing)
    groups.push([missing, ...(await listAlternatives(rule, { declared, missing, others }))])
    declared.push(missing)
  }
}

/** Returns the name of the fixture that has a member. */
function fixtureOf(member: OptionalMember): string {
  const [name = ''] = splitPath(member)
  return name
}

interface Search {
  readonly declared: readonly OptionalMember[]
  readonly missing: OptionalMember
  readonly others: readonly OptionalMember[]
}

/** Lists the other members with each of which the missing member no longer blocks the rule. */
async function listAlternatives(rule: Rule, { declared, missing, others }: Search): Promise<OptionalMember[]> {
  const alternatives: OptionalMember[] = []
  for (const member of others) {
    const isAlternative = (await findMissingMember(rule, [...declared, member])) !== missing
    if (isAlternative) alternatives.push(member)
  }
  return alternatives
}

/** Runs a rule with some of the optional members, and returns the one that blocks it; undefined if none does. */
async function findMissingMember(rule: Rule, declared: readonly OptionalMember[]): Promise<OptionalMember | undefined> {
  const fixtures = keepMembers(declared)
  const { close, target } = await openLocalTarget('core', { fixtures })

  try {
    await rule.check(target)
    return undefined
  } catch (error) {
    if (!(error instanceof NotDeclared)) throw error
    return optionalMembers.find((member) => describeUndeclaredMember(fixtures, [member]) === error.message)
  } finally {
    await close()
  }
}

/** The schema of the fixtures that the contract world has. */
const contractFixturesSchema = fixturesSchema.omit({ manifest: true, regenerated: true })

/** Returns the fixtures of the contract world, of whose optional members only some are kept. */
function keepMembers(kept: readonly OptionalMember[]): Partial<TargetFixtures> {
  const omitted = optionalMembers.filter((member) => !kept.includes(member))
  const fixtures = omitted.reduce<unknown>((rest, member) => omitPath(rest, splitPath(member)), contractFixtures)

  return contractFixturesSchema.parse(fixtures)
}

/** Splits the name of a member into the segments of its path: `a[].b` into `a`, `[]` and `b`. */
function splitPath(member: OptionalMember): string[] {
  return member.replaceAll('[]', '.[]').split('.')
}

/** Returns a copy of a value without the member at a path. */
function omitPath(value: unknown, [segment = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => omitPath(element, rest))

  const { [segment]: member, ...others } = Object(value)
  return rest.length === 0 ? others : { ...others, [segment]: omitPath(member, rest) }
}
