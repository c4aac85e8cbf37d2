import { type Fault, sampleKeys } from '@wfhost/mock-server'
import { bearer, type ParityCase, runPath } from './parity-case.ts'

/** The faults that need no connection of their own and no time, and what a run gets from them. */
const faults: readonly (readonly [Fault, number])[] = [
  [{ kind: 'status', status: 500 }, 500],
  [{ kind: 'status', status: 503 }, 503],
  [{ kind: 'html-502' }, 502],
  [{ kind: 'wrong-content-type' }, 200],
  [{ kind: 'empty-200' }, 200],
  [{ kind: 'truncated-json' }, 200],
  [{ kind: 'invalid-json' }, 200],
  [{ kind: 'retry-after-missing' }, 429],
  [{ kind: 'retry-after-malformed' }, 429],
  [{ kind: 'retry-after-huge' }, 429],
]

/** Runs that meet a fault. */
export const faultCases: readonly ParityCase[] = faults.map(([fault, status]) => ({
  name: `a run that meets ${JSON.stringify(fault)}`,
  method: 'POST',
  path: runPath('echo'),
  headers: { ...bearer(sampleKeys.workflows.echo), 'content-type': 'application/json' },
  body: '{"args":[{"name":"text","value":"Hello"}]}',
  status,
  before: (service) => {
    service.clearFaults()
    service.addFault({ ...fault, count: 1 })
  },
}))
