import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import { createRequest } from './create-request.ts'
import { type Credentials, credentialHeaders } from './credentials.ts'
import { listManifestExpectations } from './manifest-expectations.ts'
import type { Operation } from './operation.ts'

export const readOrganizationManifestOperation: Operation = {
  verb: 'organization manifest',
  noun: 'An organization manifest',
  effect: undefined,
  findArea: () => 'organization',
  listExpectations: listManifestExpectations,
}

/** Reads the manifest of an organization. */
export function getOrganizationManifest(target: Target, request: Credentials & { readonly orgId: string }): Promise<Exchange> {
  const parameters = { orgId: request.orgId }
  const headers = credentialHeaders(request)

  return target.send(createRequest(target, 'getOrganizationManifest', { parameters, headers }))
}
