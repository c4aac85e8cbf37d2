import { didYouMean } from '../nearest-name.ts'
import { type Organization, requireFound } from '../world/world.ts'

/** Checks that an organization has an environment profile, or throws an error that says what was attempted. */
export function requireEnvironment(
  { environments, id }: Organization,
  { attempt, environment }: { readonly environment: string; readonly attempt: string },
): void {
  requireFound(environments.get(environment), {
    attempt,
    missing: `organization "${id}" has no environment profile named "${environment}"${didYouMean(environment, [...environments.keys()])}`,
  })
}
