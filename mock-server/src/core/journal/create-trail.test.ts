import { type Assumptions, createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { execute, manifest, run } from '../../../test/call-api.ts'
import { completeAssumptions } from '../../schema/assumptions.ts'
import { createTrail } from './create-trail.ts'
import { listExecutionChecks } from './registry-trail.ts'

const key = sampleKeys.defaultEnvironment
const send = { toolset: 'mail', tool: 'send', arguments: { to: 'ada@example.org', text: 'Hello' } }

/** Sends a request to a service, and returns its trail as words, such as `Key known: passed`. */
async function readTrail(
  act: (service: MockService) => Promise<unknown>,
  assumptions: Partial<Assumptions> = {},
): Promise<string[] | undefined> {
  const service = createMockService(createSampleWorld(), { assumptions })
  await act(service)
  const entry = service.journal().at(-1)
  if (entry === undefined) throw new Error('The service got no request')
  return createTrail(entry, completeAssumptions(assumptions))?.map(({ label, state }) => `${label}: ${state}`)
}

test('a success, and a response that a fault decided, have no trail', async () => {
  const succeeded = await readTrail((service) => execute(service, { key, payload: send }))
  const faulty = await readTrail((service) => {
    service.addFault({ kind: 'status', status: 403 })
    return run(service, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 'a' } })
  })
  expect([succeeded, faulty]).toEqual([undefined, undefined])
})

test.each([
  ['Key known', (service: MockService) => execute(service, { key: 'unknown', payload: send })],
  [
    'Within limit',
    (service: MockService) => {
      service.setRateLimit({ requests: 0, windowMs: 60_000 })
      return execute(service, { key, payload: send })
    },
  ],
  ['Body read', (service: MockService) => execute(service, { key, payload: { toolset: 'mail' } })],
  ['Tool found', (service: MockService) => execute(service, { key, payload: { ...send, tool: 'none' } })],
  ['Arguments fit', (service: MockService) => execute(service, { key, payload: { ...send, arguments: { to: 1 } } })],
  [
    'Credits left',
    (service: MockService) => {
      service.setCredits('acme', 0)
      return execute(service, { key, payload: send })
    },
  ],
])('the trail of an execution stops at the check "%s"', async (label, act) => {
  const checks = ['Key known', 'Within limit', 'Body read', 'Tool found', 'Arguments fit', 'Credits left', 'Execute']
  const trail = await readTrail(act)
  const stop = checks.indexOf(label)
  expect(trail).toEqual([
    ...checks.slice(0, stop).map((check) => `${check}: passed`),
    `${label}: stopped`,
    ...checks.slice(stop + 1).map((check) => `${check}: notReached`),
  ])
})

const checkOrders = ['documented', 'body-first', 'limit-last'] as const
const orders = checkOrders.flatMap((checkOrder) => {
  const assumptions = completeAssumptions({ checkOrder })
  return listExecutionChecks(assumptions).map(({ label, status }, index) => ({ checkOrder, index, label, status }))
})

test.each(orders)(
  'the server with checkOrder $checkOrder makes the check "$label" of an execution before those that follow in the list',
  async ({ checkOrder, index, status }) => {
    const service = createMockService(createSampleWorld(), { assumptions: { checkOrder } })
    const labels = listExecutionChecks(completeAssumptions({ checkOrder })).map(({ label }) => label)
    // The request fails this check, and each one that follows.
    const passes = (label: string) => labels.indexOf(label) < index
    const args = passes('Arguments fit') ? send.arguments : { to: 1 }
    const readable = { toolset: 'mail', tool: passes('Tool found') ? 'send' : 'none', arguments: args }
    if (!passes('Within limit')) service.setRateLimit({ requests: 0, windowMs: 60_000 })
    service.setCredits('acme', 0)

    const payload = passes('Body read') ? readable : { toolset: 'mail' }
    const response = await execute(service, { key: passes('Key known') ? key : 'unknown', payload })

    expect(response.status).toBe(status)
  },
)

test('the trail of an execution has no check if the status and the body fit two of them', async () => {
  const act = (service: MockService) => execute(service, { key, payload: { ...send, tool: 'none' } })
  expect(await readTrail(act, { unknownToolStatus: 400 })).toBeUndefined()
})

test('the trail of an execution has the rate limit after the arguments if the server checks it last', async () => {
  const act = (service: MockService) => execute(service, { key, payload: { ...send, arguments: { to: 1 } } })
  expect(await readTrail(act, { checkOrder: 'limit-last' })).toEqual([
    'Key known: passed',
    'Body read: passed',
    'Tool found: passed',
    'Arguments fit: stopped',
    'Within limit: notReached',
    'Credits left: notReached',
    'Execute: notReached',
  ])
})

test.each([200, 422] as const)(
  'the trail of an execution that failed with %d ends at the tool',
  async (failedExecutionStatus) => {
    const act = (service: MockService) => {
      const tool = { name: 'break', parameters: [], implementation: () => Promise.reject(new Error('It broke')) }
      service.add({
        organizations: [
          { id: 'acme', toolsets: [{ id: 'bad', versions: [{ version: '1', tools: [tool] }], published: { default: '1' } }] },
        ],
      })
      return execute(service, { key, payload: { toolset: 'bad', tool: 'break' } })
    }
    const trail = await readTrail(act, { failedExecutionStatus })
    expect(trail?.at(-2)).toBe('Credits left: passed')
    expect(trail?.at(-1)).toBe('Execute: failed')
  },
)

test('the trail of a manifest stops at its own checks', async () => {
  const unknownKey = await readTrail((service) => manifest(service, { key: 'unknown' }))
  const unpublished = await readTrail((service) => manifest(service, { key: sampleKeys.emptyEnvironment }))
  expect(unknownKey?.[0]).toBe('Key known: stopped')
  expect(unpublished).toEqual([
    'Key known: passed',
    'Within limit: passed',
    'Tool sets published: stopped',
    'Tools listed: notReached',
  ])
})

test.each([403, 404] as const)(
  'the trail of the manifest of another organization stops at the organization, also with %d',
  async (foreignOrganizationStatus) => {
    const trail = await readTrail((service) => manifest(service, { key, orgId: 'globex' }), { foreignOrganizationStatus })
    expect(trail).toEqual([
      'Key known: passed',
      'Within limit: passed',
      'Own organization: stopped',
      'Tool sets published: notReached',
      'Tools listed: notReached',
    ])
  },
)
