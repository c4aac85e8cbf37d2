import assert from 'node:assert/strict'
import type { Step } from '../tour.ts'

export const execute: Step = {
  title: 'A successful execution takes one credit',
  requirement: 'EXE-CREDIT',
  run: async ({ registry, service }) => {
    const before = service.creditBalance('acme')
    const execution = await registry.execute({ toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } })
    const after = service.creditBalance('acme')
    assert.equal(after, before - 1)
    return `result ${JSON.stringify(execution.result)}; credits ${before} -> ${after}`
  },
}
