import { type Profile, profileOptions } from '@wfhost/mock-server'
import { pairwise } from '../contract-tests/proof/variants/variant.ts'

/** A value of an option; two values of one option exclude each other. */
interface ProfileValue {
  readonly subject: string
  readonly value: unknown
}

export interface NamedProfile {
  readonly name: string
  readonly profile: Partial<Profile>
}

/** Every value of every option of the profile. */
export const profileValues: readonly ProfileValue[] = Object.entries(profileOptions).flatMap(([subject, { choices }]) =>
  choices.map((value) => ({ subject, value })),
)

/** Combinations in which every two values of different options stand together at least once. */
export const profileCombinations: readonly (readonly ProfileValue[])[] = pairwise(profileValues)

/** A profile for each value, and one for each combination. */
export const profiles: readonly NamedProfile[] = [
  ...profileValues.map((chosen) => ({ name: `${chosen.subject} ${JSON.stringify(chosen.value) ?? 'none'}`, ...named([chosen]) })),
  ...profileCombinations.map((chosen, index) => ({ name: `combination ${index}`, ...named(chosen) })),
]

function named(chosen: readonly ProfileValue[]): Pick<NamedProfile, 'profile'> {
  // The values are those of profileOptions, so each fits its option.
  return { profile: Object.fromEntries(chosen.map(({ subject, value }) => [subject, value])) as Partial<Profile> }
}

/**
 * The profiles that a run of the tests tries: the combinations, in which every value is, or with `PROFILES=all` each
 * value alone, too.
 */
export function triedProfiles(): readonly NamedProfile[] {
  const wanted = process.env['PROFILES'] ?? 'combinations'
  if (wanted === 'all') return profiles
  if (wanted === 'combinations') return profiles.slice(-profileCombinations.length)
  throw new Error(`Cannot try the profiles ${wanted}: PROFILES is all or combinations`)
}
