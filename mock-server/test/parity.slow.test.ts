import {
  type Assumptions,
  createManualClock,
  createMockService,
  createSampleWorld,
  type JournalEntry,
  type MockService,
} from '@wfhost/mock-server'
import { operationTable } from '@wfhost/openapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { assumptionOptions, defaultAssumptions } from '../src/schema/assumptions.ts'
import { type Adapter, adapterNames, openAdapter, origin } from './adapters/open-adapter.ts'
import type { ParityCase } from './parity/parity-case.ts'
import { casesByHand, parityCases } from './parity/parity-cases.ts'

const documented = new Set(Object.values(operationTable).flatMap(({ responses }) => Object.keys(responses).map(Number)))
// That of a method which the document does not have at a path.
documented.add(405)

// The framing of a message on a connection belongs to the adapter, because the core has no connection.
const framing = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: string
  readonly journal: JournalEntry | undefined
}

async function seen({ send, service }: Adapter, given: ParityCase): Promise<Seen> {
  given.before?.(service)
  const { body, headers: sent, method, path } = given
  const response = await send(path, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  const bytes = Buffer.from(await response.arrayBuffer())
  const length = response.headers.get('content-length')
  if (length !== null && bytes.length > 0) expect(Number(length)).toBe(bytes.length)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !framing.includes(name)))
  return { status: response.status, headers, bytes: bytes.toString('latin1'), journal: lastOf(service) }
}

function lastOf(service: MockService): JournalEntry | undefined {
  const last = service.journal().at(-1)
  service.clearJournal()
  return last
}

/** Sends a case through every adapter. Expects the same result from each, and returns the first. */
async function throughEach(adapters: readonly Adapter[], given: ParityCase): Promise<Seen | undefined> {
  const responses: Seen[] = []
  for (const adapter of adapters) responses.push(await seen(adapter, given))
  const [first, ...others] = responses
  for (const [index, other] of others.entries()) expect(other, adapters[index + 1]?.name).toEqual(first)
  expect(first?.journal?.response?.status).toBe(first?.status)
  return first
}

test('the corpus has no duplicate case, and few requests that repeat in another state', () => {
  expect(new Set(parityCases.map(({ name }) => name)).size).toBe(parityCases.length)
  const requests = parityCases.map(({ body, headers, method, path }) => JSON.stringify([method, path, headers, body]))
  expect(new Set(requests).size).toBeGreaterThanOrEqual(300)
})

describe('every adapter returns the same response and keeps the same journal', () => {
  const open = openAdaptersAround({})

  test.each(parityCases)('to $name', async (given) => {
    const first = await throughEach(open(), given)
    if (given.status === undefined) expect(documented).toContain(first?.status)
    else expect(first?.status).toBe(given.status)
    count({ parity: { cases: [given.name], adapters: open().map(({ name }) => name), 'responses compared': open().length } })
  })
})

describe('with the last choice of every option, every adapter returns the same response', () => {
  const last = Object.entries(assumptionOptions).map(([name, { choices }]) => [name, choices.at(-1)])
  const open = openAdaptersAround({ ...defaultAssumptions, ...Object.fromEntries(last) })

  test.each(casesByHand)('to $name', async (given) => {
    await throughEach(open(), given)
    count({ parity: { 'responses compared': open().length } })
  })
})

/** Opens every adapter to a service of its own before the tests of a block, and closes them after these. */
function openAdaptersAround(assumptions: Partial<Assumptions>): () => readonly Adapter[] {
  let adapters: readonly Adapter[] = []
  beforeAll(async () => {
    // One baseUrl for all, because manifests say where the service is.
    const options = { baseUrl: origin, assumptions }
    adapters = await Promise.all(
      adapterNames.map((name) =>
        openAdapter(name, createMockService(createSampleWorld(), { ...options, clock: createManualClock() })),
      ),
    )
  })
  afterAll(async () => {
    for (const { close } of adapters) await close()
  })
  return () => adapters
}
