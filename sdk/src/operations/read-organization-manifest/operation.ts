import { manifestRequirements } from '../manifest-requirements.ts'
import type { Operation } from '../operation.ts'

export const readOrganizationManifestOperation = {
  operation: 'getOrganizationManifest',
  method: 'GET',
  path: '/v1/orgs/{orgId}/{product}/manifest',
  hasEffect: false,
  requirements: manifestRequirements,
} as const satisfies Operation<'getOrganizationManifest'>
