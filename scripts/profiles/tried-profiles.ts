import { type NamedProfile, profileCombinations, profiles } from './list-profiles.ts'

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
