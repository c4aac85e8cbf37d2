import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import { createRequest } from './create-request.ts'
import { type Credentials, credentialHeaders } from './credentials.ts'
import { listManifestExpectations } from './manifest-expectations.ts'
import type { Operation } from './operation.ts'

export const readManifestOperation: Operation = {
  verb: 'manifest',
  noun: 'A public manifest',
  effect: undefined,
  findArea: () => 'registry',
  listExpectations: listManifestExpectations,
}

/** Reads the public manifest: the tool sets that are published to the environment profile of a key. */
export function getPublicManifest(target: Target, credentials: Credentials): Promise<Exchange> {
  return target.send(createRequest(target, 'getPublicManifest', { headers: credentialHeaders(credentials) }))
}

/**
 * Reads the public manifest again, as a client with a cached copy does: with If-None-Match. Returns undefined if the
 * cached response has no ETag.
 */
export async function revalidateManifest(
  target: Target,
  cached: Exchange,
  credentials: Credentials,
): Promise<Exchange | undefined> {
  const tag = cached.headers.get('etag')
  if (tag === null) return undefined

  // By itself, fetch would add "cache-control: no-cache", and many servers then send the complete manifest.
  const otherHeaders = { 'if-none-match': tag, 'cache-control': 'max-age=0' }
  return getPublicManifest(target, { ...credentials, otherHeaders })
}
