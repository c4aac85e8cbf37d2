import { createManualClock, createMockService, createSampleWorld, type Fault, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { findProblems } from '../src/schema/check.ts'
import { faultSchema } from '../src/schema/fault.ts'
import { run } from './call-api.ts'

test.each<readonly [object, string]>([
  [{ kind: 'hangs' }, 'Cannot add fault hangs: expected one of status, '],
  [{ kind: 'hangs' }, 'did you mean "hang"?'],
  [{ kind: 'hang', flowID: 'echo' }, 'Cannot add fault hang: it has no "flowID"; did you mean "flowId"?'],
  [{ kind: 'hang', status: 500 }, 'Cannot add fault hang: it has no "status"; it has operation, flowId, key, '],
  [{ kind: 'latency', ms: 5 }, 'Cannot add fault latency: it has no "ms"; it has latency, operation, '],
  [{ kind: 'latency' }, 'expected a latency of '],
  [{ kind: 'hang', operation: 'run' }, 'expected operation to be one of runPublishedWorkflow, '],
  [{ kind: 'hang', key: 5 }, 'expected key to be a string, found number'],
  [{ kind: 'hang', nth: 0 }, 'Cannot add fault hang: expected nth to be a whole number from 1, found 0'],
  [{ kind: 'hang', count: 1.5 }, 'expected count to be a whole number from 1, found 1.5'],
  [{ kind: 'hang', nth: 2, count: 3 }, 'nth selects a single request; leave out count or nth'],
  [{ kind: 'hang', nth: 2, probability: 0.5 }, 'nth selects a request for certain; leave out probability or nth'],
  [{ kind: 'hang', probability: '0.5' }, 'expected a probability from 0 to 1, found 0.5'],
  [
    { kind: 'hang', flowId: 'echo', operation: 'executeTool' },
    'flowId selects runs; leave out operation, or use runPublishedWorkflow instead of executeTool',
  ],
  [{ kind: 'stale-key', operation: 'getPublicManifest' }, 'only runs use workflow keys; leave out operation, '],
  [{ kind: 'dribbled-body', pieces: 0 }, 'expected pieces to be a whole number from 1, found 0'],
  [{ kind: 'dribbled-body', everyMs: '5' }, 'expected everyMs to be a number from 0, found 5'],
  [{ kind: 'latency', latency: { distribution: 'fixed', ms: Number.POSITIVE_INFINITY } }, 'expected a latency of '],
  [{ kind: 'latency', latency: { distribution: 'uniform', minMs: '1', maxMs: 2 } }, 'expected a latency of '],
  [{ kind: 'hang', probability: 2 }, 'expected a probability from 0 to 1, found 2'],
  [{ kind: 'status', status: 99 }, 'expected a status from 200 to 599, found 99'],
  [{ kind: 'status', status: 429, retryAfterSeconds: -1 }, 'expected retryAfterSeconds to be a whole number from 0, found -1'],
])('the fault %j is refused: %s', (fault, message) => {
  const service = createMockService(createSampleWorld())
  // Callers without types write such faults.
  expect(() => service.addFault(fault as Fault)).toThrow(message)
  expect(service.faults()).toEqual([])
})

test.each<readonly [string, Readonly<Record<string, unknown>>, accepted: readonly unknown[], refused: readonly unknown[]]>([
  ['nth', { kind: 'hang' }, [1], [0, 1.5]],
  ['count', { kind: 'hang' }, [1], [0, 1.5]],
  ['probability', { kind: 'hang' }, [0, 0.5, 1], [-0.5, 7]],
  ['status', { kind: 'status' }, [200, 599], [1, 600]],
  ['retryAfterSeconds', { kind: 'status', status: 429 }, [0], [-1, 0.5]],
  ['pieces', { kind: 'dribbled-body' }, [1], [0]],
  ['everyMs', { kind: 'dribbled-body' }, [0, 0.5], [-1]],
])('a world file is held to the same values of %s as addFault', (...[name, fault, accepted, refused]) => {
  const given = (value: unknown): object => ({ ...fault, [name]: value })
  const inSchema = (value: unknown) => findProblems(faultSchema, given(value)).length === 0
  // Callers without types write such faults.
  const add = (value: unknown) => () => createMockService().addFault(given(value) as Fault)
  for (const value of accepted) {
    expect(inSchema(value)).toBe(true)
    expect(add(value)).not.toThrow()
  }
  for (const value of refused) {
    expect(inSchema(value)).toBe(false)
    expect(add(value)).toThrow(name)
  }
})

test('a fault that is not there cannot be removed', () => {
  expect(() => createMockService().removeFault('fault_9')).toThrow('Cannot remove fault "fault_9": there is none')
})

test('a status fault answers 429 as the document demands, with the wait and the body that are given', async () => {
  const service = createMockService(createSampleWorld(), { clock: createManualClock(0) })
  const call = { flowId: 'echo', key: sampleKeys.workflows.echo, args: {} }
  service.addFault({ kind: 'status', status: 429, nth: 1 })
  service.addFault({ kind: 'status', status: 429, nth: 2, retryAfterSeconds: 30, body: { detail: 'later' } })
  service.addFault({ kind: 'status', status: 503, nth: 3 })
  await run(service, call)
  await run(service, call)
  await run(service, call)
  expect(service.journal().map(({ response }) => [response?.status, response?.headers['retry-after'], response?.body])).toEqual([
    [429, '1', '{"message":"Fault: status 429"}'],
    [429, '30', '{"detail":"later"}'],
    [503, undefined, '{"message":"Fault: status 503"}'],
  ])
})

test('a status fault states its wait as the profile does', async () => {
  const options = { clock: createManualClock(0), profile: { retryAfterFormat: 'http-date' } } as const
  const service = createMockService(createSampleWorld(), options)
  service.addFault({ kind: 'status', status: 429, retryAfterSeconds: 30 })
  await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo, args: {} })
  expect(service.journal()[0]?.response?.headers['retry-after']).toBe('Thu, 01 Jan 1970 00:00:30 GMT')
})
