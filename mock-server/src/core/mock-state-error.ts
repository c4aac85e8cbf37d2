/**
 * A call names something that does not exist, asks for what the state does not allow, or has a value that is wrong.
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
