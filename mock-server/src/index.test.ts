import { expect, test } from 'vitest'

test('the public surface is exactly this', async () => {
  expect(Object.keys(await import('@wfhost/mock-server')).toSorted()).toEqual([
    'ConnectionFaultError',
    'MockControlError',
    'MockStateError',
    'RegistrySyncError',
    'createManualClock',
    'createMockControl',
    'createMockHost',
    'createMockService',
    'createSampleWorld',
    'createSeededRandom',
    'listAssumptions',
    'sampleKeys',
    'toCurl',
    'toHar',
  ])
  expect(Object.keys(await import('@wfhost/mock-server/world-file')).toSorted()).toEqual([
    'WorldFileError',
    'createWorldSchema',
    'openServiceFromWorldFile',
    'readWorldFile',
  ])
  expect(Object.keys(await import('@wfhost/mock-server/matchers')).toSorted()).toEqual(['matchers'])
  expect(Object.keys(await import('@wfhost/mock-server/http')).toSorted()).toEqual(['listen'])
  expect(Object.keys(await import('@wfhost/mock-server/msw')).toSorted()).toEqual(['createMswHandler'])
  expect(Object.keys(await import('@wfhost/mock-server/vite')).toSorted()).toEqual(['worldPlugin'])
  expect(Object.keys(await import('@wfhost/mock-server/guard')).toSorted()).toEqual(['createGuard', 'createReplay'])
})
