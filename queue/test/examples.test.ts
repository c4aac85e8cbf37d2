import { examples } from 'virtual:examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis, type TestRedis } from './start-redis.ts'

describe('an example of the documentation runs on a real Redis', () => {
  let redis: TestRedis | undefined
  beforeAll(async () => {
    redis = await startRedis('none')
    process.env['WFHOST_REDIS_URL'] = redis.url
  })
  afterAll(async () => {
    delete process.env['WFHOST_REDIS_URL']
    await redis?.stop()
  })

  for (const { name, run } of examples.filter((example) => example.name.startsWith('queue/'))) {
    test(name, async () => {
      expect(await run()).toBeDefined()
    })
  }
})
