import { createManualClock, createMockService, createSampleWorld, type MockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ParityCase } from './parity/parity-case.ts'
import { refusalCases } from './parity/refusal-cases.ts'
import { registryCases } from './parity/registry-cases.ts'
import { runCases } from './parity/run-cases.ts'

const cases: readonly ParityCase[] = [...runCases, ...refusalCases, ...registryCases]
const origin = 'http://workflows.test'

interface Door {
  readonly service: MockService
  readonly send: (parityCase: ParityCase) => Promise<Response>
}

// One baseUrl for all, because manifests say where the service is.
function freshService(): MockService {
  return createMockService(createSampleWorld(), { clock: createManualClock(), baseUrl: origin })
}

function requestOf({ body, headers, method, path }: ParityCase, base: string): Request {
  return new Request(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
}

const core = freshService()
const behindMsw = freshService()
const behindHttp = freshService()
const server = await listen(behindHttp)
const network = setupServer(createMswHandler(behindMsw, { baseUrl: origin }))
const doors = new Map<string, Door>([
  ['core', { service: core, send: (given) => core.fetch(requestOf(given, origin)) }],
  ['MSW', { service: behindMsw, send: (given) => fetch(requestOf(given, origin)) }],
  ['HTTP', { service: behindHttp, send: (given) => fetch(requestOf(given, server.url)) }],
])

beforeAll(() => network.listen({ onUnhandledFrame: 'bypass' }))

afterAll(async () => {
  network.close()
  await server.close()
  console.log(`parity: ${cases.length} requests x ${doors.size} doors`)
})

// What frames a message on a connection belongs to the door: the core has no connection.
const framing = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: string
}

async function seen(response: Response): Promise<Seen> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const length = response.headers.get('content-length')
  if (length !== null && bytes.length > 0) expect(Number(length)).toBe(bytes.length)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !framing.includes(name)))
  return { status: response.status, headers, bytes: bytes.toString('latin1') }
}

test('the corpus has no two cases of one name', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  expect(cases.length).toBeGreaterThanOrEqual(150)
})

describe('every door gives the same answer', () => {
  test.each(cases)('to $name: $status', async (given) => {
    const answers: Seen[] = []
    for (const { send, service } of doors.values()) {
      given.before?.(service)
      answers.push(await seen(await send(given)))
    }
    const [first, ...others] = answers
    expect(first?.status).toBe(given.status)
    for (const other of others) expect(other).toEqual(first)
  })
})
