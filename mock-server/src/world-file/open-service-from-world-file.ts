import * as z from 'zod'
import { createMockService, type MockService } from '../core/create-mock-service.ts'
import type { Fetch } from '../core/requests/web-fetch.ts'
import { type MockServiceOptions, serviceOptionsSchema } from '../core/service-options.ts'
import { mergeAssumptions } from '../schema/assumptions.ts'
import { validate } from '../schema/check.ts'
import { readWorldFileWithFaker } from './read-world-file.ts'

/** The options of a service besides its world file. */
export interface WorldFileServiceOptions extends MockServiceOptions {
  /** The name of the file in messages. @default world.yaml */
  readonly file?: string | undefined
}

/**
 * Creates the service that `wfhost-mock --world` serves: with the assumptions of the file, which those of the options
 * overrides option by option, and with its registries synchronized. A registry whose manifest cannot be read offers no
 * tools, and a step that needs one reports why.
 *
 * @throws {WorldFileError} with one line for each problem.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { openServiceFromWorldFile } from '@wfhost/mock-server/world-file'
 *
 * const service = await openServiceFromWorldFile(`
 * workspaces:
 *   - id: support
 *     workflows: [{ flowId: greet, key: my-key, result: Hello }]
 * `)
 * assert.equal(service.workflowKey('greet'), 'my-key')
 * ```
 */
export async function openServiceFromWorldFile(
  text: string,
  options: WorldFileServiceOptions = {},
): Promise<MockService & { readonly fetch: Fetch }> {
  validate(serviceOptionsSchema.extend({ file: z.string().optional() }), options, 'create a service')
  const { file, ...given } = options
  const { assumptions, seed } = await readWorldFileWithFaker(text, file)
  const service = createMockService(seed, { ...given, assumptions: mergeAssumptions(assumptions, given.assumptions) })
  await service.registries.syncAll()
  return service
}
