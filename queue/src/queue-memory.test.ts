import { describe, expect, test } from 'vitest'
import { createEpoch, FORGOTTEN, judgeMemory, MISSING, type QueueSight, REMOVED } from './queue-memory.ts'

const earlier = createEpoch(0, [])
const epoch = createEpoch(0, [earlier])

const sound: QueueSight = {
  epoch,
  author: 'person',
  isSameServer: true,
  isWhole: true,
  forgotten: undefined,
  keptEverything: false,
}

const empty: QueueSight = { ...sound, epoch: undefined, author: undefined, isSameServer: false, isWhole: false }

describe(judgeMemory, () => {
  test.each([
    ['trusts the epoch that it knows', sound, epoch, { kind: 'trusted', epoch }],
    ['trusts the epoch that it finds first', sound, undefined, { kind: 'trusted', epoch }],
    ['trusts a later epoch of a person', sound, earlier, { kind: 'trusted', epoch }],
    ['does not trust a later epoch of a file', { ...sound, author: 'file' }, earlier, { kind: 'forgotten', reason: FORGOTTEN }],
    [
      'does not trust an earlier epoch, such as an old copy',
      { ...sound, epoch: earlier },
      epoch,
      { kind: 'forgotten', reason: FORGOTTEN },
    ],
    ['reports a queue that is missing', empty, undefined, { kind: 'missing' }],
    ['reports a queue that was there', empty, epoch, { kind: 'forgotten', reason: FORGOTTEN }],
    ['reports a server that was restarted', { ...sound, isSameServer: false }, undefined, { kind: 'restarted', epoch }],
    ['reports a key that was evicted', { ...sound, isWhole: false }, epoch, { kind: 'forgotten', reason: REMOVED }],
    ['repeats the reason of a stop', { ...sound, forgotten: 'why' }, epoch, { kind: 'forgotten', reason: 'why' }],
    [
      'repeats the reason of a stop without an epoch',
      { ...empty, forgotten: 'why' },
      undefined,
      { kind: 'forgotten', reason: 'why' },
    ],
  ] as const)('%s', (...[, sight, known, memory]) => {
    expect(judgeMemory(sight, known)).toEqual(memory)
  })
})

test('a later epoch stays later on a machine whose clock is behind', () => {
  const future = `${Date.now() + 3_600_000}-0`
  expect(judgeMemory({ ...sound, epoch: createEpoch(0, [future]) }, future)).toMatchObject({ kind: 'trusted' })
})

test('the reasons are sentences without an end, since a remedy follows', () => {
  for (const reason of [FORGOTTEN, MISSING, REMOVED]) expect(reason).toMatch(/^Redis .*\w$/)
})
