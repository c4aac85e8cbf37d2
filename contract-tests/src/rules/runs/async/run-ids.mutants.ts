import { type Mutant, mutantsOf, onResponse, onRunBody, onStart, parseObject } from '../../../../proof/mutants/mutant.ts'
import { longEnoughMs } from '../../../../proof/mutants/parts/concurrency.ts'

/** Servers whose async starts have no run ID, or one that another run has. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'an async start with arguments is a sync run',
    foundBy: 'RUN-ASYNC-UNIQUE.arguments',
    mutate: onRunBody((body) => (JSON.stringify(body['args']).includes('"name"') ? { ...body, mode: 'sync' } : body)),
  },
  ...mutantsOf('RUN-ASYNC.run-id', {
    'the response to an async start is an empty object': onStart(() => ({})),
    'the run ID is empty': onStart(() => ({ runId: '' })),
    'the run ID is null': onStart(() => ({ runId: null })),
    'the response to an async start is true': onStart(() => true),
    'the response to an async start has no body': onResponse(['run'], ({ text }) =>
      text.includes('"runId"') ? { status: 202, text: '' } : undefined,
    ),
  }),
  ...mutantsOf('RUN-ASYNC-UNIQUE', {
    'all async runs have the same run ID': onStart(() => ({ runId: 'run_1' })),
    'all async runs have the same run ID, and the second of their start': onStart(() => ({
      runId: 'run_1',
      startedAt: Math.floor(Date.now() / 1000),
    })),
  }),
  {
    defect: 'all async runs have the same run ID, and the time of their start',
    foundBy: 'RUN-ASYNC-UNIQUE',
    claims: { runIdField: '/runId' },
    mutate: onStart((body) => ({ runId: 'run_1', trace: body['runId'] })),
  },
  {
    defect: 'the run ID is not at its claimed place',
    foundBy: 'RUN-ASYNC.run-id',
    claims: { runIdField: '/runId' },
    mutate: onStart((body) => ({ id: body['runId'] })),
  },
  {
    defect: 'the value at the claimed place of the run ID is an object',
    foundBy: 'RUN-ASYNC.run-id',
    claims: { runIdField: '/runId' },
    mutate: onStart((body) => ({ runId: { id: body['runId'] } })),
  },
  ...mutantsOf('RUN-ASYNC-UNIQUE', {
    'the run ID is the id of the workflow': onStart(() => ({ id: 'slow', status: 'queued' })),
    'the response to an async start has a message instead of a run ID': onStart(() => ({ message: 'Started' })),
  }),
  {
    defect: 'the run ID is made of the time, in tenths of a second',
    foundBy: 'RUN-ASYNC-UNIQUE.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      let last = 0
      let id = 0
      return onResponse(['run'], ({ text }) => {
        if (!('runId' in (parseObject(text) ?? {}))) return undefined
        if (performance.now() - last > longEnoughMs) id += 1
        last = performance.now()
        return { text: JSON.stringify({ runId: `run-${id}` }) }
      })(service)
    },
  },
]
