import type { Exchange } from '../target/exchange.ts'
import type { Fixtures, Target } from '../target/target.ts'

/** How a registry request identifies itself; nothing sends no credentials. */
export interface Credentials {
  readonly key?: string
  readonly session?: Fixtures['consoleSession']
  /** Headers that are no way to identify oneself. */
  readonly others?: Readonly<Record<string, string>>
}

/** Asks for the manifest of the key's organization. */
export function getPublicManifest(target: Target, credentials: Credentials): Promise<Exchange> {
  return target.send({
    operationId: 'getPublicManifest',
    method: 'GET',
    url: `${target.registryUrl}/v1/public/${target.product}/manifest`,
    headers: credentialHeaders(credentials),
  })
}

/** Asks for the manifest of an organization named in the path. */
export function getOrganizationManifest(target: Target, call: Credentials & { readonly orgId: string }): Promise<Exchange> {
  return target.send({
    operationId: 'getOrganizationManifest',
    method: 'GET',
    url: `${target.registryUrl}/v1/orgs/${encodeURIComponent(call.orgId)}/${target.product}/manifest`,
    headers: credentialHeaders(call),
  })
}

/** Executes a tool. */
export function executeTool(target: Target, call: Credentials & { readonly payload: unknown }): Promise<Exchange> {
  return target.send({
    operationId: 'executeTool',
    method: 'POST',
    url: `${target.registryUrl}/v1/public/${target.product}/execute`,
    headers: { 'content-type': 'application/json', ...credentialHeaders(call) },
    body: JSON.stringify(call.payload),
  })
}

function credentialHeaders({ key, others, session }: Credentials): Record<string, string> {
  return {
    ...others,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(session === undefined ? {} : { [session.header]: session.value }),
  }
}
