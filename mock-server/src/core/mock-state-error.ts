/**
 * A call names something that does not exist, is not possible in this state, or has a wrong value.
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
