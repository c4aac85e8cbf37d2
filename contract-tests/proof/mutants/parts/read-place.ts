import type { CredentialPlace } from '../../../src/catalogues/credentials.ts'
import { type MutantRequest, parseObject } from '../mutant.ts'

/** Reads the value of a place in which a server may look for a key or an organization. */
export function readPlace({ headers, text, url }: MutantRequest, { kind, name }: Pick<CredentialPlace, 'kind' | 'name'>): string {
  switch (kind) {
    case 'header':
      return headers.get(name) ?? ''
    case 'cookie': {
      const cookies = (headers.get('cookie') ?? '').split('; ')
      return cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
    }
    case 'query':
      return url.searchParams.get(name) ?? ''
    case 'body':
      return String(parseObject(text)?.[name] ?? '')
  }
}
