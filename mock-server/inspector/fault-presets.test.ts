import { createMockService, createSampleWorld } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { describeSelection, faultPresets, toFault } from './fault-presets.ts'

test.each(faultPresets)('the server accepts the preset $title for each extent', (preset) => {
  const service = createMockService(createSampleWorld())
  for (const extent of ['once', 'thrice', 'always'] as const) {
    service.addFault(toFault(preset, { extent, flowId: '' }))
    service.addFault(toFault(preset, { extent, flowId: 'echo' }))
  }
  expect(service.faults()).toHaveLength(6)
})

test('describes in words which requests a fault applies to', () => {
  expect(describeSelection({ kind: 'hang' })).toBe('All requests')
  expect(describeSelection({ kind: 'hang', count: 1, flowId: 'echo' })).toBe('The next request: runs of echo')
  expect(describeSelection({ kind: 'hang', count: 3, operation: 'executeTool', probability: 0.5 })).toBe(
    'The next 3 requests: executeTool, with probability 0.5',
  )
})
