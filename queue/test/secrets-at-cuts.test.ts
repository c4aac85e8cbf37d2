import { enqueueRuns } from '@wfhost/queue'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { withSteps } from '../../tools/scripts/run-bodies.ts'
import { flowId, numbers } from './numbers.ts'
import { untilDone, useQueue } from './use-queue.ts'

const KEY = 'canary-queue'

/** The shortest part of the key that a person would recognise, in characters. */
const SHORTEST_PART = 6

/** The bodies in which a service can echo a text. Each passes another place that quotes or cuts. */
const ECHOES: readonly ((text: string) => Response)[] = [
  (text) => Response.json({ status: text, stepOutputs: {} }),
  (text) => Response.json({ status: 'success', result: text, ...withSteps({}) }),
  (text) => Response.json({ status: 'failed', error: { name: text, value: text, traceback: text }, ...withSteps({}) }),
  (text) => Response.json({ message: text }, { status: 400 }),
  (text) => new Response(text, { status: 502 }),
]

/** Lengths before the key: around the places where text is cut. */
const PADDINGS = [0, 10, 20, 35, 40, 60, 76, 90, 100, 176, 190, 199, 450, 476, 490, 499]

const READERS: Readonly<Record<string, (redis: Redis, name: string) => Promise<unknown>>> = {
  string: (redis, name) => redis.get(name),
  hash: (redis, name) => redis.hgetall(name),
  list: (redis, name) => redis.lrange(name, 0, -1),
  set: (redis, name) => redis.smembers(name),
  zset: (redis, name) => redis.zrange(name, '0', '-1'),
  stream: (redis, name) => redis.xrange(name, '-', '+'),
}

/** All data in a Redis. */
async function readAll(redis: Redis): Promise<string> {
  const values: unknown[] = []
  for (const name of await redis.keys('*')) {
    const type = await redis.type(name)
    const read = READERS[type]
    if (read === undefined) throw new Error(`Cannot read ${name}: it is a ${type}`)
    values.push(name, await read(redis, name))
  }
  return JSON.stringify(values)
}

const { open, redis, serve, work } = useQueue()

test('nothing in a queue contains a part of a key, wherever text is cut', async () => {
  const cases = ECHOES.flatMap((echo) =>
    PADDINGS.map((padding) => echo.bind(undefined, `${'x'.repeat(padding)} ${KEY} and more`)),
  )
  const queue = await open('cuts')
  const service = await serve((n) => cases[n]?.())
  await enqueueRuns(queue, flowId, numbers(cases.length))
  await work(queue, service, { maxUnknown: cases.length + 1, concurrency: 10 })
  await untilDone(queue)

  const connection = new Redis(redis().url)
  const kept = await readAll(connection)
  connection.disconnect()
  const { failed, refused, succeeded, unknown } = await queue.status()

  expect({ failed, succeeded, refused }).toEqual({ failed: 16, succeeded: 16, refused: 16 })
  expect(unknown).toBe(32)
  expect(kept).toContain('[redacted]')
  for (let start = 0; start + SHORTEST_PART <= KEY.length; start += 1)
    expect(kept).not.toContain(KEY.slice(start, start + SHORTEST_PART))
})
