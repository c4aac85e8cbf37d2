import assert from 'node:assert/strict'
import type { Step } from '../tour.ts'

export const rateLimit: Step = {
  title: 'Over the rate limit: 429, and the client tries again when Retry-After says so',
  requirement: 'LIMIT-RETRY-AFTER',
  run: async ({ client, service }) => {
    service.setRateLimit({ requests: 1, windowMs: 1000 })
    try {
      const start = performance.now()
      await client.run('echo', { text: 'first' })
      const second = await client.run('echo', { text: 'second' })
      assert.equal(second.status, 'success')
      return `two runs in ${Math.round(performance.now() - start)} ms with a limit of one a second`
    } finally {
      service.setRateLimit(undefined)
    }
  },
}
