import { test } from 'vitest'
import { type TestWorld, type TestWorldOptions, withTestWorld } from './test-world.ts'

export type { TestWorld, TestWorldOptions } from './test-world.ts'

/** What each test of `mockTest` can ask for. */
export interface MockFixtures {
  /** What the worlds of these tests are made with. @default the sample world, in process */
  readonly worldOptions: TestWorldOptions
  /** A world that only this test has; it is closed when the test ends. */
  readonly world: TestWorld
}

/**
 * The `test` of vitest with a world for each test that asks for one, `test.concurrent` included.
 *
 * @example
 * ```ts ignore declares tests, and an example is one already; vitest.test.ts has it
 * import assert from 'node:assert/strict'
 * import { mockTest } from '@wfhost/mock-server/vitest'
 * import { createWorkflowClient } from '@wfhost/sdk'
 *
 * mockTest('the workflow answers', async ({ world }) => {
 *   const client = createWorkflowClient({ baseUrl: world.url, apiKey: world.workflowKey('echo'), fetch: world.fetch })
 *   const { result } = await client.run('echo', { text: 'Hello' })
 *   assert.deepEqual(result, { text: 'Hello' })
 * })
 *
 * // Tests that need a URL to give away:
 * mockTest.extend({ worldOptions: { over: 'http' } })('the server answers', async ({ world }) => {
 *   assert.equal((await fetch(`${world.url}/v1/public/wfhost/manifest`)).status, 401)
 * })
 * ```
 */
export const mockTest = test.extend<MockFixtures>({
  worldOptions: {},
  world: async ({ worldOptions }, use) => withTestWorld(worldOptions, use),
})
