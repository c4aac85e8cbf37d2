import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Clock, createMockService, createSampleWorld, createSeededRandom } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import type { Random } from '../src/core/random.ts'
import { type GeneratedRequest, generateRequest } from './fuzz/generate-request.ts'
import { sendRaw } from './send-raw.ts'

const requests = 100_000
const rawRequests = 2000

test('generated requests get a response other than 500 in time, and leave no state', async () => {
  const random = createSeededRandom(1)
  const wrong: unknown[] = []
  // Nobody waits: a workflow that sleeps would only hold up the next request.
  const clock: Clock = { now: Date.now, sleep: async () => {} }
  const service = createMockService(createSampleWorld(), {
    clock,
    onInternalError: (error) => wrong.push(error),
  })
  const statuses = new Map<number, number>()
  let slowest = 0
  let grownFrom = 0
  for (let index = 0; index < requests; index += 1) {
    if (index === requests / 2) grownFrom = heapUsed()
    const generated = generateRequest(random)
    // The time of a processor, as others may have this one.
    const start = process.cpuUsage()
    const response = await service.fetch(toRequest(generated))
    slowest = Math.max(slowest, process.cpuUsage(start).user / 1000)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (response.status >= 500) wrong.push(generated)
  }
  const grown = (heapUsed() - grownFrom) / 1e6
  expect(wrong).toEqual([])
  expect(slowest).toBeLessThan(1000)
  expect(grown).toBeLessThan(5)
  for (const status of [200, 400, 401, 403, 404, 405]) expect(statuses.get(status)).toBeGreaterThan(500)
  count({ fuzz: { requests: sum(statuses), 'statuses met': [...statuses.keys()].map(String) } })
}, 60_000)

test('raw bytes get a response or a closed connection, and the server continues', async () => {
  const random = createSeededRandom(2)
  const server = await listen(createMockService(createSampleWorld()), { limits: { requestTimeout: 400 } })
  const counts = new Map<string, number>()
  async function client(): Promise<void> {
    for (let index = 0; index < rawRequests / 20; index += 1) {
      const status = (await sendRaw(server.port, spoiled(random))).slice(9, 12)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 20 }, client))
  expect([...counts.keys()].filter((status) => status.startsWith('5'))).toEqual([])
  expect((await fetch(server.url)).status).toBe(404)
  await server.close()
  count({ fuzz: { 'raw requests': sum(counts) } })
}, 60_000)

function sum(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((total, times) => total + times, 0)
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

function toRequest({ body, headers, method, path }: GeneratedRequest): Request {
  return new Request(`http://mock.test${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
}

function spoiled(random: Random): Buffer {
  const { body = '', headers, method, path } = generateRequest(random)
  const length = random() < 0.8 ? Buffer.byteLength(body) : Math.floor(random() * 100)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${length}`,
    '',
    body,
  ]
  const bytes = Buffer.from(lines.join('\r\n'))
  for (let index = 0; index < random() * 3; index += 1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return bytes
}
