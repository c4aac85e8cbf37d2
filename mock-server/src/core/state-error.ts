/**
 * A state operation names something that does not exist, or asks for what its state does not allow.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, MockStateError } from '@wfhost/mock-server'
 *
 * assert.throws(() => createMockService().publishWorkflow('nowhere'), MockStateError)
 * ```
 */
export class MockStateError extends Error {
  override readonly name = 'MockStateError'
}
