import { nearestName } from './nearest-name.ts'
import { type Profile, profileOptions } from './profile.ts'
import { MockStateError } from './state-error.ts'

/** What may have other values than those that are tested: names, and amounts. */
const open: readonly (keyof Profile)[] = ['runIdField', 'sessionCookie', 'syncTimeoutMs', 'rateLimit']

/**
 * Refuses a choice that the server does not know, which it would make by halves.
 *
 * @throws {MockStateError} with the choices that there are.
 */
export function checkProfile(profile: Partial<Profile>): void {
  for (const [name, value] of Object.entries(profile)) {
    const option = Object.entries(profileOptions).find(([known]) => known === name)?.[1]
    if (option === undefined) {
      const near = nearestName(name, Object.keys(profileOptions))
      throw new MockStateError(
        `Cannot choose "${name}": no option of the profile is called so; ${near === undefined ? 'listAssumptions() has them' : `did you mean "${near}"?`}`,
      )
    }
    const choices: readonly unknown[] = option.choices
    if (value === undefined || open.some((each) => each === name) || choices.includes(value)) continue
    throw new MockStateError(
      `Cannot choose "${name}": expected one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}, found ${JSON.stringify(value)}`,
    )
  }
}
