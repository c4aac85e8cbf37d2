import { createMockHost, createSampleWorld } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { createActionLog } from './action-log.ts'

function operate(name: string, input: object = {}): Request {
  return new Request(`http://localhost/__mock/operations/${name}`, { method: 'POST', body: JSON.stringify(input) })
}

test('makes the changes of the inspector again after a reset, and leaves out what was refused', async () => {
  const host = createMockHost(createSampleWorld)
  const log = createActionLog()
  const fetch = log.recordThrough(host.fetch)
  await fetch(operate('setCredits', { orgId: 'acme', credits: 7 }))
  await fetch(operate('addFault', { kind: 'hang', count: 1 }))
  await fetch(operate('faults'))
  await fetch(operate('setCredits', { orgId: 'nobody', credits: 8 }))
  host.service.reset()
  await log.repeat(host.fetch)
  expect(host.service.creditBalance('acme')).toBe(7)
  expect(host.service.faults()).toHaveLength(1)
})

test('forgets the changes when the inspector resets the world, and on request', async () => {
  const host = createMockHost(createSampleWorld)
  const log = createActionLog()
  const fetch = log.recordThrough(host.fetch)
  await fetch(operate('setCredits', { orgId: 'acme', credits: 7 }))
  await fetch(operate('reset'))
  await fetch(operate('setCredits', { orgId: 'acme', credits: 8 }))
  log.clear()
  host.service.reset()
  await log.repeat(host.fetch)
  expect(host.service.creditBalance('acme')).toBe(1000)
})
