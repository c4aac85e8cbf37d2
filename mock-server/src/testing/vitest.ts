import { type TestWorld, type TestWorldOptions, withTestWorld } from './test-world.ts'

export type { TestWorld, TestWorldOptions } from './test-world.ts'

/** The fixtures of a test that was extended with `worldFixtures`. */
export interface WorldFixtures {
  /** The options of the worlds of these tests. @default the sample world, in process */
  readonly worldOptions: TestWorldOptions
  readonly world: TestWorld
}

/**
 * Fixtures for the `test` of vitest: a world for each test that uses one, also of `test.concurrent`. Pass options
 * together with the fixtures in one `extend`: vitest 3 ignores those of a second one.
 *
 * @example
 * ```ts ignore it declares tests, and an example is one already; vitest.test.ts has them
 * import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
 * import { createWorkflowClient } from '@wfhost/sdk'
 * import { test as base, expect } from 'vitest'
 *
 * const test = base.extend<WorldFixtures>(worldFixtures)
 *
 * test('the workflow returns its result', async ({ world }) => {
 *   const client = createWorkflowClient({ baseUrl: world.url, apiKey: world.workflowKey('echo'), fetch: world.fetch })
 *   expect(await client.run('echo', { text: 'Hello' })).toMatchObject({ result: { text: 'Hello' } })
 * })
 *
 * // For what needs a URL that anything can call:
 * const httpTest = base.extend<WorldFixtures>({ ...worldFixtures, worldOptions: { transport: 'http' } })
 *
 * httpTest('the server responds', async ({ world }) => {
 *   expect((await fetch(`${world.url}/v1/public/wfhost/manifest`)).status).toBe(401)
 * })
 * ```
 */
export const worldFixtures: {
  worldOptions: TestWorldOptions
  world: (fixtures: Pick<WorldFixtures, 'worldOptions'>, use: (world: TestWorld) => Promise<void>) => Promise<void>
} = {
  worldOptions: {},
  world: async ({ worldOptions }, use) => withTestWorld(worldOptions, use),
}
