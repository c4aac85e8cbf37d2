import { expect, test } from 'vitest'
import { ownerOf } from './owner-of.ts'

test('all paths of a world have one owner, and the worlds are spread over all workers', () => {
  const owners = Array.from({ length: 300 }, (_, index) => {
    const id = `world-${index}`
    const paths = [`/worlds/${id}/v1/public/wfhost/manifest`, `/__mock/worlds/${id}`, `/__mock/worlds/${id}/operations/runs`]
    const [owner, ...same] = paths.map((path) => ownerOf(path, 3))
    expect(same).toEqual([owner, owner])
    return owner
  })
  for (const worker of [0, 1, 2]) expect(owners.filter((owner) => owner === worker).length).toBeGreaterThan(60)
})

test.each(['/', '/v1/public/wfhost/manifest', '/worlds/no-path', '/__mock/worlds', '/__mock/worlds/', '/__mock/operations/runs'])(
  'what names no world belongs to the first worker: %s',
  (path) => expect(ownerOf(path, 64)).toBe(0),
)
