import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createManualClock, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'

const keepAlive = new Agent({ keepAlive: true })

test.each([
  { begun: 'before its answer has begun', fault: { kind: 'latency', latency: { distribution: 'fixed', ms: 1000 } } as const },
  { begun: 'within its answer', fault: { kind: 'dribbled-body', pieces: 2, everyMs: 1000 } as const },
])('a server that closes $begun waits for the answer of a request, and not for its connection', async ({ fault }) => {
  const clock = createManualClock()
  const service = createMockService(createSampleWorld(), { clock })
  service.addFault(fault)
  const server = await listen(service)
  const answer = ask(server)
  await (fault.kind === 'latency' ? service.waitForRequest({}) : answer)
  let cutOff = false
  const closed = server.close({
    graceMs: 1500,
    onCutOff: () => {
      cutOff = true
    },
  })
  await clock.advance(1000)
  expect(await text(await answer)).toContain('executeUrl')
  await closed
  expect(cutOff).toBe(false)
})

/** Asks for a manifest by a connection that would be kept. */
function ask({ port }: Listening): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  return new Promise((resolve, reject) => {
    request({ port, path: '/v1/public/wfhost/manifest', headers, agent: keepAlive }, resolve).on('error', reject).end()
  })
}
