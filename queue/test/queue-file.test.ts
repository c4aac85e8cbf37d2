import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRunQueue } from '@wfhost/queue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { produce, startSlowService } from './processes-of-a-queue.ts'
import { startRedis, type TestRedis } from './start-redis.ts'

describe('the file of the producer', () => {
  let redis: TestRedis
  let folder = ''
  beforeAll(async () => {
    redis = await startRedis('none')
    folder = await mkdtemp(join(tmpdir(), 'queue-file-'))
  })
  afterAll(async () => {
    await redis.stop()
    await rm(folder, { recursive: true })
  })
  const open = (name: string, file: string) => openRunQueue(name, { connection: redis.url, file: join(folder, file) })

  test('creates the queue once, and never again after Redis has lost it', async () => {
    const queue = await open('remembered', 'remembered')
    expect(await produce(queue)).toBe('added')
    expect((await stat(join(folder, 'remembered'))).mode & 0o777).toBe(0o600)
    expect(await produce(await open('remembered', 'remembered'))).toBe('added')
    await redis.crash()
    const late = await open('remembered', 'remembered')
    expect(await produce(late)).toMatch(/^Cannot add inputs: Redis has forgotten the queue/)
    await late.resume({ mayRunTwice: true })
    expect(await produce(late)).toBe('added')
    const { epoch } = JSON.parse(await readFile(join(folder, 'remembered'), 'utf8'))
    expect(await late.redis.hget(late.bull.toKey('batch'), 'epoch')).toBe(epoch)
    await queue.close()
    await late.close()
  })

  test('allows several producers to start concurrently', async () => {
    const queues = await Promise.all(Array.from({ length: 5 }, (_, n) => open('several', n < 3 ? 'same' : `own-${n}`)))
    expect(await Promise.all(queues.map(produce))).toEqual(Array.from({ length: 5 }, () => 'added'))
    for (const queue of queues) await queue.close()
  })

  test.each([
    ['another queue', '{"queue":"other","epoch":"1-a"}', "it belongs to the queue 'other', not to 'foreign'"],
    ['no queue', 'hello', 'it is not a file that a queue wrote'],
    ['no epoch', '{"queue":"foreign"}', 'it is not a file that a queue wrote'],
  ])('is refused if it belongs to %s', async (_, content, reason) => {
    await writeFile(join(folder, 'foreign'), content)
    const queue = await open('foreign', 'foreign')
    await expect(produce(queue)).rejects.toThrow(reason)
    await queue.close()
  })
})

test('processes with a later epoch reject an old copy of the data on a server of the same name', {
  timeout: 60_000,
}, async () => {
  const [primary, replica] = [await startRedis('always'), await startRedis('always')]
  const service = await startSlowService()
  const file = join(await mkdtemp(join(tmpdir(), 'old-copy-')), 'file')
  const atPrimary = await openRunQueue('copied', { connection: primary.url, file })
  expect(await produce(atPrimary)).toBe('added')
  const atReplica = await openRunQueue('copied', { connection: replica.url, file })
  await atReplica.redis.replicaof('127.0.0.1', primary.port)
  await expect.poll(() => atReplica.redis.info('replication')).toContain('master_link_status:up')
  await atReplica.redis.replicaof('NO', 'ONE')
  expect(await produce(atReplica)).toContain('another server took over')
  await atReplica.resume({ mayRunTwice: true })
  expect(await produce(await openRunQueue('copied', { connection: primary.url, file }))).toContain(
    'Redis has forgotten the queue',
  )
  for (const queue of [atPrimary, atReplica]) await queue.close()
  await service.close()
  for (const server of [primary, replica]) await server.stop()
})
