import { sampleOrganizations } from './sample-world/organizations.ts'
import { sampleWorkspaces } from './sample-world/workspaces.ts'
import type { MockSeed } from './schema/world.ts'

export { sampleKeys } from './sample-world/keys.ts'

/**
 * The state that `wfhost-mock` starts with: two organizations with tool sets, two workspaces with workflows that
 * succeed, fail, take their time and cannot be run. `sampleKeys` has the keys.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 *
 * const service = createMockService(createSampleWorld())
 * const response = await service.fetch(
 *   new Request('http://localhost/v1/public/wfhost/manifest', {
 *     headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}` },
 *   }),
 * )
 * assert.equal(response.status, 200)
 * ```
 */
export function createSampleWorld(): MockSeed {
  return { organizations: sampleOrganizations(), workspaces: sampleWorkspaces() }
}
