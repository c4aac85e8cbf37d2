import { MockStateError } from '../mock-state-error.ts'
import { operationPath } from '../requests/operation-path.ts'
import { createKey } from '../tools/organization-operations.ts'
import { foundOrganization, type Organization, type World } from '../world/world.ts'
import type { RegistryEntrySeed } from './registry-entry.ts'

/** Why an organization cannot be connected by one click; undefined if it can (CONNECT-CONFIGURED, CONNECT-DEFAULT). */
export function whyNotConnectable(world: World, organization: Organization): string | undefined {
  if (!world.workflowServiceConfigured) return 'the workflow service is not configured'
  for (const { published } of organization.toolSets.values()) if (published.has('default')) return undefined
  return 'no tool set has a version published to "default"'
}

/**
 * Connects an environment by one click: creates or reuses its key, and prefills the entry that a workspace adds
 * (CONNECT-CLICK).
 */
export function connect(
  world: World,
  { environment, orgId }: { readonly orgId: string; readonly environment: string },
): RegistryEntrySeed {
  const attempt = `connect organization "${orgId}"`
  const organization = foundOrganization(world, { orgId, attempt })
  const why = whyNotConnectable(world, organization)
  if (why !== undefined) throw new MockStateError(`Cannot ${attempt}: ${why}`)
  const name = `Workflow Connection (${environment})`
  const apiKey = organization.toolHostingKeys.get(name)?.key ?? createKey(world, { name, environment, organization })
  return {
    name: organization.name,
    manifestUrl: ownManifestUrl(world),
    apiKey,
  }
}

/** Where the manifest of this service's own registry is. */
export function ownManifestUrl({ ownUrl, product }: Pick<World, 'ownUrl' | 'product'>): string {
  return ownUrl + operationPath('getPublicManifest', { product })
}
