import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { enqueueRuns, openRunQueue, openRunWorker, RedisConnectionError } from '@wfhost/queue'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../tools/scripts/free-port.ts'
import { flowId, numbers } from './numbers.ts'
import { clientOf, useQueue } from './use-queue.ts'

const { open, redis, serve } = useQueue()

test('reports that no Redis responds within 10 s, and forbidden characters in a name', async () => {
  const error: unknown = await openRunQueue('there', { connection: 'redis://:canary@127.0.0.1:1' }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(RedisConnectionError)
  expect(error).toMatchObject({ message: expect.stringMatching(/^Cannot reach Redis at 127\.0\.0\.1:1: .*ECONNREFUSED/) })
  expect(inspect(error)).not.toContain('canary')
  await expect(openRunQueue('a:b', { connection: redis().url })).rejects.toThrow('must have no colon')
})

test('await using closes a worker, and then its queue', async () => {
  const service = await serve()
  const closed: string[] = []
  {
    await using queue = await openRunQueue('disposed', { connection: redis().url })
    await queue.create()
    queue.redis.on('end', () => closed.push('queue'))
    await using worker = await openRunWorker({ queue, client: clientOf(service) })
    worker.bull.on('closed', () => closed.push('worker'))
  }

  await expect.poll(() => closed).toEqual(['worker', 'queue'])
})

test('waits for a Redis that starts later, and not for one that refuses the password', async () => {
  const port = await freePort()
  const opening = openRunQueue('later', { connection: `redis://127.0.0.1:${port}` })
  await delay(600)
  const relay = createServer((socket) => socket.pipe(connect(Number(new URL(redis().url).port))).pipe(socket)).listen(port)
  const queue = await opening
  expect(await queue.status()).toMatchObject({ waiting: 0 })
  await queue.close()
  relay.close()
  const refused = openRunQueue('later', { connection: redis().url.replace('//', '//somebody:canary@') })
  await expect(refused).rejects.toThrow(/^Cannot reach Redis at .+: WRONGPASS/)
})

test.each([
  ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'the server there is not Redis'],
  ['has no place for another client', '-ERR max number of clients reached\r\n', 'no response within 10 s'],
])('ends within 15 s if a server responds and %s', { timeout: 30_000 }, async (_, response, reason) => {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(response))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opening = openRunQueue('there', { connection: `redis://:canary@127.0.0.1:${port}` }).catch(
    (error: Error) => error.message,
  )
  expect(await Promise.race([opening, delay(15_000, 'still opening')])).toBe(`Cannot reach Redis at 127.0.0.1:${port}: ${reason}`)
  server.close()
})

test('explains options that Redis does not support, and full memory', async () => {
  const queue = await open('words')
  await expect(queue.outcomes({ after: 'x' }).next()).rejects.toThrow("Cannot read outcomes after 'x': expected an entry")
  await queue.redis.config('SET', 'maxmemory', '1')
  const added = enqueueRuns(queue, flowId, numbers(1))
  await expect(added).rejects.toThrow(/^Cannot add inputs: the memory of Redis is full; take outcomes/)
  await queue.redis.config('SET', 'maxmemory', '0')
})

test('refuses a database that Redis does not have: ioredis would use database 0', async () => {
  await expect(openRunQueue('there', { connection: `${redis().url}/99` })).rejects.toThrow(
    /^Cannot use database 99 of Redis at 1/,
  )
  const other = await openRunQueue('other', { connection: `${redis().url}/3` })
  expect(await other.redis.client('INFO')).toContain(' db=3 ')
  await other.close()
})

test.each([
  'redis:/:canary@x',
  'redis:canary',
  ':canary@x',
  'redis://:1/canary@x',
  'redis://a:1#canary@x',
  'redis://:canary@x:99999',
])('shows no password of an invalid address: %s', async (connection) => {
  const error: unknown = await openRunQueue('there', { connection }).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'ConfigurationError', message: expect.stringContaining('expected redis://USER') })
  expect(inspect(error)).not.toContain('canary')
})

describe('refuses an option', () => {
  test.each([
    ['timeout', '5s', 'a number above 0, found "5s"'],
    ['timeout', 0, 'a number above 0, found 0'],
    ['limiter', 10, '{ max, duration }, both whole numbers of 1 or more, found 10'],
    ['limiter', { max: 10 }, '{ max, duration }, both whole numbers of 1 or more, found object'],
    ['limiter', { max: '10', duration: 1_000 }, '{ max, duration }, both whole numbers of 1 or more, found object'],
    ['maxUnknown', '5', 'a whole number of 1 or more, found "5"'],
    ['onOutcome', 'x', 'a function, found "x"'],
    ['client', undefined, 'a client, found nothing'],
    ['lockduration', 5_000, undefined],
  ])('by a worker: %s as %j', async (option, value, expected) => {
    const queue = await open('options')
    const client = clientOf({ baseUrl: 'http://localhost', apiKey: 'canary' })
    await expect(openRunWorker({ queue, client, [option]: value })).rejects.toMatchObject(refused(option, expected))
  })

  test.each([
    ['key', 'id', 'a function, found "id"'],
    ['maxWaiting', 0, 'a whole number of 1 or more, found 0'],
    ['maxwaiting', 5, undefined],
  ])('by a producer: %s as %j', async (option, value, expected) => {
    const added = enqueueRuns(await open('options'), flowId, numbers(1), { [option]: value })
    await expect(added).rejects.toMatchObject(refused(option, expected))
  })

  test.each(['', undefined])('by a producer: the workflow %j', async (workflow) => {
    const added = enqueueRuns(await open('options'), workflow as string, numbers(1))
    await expect(added).rejects.toThrow('Cannot use workflow: expected the ID of a workflow, found ')
  })

  test.each(['', undefined, 'undefined', 7])('by a producer: a key that returns %j', async (name) => {
    const key = (_: object, index: number) => (index === 0 ? 'first' : (name as string))
    const added = enqueueRuns(await open('options'), flowId, numbers(2), { key })
    await expect(added).rejects.toThrow(/^Cannot add input 1: Cannot use key: expected a text that names it, found /)
  })

  test.each([
    ['connection', { host: 'h', port: 1 }, 'an address, or a client of ioredis with maxRetriesPerRequest: null, found object'],
    ['telemetry', true, 'an object, found true'],
    ['url', 'x', undefined],
  ])('by a queue: %s as %j', async (option, value, expected) => {
    await expect(openRunQueue('options', { [option]: value })).rejects.toMatchObject(refused(option, expected))
  })

  test('when a queue resumes, or reads its outcomes', async () => {
    const queue = await open('options')
    const unknown = { mayRunTwise: true } as object
    await expect(queue.resume(unknown)).rejects.toMatchObject(refused('mayRunTwise', undefined))
    await expect(queue.outcomes(unknown).next()).rejects.toMatchObject(refused('mayRunTwise', undefined))
  })
})

function refused(option: string, expected: string | undefined): object {
  const reason = expected === undefined ? 'unknown option' : `expected ${expected}`
  return { name: 'ConfigurationError', message: `Cannot use ${option}: ${reason}` }
}
