import { createSeededRandom, sampleKeys } from '@wfhost/mock-server'
import { everywhere } from '../faults/visible-faults.ts'
import { generateRequest } from '../fuzz/generate-request.ts'
import { bearer, type ParityCase, runPath } from './parity-case.ts'
import { refusalCases } from './refusal-cases.ts'
import { registryCases } from './registry-cases.ts'
import { runCases } from './run-cases.ts'

// The clock of a corpus is frozen.
const takeTime = ['latency', 'hang', 'dribbled-body']

/** Runs that meet a fault which every adapter can do. */
const faultCases: readonly ParityCase[] = everywhere
  .filter(({ fault }) => !takeTime.includes(fault.kind))
  .map(({ fault, seen: { status = 200 } }) => ({
    name: `a run that meets ${fault.kind}${'step' in fault ? ' in a step' : ''}`,
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

/** The cases that were thought of one by one. */
export const casesByHand: readonly ParityCase[] = [...runCases, ...refusalCases, ...registryCases, ...faultCases]

const random = createSeededRandom(4)

/** Random requests. Each adapter must return the same response. Requests that sleep are left out, because no clock advances. */
const generated = Array.from({ length: 300 }, (_, index): ParityCase => {
  const { body, ...request } = generateRequest(random)
  return { name: `request ${index} made by chance`, ...request, ...(body === undefined ? {} : { body }) }
}).filter(({ path }) => !path.includes('/slow/'))

/** Every case, in the order in which they are sent: each changes the state that the next one finds. */
export const parityCases: readonly ParityCase[] = [...casesByHand, ...generated]
