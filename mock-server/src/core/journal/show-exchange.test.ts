import { expect, test } from 'vitest'
import { createWorldService, openWorld } from '../create-mock-service.ts'
import { getRedact } from './show-exchange.ts'

function openDesk(flowId: string) {
  const workflow = { flowId, key: 'wfk_first', published: true, implementation: () => null }
  const world = openWorld(() => ({ workspaces: [{ id: 'desk', workflows: [workflow] }] }), {})
  return { world, service: createWorldService(world, {}) }
}

test('creates the redaction of a world once, and again after a key has changed', () => {
  const { service, world } = openDesk('greet')
  const redact = getRedact(world)
  expect(getRedact(world)).toBe(redact)
  const key = service.regenerateKey('greet')
  expect(getRedact(world)).not.toBe(redact)
  expect(getRedact(world)(`wfk_first ${key}`)).toBe('[old key of workflow greet] [key of workflow greet]')
})

test('shows a dollar sign in a name unchanged', () => {
  expect(getRedact(openDesk('a$&b').world)('wfk_first')).toBe('[key of workflow a$&b]')
})

test('shows the name of a short or percent-encoded key in place of the key', () => {
  const workflow = { flowId: 'greet', key: 'k+y/1', published: true, implementation: () => null }
  const world = openWorld(() => ({ workspaces: [{ id: 'desk', workflows: [workflow] }] }), {})
  const name = '[key of workflow greet]'
  expect(getRedact(world)('k+y/1 k%2By%2F1 %6b%2by%2f1')).toBe(`${name} ${name} ${name}`)
})
