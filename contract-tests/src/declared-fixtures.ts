import type { Fixtures } from './target.ts'

/** The fixtures that are declared, and what follows from them. */
export function declaredFixtures(fixtures: Partial<Fixtures> = {}): Partial<Fixtures> {
  const consoleSession = sessionOf(fixtures.organization)
  const { echo, regenerated = echo } = fixtures
  return {
    ...fixtures,
    ...(consoleSession === undefined ? {} : { consoleSession }),
    ...(regenerated === undefined ? {} : { regenerated }),
  }
}

/** How a session is carried is not shown (ORG-SESSION): in a cookie, or in a header of its own. */
function sessionOf({
  sessionCookie,
  sessionHeader,
}: Partial<Fixtures['organization']> = {}): Fixtures['consoleSession'] | undefined {
  if (sessionCookie !== undefined) return { header: 'cookie', value: sessionCookie }
  const [, header = '', value = ''] = /^([\w-]+): *(.*)$/.exec(sessionHeader ?? '') ?? []
  return header === '' ? undefined : { header: header.toLowerCase(), value }
}

/** Where a fixture is declared. */
export function placeOfFixture(name: keyof Fixtures): string {
  return name === 'consoleSession' ? 'organization.sessionCookie or organization.sessionHeader' : name
}
