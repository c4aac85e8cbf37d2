import { describe, expect, test } from 'vitest'
import { effectOf, type Fault } from './fault.ts'
import { findActingFaults } from './find-acting-faults.ts'

const latency: Fault = { kind: 'latency', latency: { distribution: 'fixed', ms: 1 } }

/** Each list of faults, and those of them that act on a request. */
const combinations: readonly (readonly [string, readonly Fault[], readonly number[]])[] = [
  ['only the first response in place of the service', [status(503), status(429)], [0]],
  ['no fault after a response that never comes', [{ kind: 'hang' }, status(503)], [0]],
  ['no response on a connection that is already broken', [{ kind: 'empty-reply' }, status(503)], [0]],
  ['a delay before a response in place of the service', [latency, status(503)], [0, 1]],
  ['no delay after a response in place of the service', [status(503), latency], [0]],
  ['every delay', [latency, latency], [0, 1]],
  ['no change of a response that the service does not give', [{ kind: 'truncated-json' }, status(503)], [1]],
  ['no failure of a run that does not start', [{ kind: 'run-failed' }, { kind: 'reset-before-headers' }], [1]],
  ['only the first failure of a run', [{ kind: 'run-failed', name: 'First' }, { kind: 'run-failed' }], [0]],
  ['only the first fault that accepts a replaced key', [{ kind: 'stale-key' }, { kind: 'stale-key' }], [0]],
  ['each change of the response', [{ kind: 'truncated-json' }, { kind: 'wrong-content-type' }], [0, 1]],
  ['a change before the connection breaks', [{ kind: 'truncated-json' }, { kind: 'slow-headers' }], [0, 1]],
  ['no change after the connection breaks', [{ kind: 'response-lost' }, { kind: 'truncated-json' }], [0]],
  ['only the first break of a connection', [{ kind: 'bad-chunk' }, { kind: 'response-lost' }], [0]],
  [
    'faults of different places',
    [latency, { kind: 'stale-key' }, { kind: 'run-failed' }, { kind: 'invalid-json' }],
    [0, 1, 2, 3],
  ],
]

function status(code: number): Fault {
  return { kind: 'status', status: code }
}

describe(findActingFaults, () => {
  test.each(combinations)('finds %s', (_, faults, acting) => {
    const found = findActingFaults(faults.map((fault, index) => ({ index, effect: effectOf(fault) })))
    expect(found.map(({ index }) => index)).toEqual(acting)
  })
})
