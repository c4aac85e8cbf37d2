import { manifestRequirements } from '../manifest-requirements.ts'
import type { Operation } from '../operation.ts'

export const readManifestOperation = {
  operation: 'getPublicManifest',
  method: 'GET',
  path: '/v1/public/{product}/manifest',
  hasEffect: false,
  requirements: manifestRequirements,
} as const satisfies Operation<'getPublicManifest'>
