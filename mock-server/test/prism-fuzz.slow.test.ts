import { createMockService, createSampleWorld, createSeededRandom } from '@wfhost/mock-server'
import { createPrismMock, createPrismProxy } from '@wfhost/mock-server/prism'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { generateRequest } from './fuzz/generate-request.ts'

const requests = 1000

test('requests made by chance pass the guard as they are, and get an answer of the mock that is no 500', async () => {
  const random = createSeededRandom(3)
  // Nobody waits: a workflow that sleeps would only hold up the next request.
  const service = createMockService(createSampleWorld(), { clock: { now: Date.now, sleep: async () => {} } })
  const proxy = await createPrismProxy({ fetch: service.fetch })
  const mock = await createPrismMock()
  const wrong: unknown[] = []
  for (let index = 0; index < requests; index += 1) {
    const { body, headers, method, path } = generateRequest(random)
    const request = (): Request =>
      new Request(`http://mock.test${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const statuses = [(await proxy.fetch(request())).status, (await mock.fetch(request())).status]
    const answered = service.journal().at(-1)?.response?.status
    if (statuses[0] !== answered || statuses.some((status) => status >= 500))
      wrong.push({ method, path, headers, body, statuses })
  }
  expect(wrong).toEqual([])
  expect(proxy.journal()).toHaveLength(requests)
  count({ fuzz: { 'requests to Prism': 2 * requests } })
}, 180_000)
