import type { Fault } from '@wfhost/mock-server'
import { connectionFaults } from '../../src/faults/connection-faults.ts'
import type { ConnectionFault } from '../../src/faults/fault.ts'

export interface Seen {
  readonly status?: number
  readonly text?: string | RegExp
  readonly header?: readonly [string, string | null]
  /** The client receives no response that it can read. */
  readonly fails?: true
  readonly runs: number
}

export interface VisibleFault {
  readonly fault: Fault
  readonly seen: Seen
}

/** The faults of every adapter, and their visible effects. */
export const everywhere: readonly VisibleFault[] = [
  { fault: { kind: 'status', status: 503 }, seen: { status: 503, text: '{"message":"Fault: status 503"}', runs: 0 } },
  ...(
    [
      { distribution: 'fixed', ms: 5 },
      { distribution: 'uniform', minMs: 1, maxMs: 5 },
    ] as const
  ).map((latency): VisibleFault => ({ fault: { kind: 'latency', latency }, seen: { status: 200, text: /success/, runs: 1 } })),
  {
    fault: { kind: 'run-failed' },
    seen: {
      status: 200,
      text: /^\{"status":"failed","error":\{"name":"Error","value":"Fault: run-failed","traceback":.*"stepOutputs":\{\}\}$/,
      runs: 1,
    },
  },
  {
    fault: { kind: 'run-failed', name: 'TimeoutError', value: 'no response', step: 'fetch' },
    seen: {
      status: 200,
      text: /^\{"status":"failed","error":\{"name":"TimeoutError","value":"no response",.*"stepOutputs":\{"fetch":\{"status":"failed","error":\{"name":"TimeoutError","value":"no response"\}\}\}\}$/,
      runs: 1,
    },
  },
  { fault: { kind: 'hang' }, seen: { fails: true, runs: 0 } },
  { fault: { kind: 'html-502' }, seen: { status: 502, text: /<html>/, header: ['content-type', 'text/html'], runs: 0 } },
  {
    fault: { kind: 'wrong-content-type' },
    seen: { status: 200, text: /success/, header: ['content-type', 'text/plain'], runs: 1 },
  },
  { fault: { kind: 'empty-200' }, seen: { status: 200, text: /^$/, runs: 1 } },
  { fault: { kind: 'truncated-json' }, seen: { status: 200, text: /^\{"status":"success"[^}]*$/, runs: 1 } },
  { fault: { kind: 'invalid-json' }, seen: { status: 200, text: /^\{'status'/, runs: 1 } },
  {
    fault: { kind: 'dribbled-body', pieces: 4, everyMs: 2 },
    seen: { status: 200, text: /success.*\}$/, runs: 1 },
  },
  { fault: { kind: 'retry-after-missing' }, seen: { status: 429, header: ['retry-after', null], runs: 0 } },
  { fault: { kind: 'retry-after-malformed' }, seen: { status: 429, header: ['retry-after', 'soon'], runs: 0 } },
  { fault: { kind: 'retry-after-huge' }, seen: { status: 429, header: ['retry-after', '999999999'], runs: 0 } },
]

// As a record, so that the compiler finds a kind that is missing.
const seenOnSockets: Readonly<Record<ConnectionFault, Seen>> = {
  'reset-before-headers': { fails: true, runs: 0 },
  'response-lost': { fails: true, runs: 1 },
  'reset-mid-body': { fails: true, runs: 1 },
  'empty-reply': { fails: true, runs: 0 },
  'slow-headers': { status: 200, text: /success/, runs: 1 },
  'wrong-content-length': { fails: true, runs: 1 },
  'bad-chunk': { fails: true, runs: 1 },
  'duplicate-headers': { status: 200, header: ['content-type', 'application/json, application/json'], runs: 1 },
}

/** The faults that need a socket, and the errors of fetch. */
export const onSockets: readonly VisibleFault[] = connectionFaults.map(({ kind }) => ({
  fault: { kind },
  seen: seenOnSockets[kind],
}))
