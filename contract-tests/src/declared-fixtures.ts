import type { Fixtures } from './target.ts'

/** The fixtures that are declared, and what follows from them. */
export function declaredFixtures(fixtures: Partial<Fixtures> = {}): Partial<Fixtures> {
  const consoleSession = fixtures.organization?.sessionCookie
  const { echo, regenerated = echo } = fixtures
  return {
    ...fixtures,
    ...(consoleSession === undefined ? {} : { consoleSession }),
    ...(regenerated === undefined ? {} : { regenerated }),
  }
}

/** Where a fixture is declared. */
export function placeOfFixture(name: keyof Fixtures): string {
  return name === 'consoleSession' ? 'organization.sessionCookie' : name
}
