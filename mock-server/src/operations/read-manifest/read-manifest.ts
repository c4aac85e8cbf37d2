import { authenticate } from '../../core/requests/authenticate.ts'
import type { JsonResponse } from '../../core/requests/plain-exchange.ts'
import type { World } from '../../core/world/world.ts'
import { findManifestProblem, listToolsets, manifestFormat, respondWithManifest } from '../manifest.ts'
import type { Operation, OperationRequest } from '../operation.ts'

export const readManifestOperation: Operation = {
  perform: getPublicManifest,
  format: manifestFormat,
  acceptsSession: false,
  findProblem: findManifestProblem,
}

/**
 * Lists the tool sets that the organization of a key has published to the environment profile of the key (MAN-ENDPOINT,
 * MAN-ORG). The checks have the order 401, 429, 400.
 */
function getPublicManifest(world: World, { request }: OperationRequest): JsonResponse {
  const { environment, key, organization } = authenticate(request, world.toolHostingKeys)
  world.rateLimiter.consume({ key, organization: organization.id })

  const toolsets = listToolsets(organization, { environment, includesUnpublished: false })
  return respondWithManifest(world, request, toolsets)
}
