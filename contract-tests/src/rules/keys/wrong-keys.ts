import { selectEntries } from '../../catalogues/catalogue.ts'
import { credentialForms, credentialPlaces } from '../../catalogues/credentials.ts'
import { similarKeys } from '../../catalogues/similar-keys.ts'
import type { Target } from '../../target/target.ts'

/** A wrong key or session, and a description that continues the words "a key …". */
export interface WrongKey {
  readonly description: string
  readonly value: string
  /** The statuses that a server may respond with. @default 401 alone */
  readonly statuses?: readonly number[]
}

/** Lists wrong keys that resemble the valid key: longer, shorter, with another last character, or in the other case. */
export function listSimilarKeys(target: Pick<Target, 'isQuick'>, key: string): readonly WrongKey[] {
  const wrongKeys = selectEntries(similarKeys, target).map(({ description, write }) => ({ description, value: write(key) }))

  // A key without letters is the same in the other case.
  return wrongKeys.filter(({ value }) => value !== key)
}

/** A wrong Authorization header, and a description that continues the words "a key …". */
export interface WrongAuthorization extends Pick<WrongKey, 'description' | 'statuses'> {
  readonly authorization: string
}

/** Lists wrong headers that a server may accept if it searches a header for the key, or transforms the header first. */
export function listRewrittenKeys(target: Pick<Target, 'isQuick'>, key: string): WrongAuthorization[] {
  const wrongHeaders = selectEntries(credentialForms, target).map(({ description, statuses, write }) => {
    const header = { description, authorization: write(key) }
    return statuses === undefined ? header : { ...header, statuses }
  })

  return wrongHeaders.filter(({ authorization }) => authorization !== `Bearer ${key}`)
}

/** Returns headers that carry a key, but are not the header that the source document names (section 5). */
export function otherHeadersWithKey(key: string): Record<string, string> {
  const headers = credentialPlaces.filter(({ kind }) => kind === 'header')
  const cookies = credentialPlaces.filter(({ kind }) => kind === 'cookie')

  return {
    ...Object.fromEntries(headers.map(({ name, hasScheme = false }) => [name, hasScheme ? `Bearer ${key}` : key])),
    cookie: cookies.map(({ name }) => `${name}=${key}`).join('; '),
  }
}

/**
 * The statuses with which a server may refuse a request that has its key in many places. It may refuse unknown headers as malformed
 * before it looks for a key. With a long key, the headers and the path can also exceed its limits (431 and 414).
 */
export const elsewhereStatuses = [401, 400, 431, 414] as const

/** Returns a query string that has the key as the value of each parameter from which some servers read one. */
export function queryWithKey(key: string): string {
  const parameters = credentialPlaces.filter(({ kind }) => kind === 'query')
  return parameters.map(({ name }) => `${name}=${encodeURIComponent(key)}`).join('&')
}

/** Returns the members of a body that have the key as their value, and from which some servers read one. */
export function membersWithKey(key: string): Record<string, string> {
  const members = credentialPlaces.filter(({ kind }) => kind === 'body')
  return Object.fromEntries(members.map(({ name }) => [name, key]))
}
