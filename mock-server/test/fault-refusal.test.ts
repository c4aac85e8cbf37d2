import { createManualClock, createMockService, createSampleWorld, type Fault, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { operationsOfWorkflows } from '../src/faults/fault-effect.ts'
import { run } from './call-api.ts'

const ofWorkflows = operationsOfWorkflows.join(' or ')

test.each<readonly [object | null, string]>([
  [null, 'Cannot add a fault: expected an object, found null'],
  [{ status: '500' }, 'Cannot add a fault: kind: expected one of status, html-502, '],
  [{ kind: 'hangs' }, 'Cannot add fault hangs: kind: expected one of status, html-502, '],
  [{ kind: 'hangs' }, 'found "hangs"; did you mean "hang"?'],
  [{ kind: 'hang', flowID: 'echo' }, 'flowID: unknown name "flowID"; did you mean "flowId"?'],
  [{ kind: 'hang', status: 500 }, 'status: unknown name "status"; use kind, operation, flowId, key, nth, '],
  [{ kind: 'latency', ms: 5 }, 'ms: unknown name "ms"; use kind, latency, operation, '],
  [{ kind: 'latency' }, 'latency: expected an object, found nothing; add it'],
  [{ kind: 'hang', operation: 'run' }, 'operation: expected one of runPublishedWorkflow, '],
  [{ kind: 'latency', latency: 500 }, 'latency: expected an object such as {"distribution":"fixed","ms":500}, found 500'],
  [{ kind: 'hang', flowId: 'ecko' }, 'Cannot add fault hang: no workflow has the flowId "ecko"; did you mean "echo"?'],
  [{ kind: 'hang', key: 5 }, 'key: expected a string, found 5'],
  [{ kind: 'hang', nth: 0 }, 'Cannot add fault hang: nth: expected at least 1, found 0'],
  [{ kind: 'hang', count: 1.5 }, 'count: expected a whole number, found 1.5'],
  [{ kind: 'hang', nth: 2, count: 3 }, 'count: nth selects a single request; leave out count or nth'],
  [{ kind: 'hang', nth: 2, probability: 0.5 }, 'probability: nth selects a request for certain; leave out probability or nth'],
  [{ kind: 'hang', probability: '0.5' }, 'probability: expected a number, found "0.5"'],
  [
    { kind: 'hang', flowId: 'echo', operation: 'executeTool' },
    `flowId: flowId selects runs; leave out operation, or use ${ofWorkflows} instead of executeTool`,
  ],
  [
    { kind: 'stale-key', operation: 'getPublicManifest' },
    `operation: only runs use workflow keys; leave out operation, or use ${ofWorkflows} instead of getPublicManifest`,
  ],
  [
    { kind: 'run-failed', operation: 'executeTool' },
    'operation: only runs can fail; leave out operation, or use runPublishedWorkflow instead of executeTool',
  ],
  [{ kind: 'run-failed', name: '' }, 'name: expected some text, found none'],
  [{ kind: 'run-failed', step: 5 }, 'step: expected a string, found 5'],
  [{ kind: 'run-failed', error: 'x' }, 'error: unknown name "error"; use kind, name, value, step, '],
  [{ kind: 'dribbled-body', pieces: 0 }, 'pieces: expected at least 1, found 0'],
  [{ kind: 'dribbled-body', everyMs: '5' }, 'everyMs: expected a number, found "5"'],
  [
    { kind: 'latency', latency: { distribution: 'fixed', ms: Number.POSITIVE_INFINITY } },
    'latency.ms: expected a number, found Infinity',
  ],
  [
    { kind: 'latency', latency: { distribution: 'uniform', minMs: '1', maxMs: 2 } },
    'latency.minMs: expected a number, found "1"',
  ],
  [{ kind: 'latency', latency: { distribution: 'uniform', minMs: 3, maxMs: 2 } }, 'latency.maxMs: expected at least minMs'],
  [{ kind: 'hang', probability: 2 }, 'probability: expected at most 1, found 2'],
  [{ kind: 'status', status: 99 }, 'status: expected at least 200, found 99'],
  [
    { kind: 'status', status: '500' },
    'Cannot add fault status: status: expected a number, found "500"; write 500 without quotes',
  ],
  [{ kind: 'status', status: 429, retryAfterSeconds: -1 }, 'retryAfterSeconds: expected at least 0, found -1'],
])('the fault %j is refused: %s', (fault, message) => {
  const service = createMockService(createSampleWorld())
  // Callers without types write such faults.
  expect(() => service.addFault(fault as Fault)).toThrow(message)
  expect(service.faults()).toEqual([])
})

test('a fault that is not there cannot be removed', () => {
  expect(() => createMockService().removeFault('fault_9')).toThrow('Cannot remove fault "fault_9": there is none')
})

test('a status fault responds with 429 as the API document requires, with the wait and body of the fault', async () => {
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

test('a status fault states its wait in the format of the assumption', async () => {
  const options = { clock: createManualClock(0), assumptions: { retryAfterFormat: 'http-date' } } as const
  const service = createMockService(createSampleWorld(), options)
  service.addFault({ kind: 'status', status: 429, retryAfterSeconds: 30 })
  await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo, args: {} })
  expect(service.journal()[0]?.response?.headers['retry-after']).toBe('Thu, 01 Jan 1970 00:00:30 GMT')
})
