import { MockStateError } from './mock-state-error.ts'
import { nearestName } from './nearest-name.ts'
import { type Profile, profileOptions } from './profile.ts'
import { checkLimit } from './rate-limit.ts'

/** What an option may be beside the choices that are tested: a name, or an amount. */
const beside: Readonly<
  Partial<Record<keyof Profile, { readonly expected: string; readonly fits: (value: unknown) => boolean }>>
> = {
  runIdField: { expected: 'a name', fits: isName },
  sessionCookie: { expected: 'a name of a cookie', fits: isCookieName },
  syncTimeoutMs: { expected: 'a number of milliseconds', fits: (value) => Number.isFinite(value) && Number(value) >= 0 },
  rateLimit: { expected: 'a rate limit', fits: (value) => typeof value === 'object' && value !== null },
}

/**
 * Refuses a choice that the server does not know, which it would make by halves.
 *
 * @throws {MockStateError} with the choices that there are.
 */
export function checkProfile(profile: Partial<Profile>): void {
  for (const [name, value] of Object.entries(profile)) checkOption(name, value)
  if (profile.rateLimit !== undefined) checkLimit(profile.rateLimit)
}

function checkOption(name: string, value: unknown): void {
  const option = Object.entries(profileOptions).find(([known]) => known === name)?.[1]
  if (option === undefined) {
    const near = nearestName(name, Object.keys(profileOptions))
    const remedy = near === undefined ? 'listAssumptions() and wfhost-mock assumptions have them' : `did you mean "${near}"?`
    throw new MockStateError(`Cannot choose "${name}": no option of the profile is called so; ${remedy}`)
  }
  const choices: readonly unknown[] = option.choices
  const other = Object.entries(beside).find(([known]) => known === name)?.[1]
  if (value === undefined || choices.includes(value) || other?.fits(value) === true) return
  const written = choices.filter((choice) => choice !== undefined).map((choice) => JSON.stringify(choice))
  const expected = other === undefined ? `one of ${written.join(', ')}` : `${other.expected}, as ${written[0]}`
  throw new MockStateError(`Cannot choose "${name}": expected ${expected}, found ${JSON.stringify(value)}`)
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** A token of RFC 9110, section 5.6.2, as RFC 6265 has it. */
function isCookieName(value: unknown): boolean {
  return typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value)
}
