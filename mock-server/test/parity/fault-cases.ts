import { sampleKeys } from '@wfhost/mock-server'
import { everywhere } from '../faults/visible-faults.ts'
import { bearer, type ParityCase, runPath } from './parity-case.ts'

// The clock of a corpus stands still.
const takeTime = ['latency', 'hang', 'dribbled-body']

/** Runs that meet a fault which every adapter can do. */
export const faultCases: readonly ParityCase[] = everywhere
  .filter(({ fault }) => !takeTime.includes(fault.kind))
  .map(({ fault, seen: { status = 200 } }) => ({
    name: `a run that meets ${fault.kind}`,
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
