import assert from 'node:assert/strict'
import { examples } from 'virtual:examples'
import { describe, test } from 'vitest'

describe('an example of the documentation runs', () => {
  for (const { name, run } of examples) {
    test(name, async () => {
      assert.ok(await run())
    })
  }
})
