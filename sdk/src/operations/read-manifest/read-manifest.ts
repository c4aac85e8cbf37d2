import type { RegistryService } from '../../client/registry-service.ts'
import type { CallOptions } from '../../client/settings.ts'
import { type Manifest, manifest } from '../manifest.ts'
import { readManifestOperation } from './operation.ts'

/** Lists the tool sets published to the environment profile of the key. */
export async function readManifest(service: RegistryService, options?: CallOptions): Promise<Manifest> {
  return service.send({ operation: readManifestOperation, action: 'read the manifest', schema: manifest }, options)
}
