import { enqueueRuns } from '@wfhost/queue'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { ENCODINGS, expectNoPart, ECHOED_KEY as KEY, PADDINGS } from '../../tools/scripts/echoed-keys.ts'
import { withSteps } from '../../tools/scripts/run-bodies.ts'
import { flowId, numbers } from './numbers.ts'
import { untilDone, useQueue } from './use-queue.ts'

/** The bodies in which a service can echo a text. Each passes another place that quotes or cuts. */
const ECHOES: readonly ((text: string) => Response)[] = [
  (text) => Response.json({ status: text, stepOutputs: {} }),
  (text) => Response.json({ status: 'success', result: text, ...withSteps({}) }),
  (text) => Response.json({ status: 'failed', error: { name: text, value: text, traceback: text }, ...withSteps({}) }),
  (text) => Response.json({ message: text }, { status: 400 }),
  (text) => new Response(text, { status: 502 }),
]

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
    // A key can expire between the two commands.
    if (type === 'none') continue
    const read = READERS[type]
    if (read === undefined) throw new Error(`Cannot read ${name}: it is a ${type}`)
    values.push(name, await read(redis, name))
  }
  return JSON.stringify(values)
}

const { open, redis, serve, work } = useQueue()

test.each(Object.entries(ENCODINGS))(
  'nothing in a queue contains a part of a key %s, wherever text is cut',
  async (encoding, encode) => {
    const encoded = encode(KEY)
    const cases = ECHOES.flatMap((echo) =>
      PADDINGS.map((padding) => echo.bind(undefined, `${'x'.repeat(padding)} ${encoded} and more`)),
    )
    const queue = await open(`cuts-${encoding.replaceAll(' ', '-')}`)
    const service = await serve((n) => cases[n]?.())
    await enqueueRuns(queue, flowId, numbers(cases.length))
    await work(queue, { ...service, apiKey: KEY }, { maxUnknown: cases.length + 1, concurrency: 10 })
    await untilDone(queue)

    const connection = new Redis(redis().url)
    const kept = await readAll(connection)
    connection.disconnect()
    const { failed, refused, succeeded, unknown } = await queue.status()

    expect({ failed, succeeded, refused }).toEqual({
      failed: PADDINGS.length,
      succeeded: PADDINGS.length,
      refused: PADDINGS.length,
    })
    expect(unknown).toBe(2 * PADDINGS.length)
    expect(kept).toContain('[redacted]')
    expectNoPart(kept, KEY, encoded)
  },
)
