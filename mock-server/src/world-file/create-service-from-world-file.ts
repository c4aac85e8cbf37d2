import { checkMembers } from '../core/check-members.ts'
import { createMockService, type Fetching, type MockService } from '../core/create-mock-service.ts'
import { optionMembers } from '../core/seed-members.ts'
import type { MockServiceOptions } from '../core/service-options.ts'
import { readWorldFile } from './read-world-file.ts'

/** What a service is made with, beside its world file. */
export interface WorldFileServiceOptions extends MockServiceOptions {
  /** What the file is called in messages. @default world.yaml */
  readonly file?: string
}

/**
 * Makes the service that `wfhost-mock --world` serves: with the profile of the file, which that of the options
 * overrides option by option, and with its registries synchronized. One whose manifest cannot be read offers nothing,
 * and the step that wants it says why.
 *
 * @throws {WorldFileError} with one line for each problem.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createServiceFromWorldFile } from '@wfhost/mock-server/world-file'
 *
 * const service = await createServiceFromWorldFile(`
 * workspaces:
 *   - id: support
 *     workflows: [{ flowId: greet, key: my-key, published: true, result: Hello }]
 * `)
 * assert.equal(service.workflowKey('greet'), 'my-key')
 * ```
 */
export async function createServiceFromWorldFile(
  text: string,
  options: WorldFileServiceOptions = {},
): Promise<MockService & Fetching> {
  checkMembers(options, { attempt: 'create a service', members: { ...optionMembers, file: 'anything' } })
  const { file, ...serviceOptions } = options
  const { profile, seed } = readWorldFile(text, file)
  const service = createMockService(seed, { ...serviceOptions, profile: { ...profile, ...serviceOptions.profile } })
  await service.syncRegistries()
  return service
}
