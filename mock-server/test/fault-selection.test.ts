import {
  createManualClock,
  createMockService,
  createSampleWorld,
  type Fault,
  type MockService,
  sampleKeys,
} from '@wfhost/mock-server'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { effectOf, faultKinds } from '../src/faults/fault.ts'
import { canChange } from '../src/faults/fault-effect.ts'
import type { FaultSelection } from '../src/faults/fault-kind.ts'
import { run } from './call-api.ts'
import { everywhere, onSockets } from './faults/visible-faults.ts'

const key = sampleKeys.workflows.echo

function sample(options: Parameters<typeof createMockService>[1] = {}): MockService {
  return createMockService(createSampleWorld(), options)
}

const kinds: readonly Fault[] = [...everywhere, ...onSockets].map(({ fault }) => fault)
const more: readonly Fault[] = [{ kind: 'stale-key' }, { kind: 'oversized-header' }]

const runEcho = { path: '/api/v2/external/flows/echo/published-run', key, body: '{"args":[]}' }
const readManifest = { path: '/v1/public/wfhost/manifest', key: sampleKeys.defaultEnvironment }
const runSlow = { path: '/api/v2/external/flows/slow/published-run', key: sampleKeys.workflows.slow, body: '{"args":[]}' }
const script = [runEcho, readManifest, runEcho, runSlow, runEcho, readManifest]

/** Which requests of the script a selection picks. */
const selections: readonly (readonly [FaultSelection, string])[] = [
  [{}, 'xxxxxx'],
  [{ operation: 'getPublicManifest' }, '.x...x'],
  [{ key }, 'x.x.x.'],
  [{ nth: 3 }, '..x...'],
  [{ count: 2 }, 'xx....'],
  [{ probability: 0 }, '......'],
  [{ probability: 1 }, 'xxxxxx'],
  [{ key, nth: 2 }, '..x...'],
  [{ operation: 'runPublishedWorkflow', count: 3 }, 'x.xx..'],
  [{ operation: 'getPublicManifest', key }, '......'],
  [{ flowId: 'slow' }, '...x..'],
  [{ flowId: 'echo', nth: 2 }, '..x...'],
]

/** Which requests a selection picks for a fault that counts only runs, where that differs. */
const ofRuns: ReadonlyMap<string, string> = new Map([
  ['xxxxxx', 'x.xxx.'],
  ['..x...', '...x..'],
  ['xx....', 'x.x...'],
])

/** Sends requests one after another and says to which of them the fault applied. */
async function matchedBy(fault: Fault, requests: readonly (typeof script)[number][]): Promise<string> {
  // This test does not wait. Faults that take time have their own tests.
  const service = sample({ clock: { now: () => 0, sleep: async () => {} } })
  service.addFault(fault)
  for (const { key: bearer, path, ...given } of requests) {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const init = 'body' in given ? { method: 'POST', body: given.body } : {}
    const signal = fault.kind === 'hang' ? AbortSignal.timeout(2) : AbortSignal.timeout(1000)
    const request = new Request(`http://mock.test${path}`, { ...init, headers, signal })
    await service.fetch(request).catch((error: unknown) => expect(error).toHaveProperty('name'))
  }
  return service
    .journal()
    .map(({ faults }) => (faults.includes(fault.kind) ? 'x' : '.'))
    .join('')
}

test('every kind of fault is tested', () => {
  const tested = new Set([...kinds, ...more].map(({ kind }) => kind))
  expect(faultKinds.map(({ kind }) => kind).filter((kind) => !tested.has(kind))).toEqual([])
})

// The script runs workflows and reads manifests.
const ofRunsOrManifests = [...kinds, ...more].filter((fault) => canChange(effectOf(fault), 'runPublishedWorkflow'))

describe.each(ofRunsOrManifests)('the fault %j', (fault) => {
  // One that would do nothing is refused.
  const concernsRuns = !canChange(effectOf(fault), 'getPublicManifest')
  const fitting = selections.filter(([{ operation }]) => !concernsRuns || operation !== 'getPublicManifest')

  test.each(fitting)('with %j applies to %s', async (...[selection, expected]) => {
    // The types know which operation each kind takes.
    const applied = await matchedBy({ ...fault, ...selection } as Fault, script)
    const countsRuns = concernsRuns && selection.key === undefined && selection.flowId === undefined
    expect(applied).toBe(countsRuns ? (ofRuns.get(expected) ?? expected) : expected)
    count({ faults: { selections: 1 } })
  })

  test('applies to random requests, and to the same requests for the same seed', async () => {
    const requests = Array.from({ length: 40 }, () => runEcho)
    const matched = await matchedBy({ ...fault, probability: 0.5 }, requests)
    expect(matched).toMatch(/x.*\..*x/)
    expect(await matchedBy({ ...fault, probability: 0.5 }, requests)).toBe(matched)
    count({ faults: { selections: 1 } })
  })
})

test('latency is measured by the clock of the service', async () => {
  const clock = createManualClock(0)
  const service = sample({ clock })
  service.addFault({ kind: 'latency', latency: { distribution: 'fixed', ms: 60_000 } })
  const response = run(service, { flowId: 'echo', key })
  await clock.advance(59_999)
  expect(service.runs()).toHaveLength(0)
  await clock.advance(1)
  expect(await response).toMatchObject({ status: 200 })
})
