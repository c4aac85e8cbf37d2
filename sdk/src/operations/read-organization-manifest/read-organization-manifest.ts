import { checkPathSegment } from '../../client/check-options.ts'
import type { RegistryService } from '../../client/registry-service.ts'
import type { CallOptions } from '../../client/settings.ts'
import { type Manifest, manifest } from '../manifest.ts'
import { readOrganizationManifestOperation } from './operation.ts'

/** Lists the tool sets of an organization. A console session can authorize the request instead of a key (ORG-AUTH). */
export async function readOrganizationManifest(
  service: RegistryService,
  orgId: string,
  options?: CallOptions,
): Promise<Manifest> {
  const request = {
    operation: readOrganizationManifestOperation,
    action: `read the manifest of organization ${checkPathSegment('orgId', orgId)}`,
    parameters: { orgId },
    schema: manifest,
  }
  return service.send(request, options)
}
