import { MockStateError } from './mock-state-error.ts'
import { nearestName } from './nearest-name.ts'
import { type Profile, profileOptions } from './profile.ts'
import { checkLimit } from './requests/rate-limit.ts'

/** The options that accept more than the tested choices: names and amounts. */
const beside: Readonly<
  Partial<Record<keyof Profile, { readonly expected: string; readonly fits: (value: unknown) => boolean }>>
> = {
  runIdField: { expected: 'a name', fits: isName },
  sessionCookie: { expected: 'a name of a cookie', fits: isCookieName },
  syncTimeoutMs: { expected: 'a number of milliseconds', fits: (value) => Number.isFinite(value) && Number(value) >= 0 },
  rateLimit: { expected: 'a rate limit', fits: (value) => typeof value === 'object' && value !== null },
}

/**
 * Refuses unknown options of a profile and unknown choices.
 *
 * @throws {MockStateError} with the valid choices.
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

/** A cookie name: a token (RFC 6265, RFC 9110, section 5.6.2). */
function isCookieName(value: unknown): boolean {
  return typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value)
}
