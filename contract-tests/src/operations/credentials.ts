import type { TargetFixtures } from '../target/target.ts'

/** How a registry request identifies itself. An empty object sends no credentials. */
export interface Credentials {
  readonly key?: string | undefined
  readonly session?: TargetFixtures['consoleSession'] | undefined
  /** Headers that do not identify a client, such as headers of a conditional request. */
  readonly otherHeaders?: Readonly<Record<string, string>> | undefined
}

/** Returns the headers that carry credentials. */
export function credentialHeaders({ key, otherHeaders, session }: Credentials): Record<string, string> {
  const headers: Record<string, string> = { ...otherHeaders }
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`
  if (session !== undefined) headers[session.header] = session.value
  return headers
}
