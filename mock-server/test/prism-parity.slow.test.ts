import { createManualClock, createMockService, createSampleWorld, type MockService } from '@wfhost/mock-server'
import { createPrismMock, createPrismProxy } from '@wfhost/mock-server/prism'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import type { ParityCase } from './parity/parity-case.ts'
import { parityCases } from './parity/parity-cases.ts'

const origin = 'http://workflows.test'

function fresh(): MockService {
  return createMockService(createSampleWorld(), { clock: createManualClock(), baseUrl: origin })
}

function requestOf({ body, headers, method, path }: ParityCase): Request {
  return new Request(origin + path, { method, headers, ...(body === undefined ? {} : { body }) })
}

test('a guard changes no answer, and finds only what is meant to be wrong with those of the reference server', async () => {
  const [alone, guarded] = [fresh(), fresh()]
  const proxy = await createPrismProxy({ fetch: guarded.fetch })
  const differences: string[] = []
  const complaints: string[] = []
  let found = 0
  for (const given of parityCases) {
    given.before?.(alone)
    given.before?.(guarded)
    const direct = await alone.fetch(requestOf(given))
    const behind = await proxy.fetch(requestOf(given))
    const [expected, actual] = [await shown(direct), await shown(behind)]
    if (expected !== actual) differences.push(`${given.name}: ${expected} and ${actual}`)
    const wrong = proxy.journal().flatMap(({ operation, violations }) => (operation === undefined ? [] : violations))
    const ofAnswer = wrong.filter(({ direction }) => direction === 'response')
    found += wrong.length
    const faulty = guarded.journal().at(-1)?.faults.length !== 0
    if (!faulty) complaints.push(...ofAnswer.map(({ message, place }) => `${given.name}: ${place} ${message}`))
    proxy.clearJournal()
  }
  expect(differences).toEqual([])
  expect(complaints).toEqual([])
  expect(found).toBeGreaterThan(parityCases.length / 4)
  count({ guard: { cases: parityCases.length, 'violations found': found } })
}, 60_000)

test('what Prism cannot parse is a violation to the guard, and a bad request to the mock', async () => {
  const proxy = await createPrismProxy({ fetch: fresh().fetch })
  const mock = await createPrismMock()
  const request = (): Request =>
    new Request(`${origin}/v1/public/wfhost/execute`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'text/json, application/json' },
      body: '{}',
    })
  expect((await proxy.fetch(request())).status).toBe(401)
  expect(proxy.journal()[0]?.violations).toMatchObject([
    {
      direction: 'request',
      severity: 'error',
      message: expect.stringMatching(/^Prism cannot compare the exchange: .*MIME type/),
    },
  ])
  const refused = await mock.fetch(request())
  expect([refused.status, await refused.json()]).toMatchObject([400, { detail: expect.stringContaining('MIME type') }])
})

async function shown(response: Response): Promise<string> {
  return JSON.stringify([response.status, [...response.headers].toSorted(), await response.text()])
}
