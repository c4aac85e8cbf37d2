import { validateResponse } from '@wfhost/openapi/validators'
import { type OperationId, readResponse, responseSchemas } from '@wfhost/sdk/schemas'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as zm from 'zod/mini'
import { failedRun, succeededRun, withSteps } from '../../tools/scripts/run-bodies.ts'

const steps = {
  classify: { status: 'success', result: null },
  answer: { status: 'failed', error: { name: 'E', value: 'v' } },
} as const
const SEEDS: readonly unknown[] = [
  succeededRun({ team: 'billing' }, steps),
  failedRun(undefined, steps),
  { runId: 'run_1' },
  { runId: 7, status: 'queued' },
  { data: { id: 7 } },
  { message: 'no' },
  { executeUrl: 'http://x', toolsets: [{ id: 'a', tools: [{ name: 't', parameters: [{ name: 'p', required: true }] }] }] },
  { status: 'success', result: 1 },
  {},
]
const VALUES: readonly unknown[] = [null, '', 'success', 'failed', 0, 1.5, true, [], [{}], {}, { status: 'success' }, { a: null }]
const MUTATIONS = 20_000

/** A number generator of its own (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

/** Changes one place of a value: replaces it, removes it, or adds a sibling. */
function mutate(random: () => number, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return pick(random, VALUES)
  if (Array.isArray(value)) return value.length === 0 ? [pick(random, VALUES)] : value.map((item) => mutate(random, item))
  const names = Object.keys(value)
  const name =
    names.length === 0 || random() < 0.15 ? pick(random, ['status', 'result', 'runId', 'other', 'toString']) : pick(random, names)
  if (random() < 0.25) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  return { ...value, [name]: mutate(random, Reflect.get(value, name)) }
}

const operations = Object.keys(responseSchemas) as OperationId[]
const headers = new Headers({ 'content-type': 'application/json', 'retry-after': '1' })

describe('The reading of the client', () => {
  test(`agrees with the API document about ${MUTATIONS} bodies`, () => {
    const random = createRandom(20261121)
    const counted = { fits: 0, differs: 0 }
    for (let round = 0; round < MUTATIONS; round += 1) {
      let body = pick(random, SEEDS)
      for (let times = Math.floor(random() * 3); times > 0; times -= 1) body = mutate(random, body)
      const operation = pick(random, operations)
      const status = Number(pick(random, Object.keys(responseSchemas[operation])))
      const document = validateResponse(operation, { status, headers, body })
      const reading = readResponse(operation, { status, headers, body }).problems
      const output = { operation, status, body, document: document[0]?.message, reading: reading[0]?.message }
      expect(reading.length === 0, JSON.stringify(output)).toBe(document.length === 0)
      counted[reading.length === 0 ? 'fits' : 'differs'] += 1
    }
    expect(Math.min(counted.fits, counted.differs)).toBeGreaterThan(MUTATIONS / 20)
  })

  test.each([
    [{ ...failedRun(), error: { name: 1 } }, 'body.error.name: expected string, found 1'],
    [
      { ...succeededRun(1), ...withSteps({ a: { status: 'done' } }) },
      'body.stepOutputs.a.status: expected success or failed, found "done"',
    ],
    [{ status: 'success', ...withSteps({}) }, 'body.result: expected a value, found nothing'],
    [{}, 'body.status: expected success or failed, found nothing'],
    [[], 'body: expected object, found []'],
  ])('names the place: %j', (body, expected) => {
    const [problem] = readResponse('runPublishedWorkflow', { status: 200, headers, body }).problems
    expect(`${problem?.path}: ${problem?.message}`).toBe(expected)
  })

  test('expects the response that belongs to the mode', () => {
    const ended = { status: 200, headers, body: succeededRun(1) }
    const started = { status: 200, headers, body: { runId: 'run_1' } }
    const verdicts = (['sync', 'async'] as const).flatMap((mode) =>
      [ended, started].map((received) => readResponse('runPublishedWorkflow', { ...received, mode }).problems.length === 0),
    )
    expect(verdicts).toEqual([true, false, false, true])
  })
})

const started = responseSchemas.runPublishedWorkflow[202].body
const manifest = responseSchemas.getPublicManifest[200].body

describe('The schemas of responses are those of zod', () => {
  test('they parse, and keep undocumented fields', () => {
    const body = { runId: 'r', queue: { position: 3 } }
    expect(started.safeParse(body)).toEqual({ success: true, data: body })
    expect(started.safeParse({ runId: '' }).error?.issues).toMatchObject([{ path: ['runId'] }])
    expect(() => manifest.parse({ toolsets: [{ tools: 'none' }] })).toThrow()
  })

  test('they are extended', () => {
    const queued = zm.extend(manifest, { etag: zm.string() })
    expect(queued.safeParse({ etag: 'x', toolsets: [] }).success).toBe(true)
    expect(queued.safeParse({ toolsets: [] }).error?.issues).toMatchObject([{ path: ['etag'] }])
  })

  test('they can be members of other schemas', () => {
    const record = z.object({ at: z.iso.date(), manifest: z.array(manifest) })
    expect(record.safeParse({ at: '2026-11-22', manifest: [{ toolsets: [] }] }).success).toBe(true)
    expect(record.safeParse({ at: '2026-11-22', manifest: [{ toolsets: 1 }] }).success).toBe(false)
  })

  const all = Object.entries(responseSchemas).flatMap(([operation, byStatus]) =>
    Object.entries(byStatus).map(([status, schema]) => ({ operation, status, schema })),
  )
  test.each(all)('they are written as JSON Schema: $operation $status', ({ schema }) => {
    const written = z.toJSONSchema(schema.body)
    for (const object of written.anyOf ?? [written]) expect(object).toMatchObject({ type: 'object', additionalProperties: {} })
  })
})
