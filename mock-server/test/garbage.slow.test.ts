import { Agent, request } from 'node:http'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { measureYoungGarbage } from '../../tools/scripts/measure-young-garbage.ts'
import { run } from './call-api.ts'

const key = sampleKeys.workflows.echo
const kilobyte = 1000
const megabyte = 1000 * kilobyte

test('runs and exchanges that were forgotten are collected while they are young', async () => {
  const service = createMockService(createSampleWorld(), { maxRuns: 10, journal: { entries: 10 } })
  const text = 'x'.repeat(5 * kilobyte)

  const remaining = await measureYoungGarbage(async () => {
    for (let index = 0; index < 2000; index += 1) await run(service, { flowId: 'echo', key, args: { text } })
  })

  expect(remaining).toBeLessThan(5 * megabyte)
})

test('requests over HTTP are collected while they are young', async () => {
  await using server = await listen(createMockService(createSampleWorld(), { maxRuns: 10, journal: { entries: 10 } }))
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ args: [{ name: 'text', value: 'x'.repeat(2 * kilobyte) }] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

  const send = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(
        `${server.url}/api/v2/external/flows/echo/published-run`,
        { method: 'POST', agent, headers },
        (response) => response.resume().on('end', resolve),
      )
      sent.on('error', reject).end(body)
    })

  const remaining = await measureYoungGarbage(async () => {
    for (let round = 0; round < 100; round += 1) await Promise.all(Array.from({ length: 32 }, send))
  })
  agent.destroy()

  expect(remaining).toBeLessThan(5 * megabyte)
})
