import type { MockService } from '@wfhost/mock-server'
import { succeededRun } from '../../../../../tools/scripts/run-bodies.ts'
import { contractFixtures, lateFixtures, lateMs } from '../../../../proof/contract-world.ts'
import {
  flowIdOf,
  intercept,
  isAsync,
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onResponse,
  onRunBody,
  onStart,
  parseObject,
  refuse,
  respond,
  rightKey,
  tokenOf,
  withKey,
} from '../../../../proof/mutants/mutant.ts'

/** Servers that confuse sync and async, or start a run without saying which. */
export const modes: readonly Mutant[] = [
  {
    defect: 'the response to an async start is the body of a sync run',
    foundBy: 'RUN-ASYNC',
    mutate: onRunBody((body) => (body['mode'] === 'async' ? { ...body, mode: 'sync' } : body)),
  },
  {
    defect: 'async waits until the workflow has ended',
    foundBy: 'RUN-ASYNC',
    fixtures: lateFixtures,
    mutate: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      if (isAsync(request)) await new Promise((resolve) => setTimeout(resolve, lateMs))
      return response
    }),
  },
  {
    defect: 'async gives a run ID and never runs the workflow',
    foundBy: 'RUN-ASYNC.background',
    mutate: intercept(['run'], ({ text }, { pass }) =>
      parseObject(text)?.['mode'] === 'async' ? respond(202, { runId: crypto.randomUUID() }) : pass(),
    ),
  },
  ...mutantsOf('RUN-ASYNC.arguments', {
    'an async run loses its arguments': intercept(['run'], (request, { pass }) =>
      isAsync(request) && request.text.includes('"name"') ? respond(202, { runId: crypto.randomUUID() }) : pass(),
    ),
    'an async start takes no arguments': refuse(
      { at: 'run', status: 400 },
      (request) => isAsync(request) && request.text.includes('"name"'),
    ),
  }),
  {
    defect: 'an async start with arguments is a sync run',
    foundBy: 'RUN-ASYNC-UNIQUE.arguments',
    mutate: onRunBody((body) => (JSON.stringify(body['args']).includes('"name"') ? { ...body, mode: 'sync' } : body)),
  },
  {
    defect: 'an async start waits for a third of the time of the workflow',
    foundBy: 'RUN-ASYNC',
    isWarned: true,
    fixtures: { slow: { ...contractFixtures.slow, durationMs: 450 } },
    mutate: intercept(['run'], async (request, { pass }) => {
      if (isAsync(request)) await new Promise((resolve) => setTimeout(resolve, 150))
      return pass()
    }),
  },
  waitsBeside(1, 'an async start waits for its run while another run is in progress'),
  waitsBeside(2, 'an async start waits for its run where two others go on'),
  {
    defect: 'only the first two async runs start',
    foundBy: 'RUN-ASYNC.beside-others',
    remembers: true,
    mutate: (service) => {
      let started = 0
      return intercept(['run'], (request, { pass }) => {
        if (!isAsync(request) || tokenOf(request) !== 'key-slow' || flowIdOf(request) !== 'slow') return pass()
        started += 1
        return started > 2 ? respond(200, { runId: crypto.randomUUID() }) : pass()
      })(service)
    },
  },
  ...mutantsOf('RUN-ASYNC.background', {
    'async runs the workflow twice': intercept(['run'], async ({ text }, { pass }) => {
      if (parseObject(text)?.['mode'] === 'async') await pass()
      return pass()
    }),
    'a run that is refused with 401 or 403 runs nevertheless': intercept(['run'], async (request, { pass, service }) => {
      const response = await pass()
      if (response.status === 401 || response.status === 403) await pass(withKey(request, rightKey(request, service)))
      return response
    }),
  }),
  {
    defect: 'an async start of a workflow that fails is an internal error',
    foundBy: 'RUN-ASYNC.failing',
    mutate: refuse({ at: 'run', status: 500 }, (request) => isAsync(request) && flowIdOf(request) === 'failing'),
  },
  ...mutantsOf('RUN-ASYNC.failing', {
    'the response to an async start of a failing workflow has no run ID': intercept(['run'], (request, { pass }) =>
      isAsync(request) && flowIdOf(request) === 'failing' ? respond(202, { ok: true }) : pass(),
    ),
    'the response to an async start of a failing workflow is its failure': onRunBody((body) => ({ ...body, mode: 'sync' })),
  }),
  ...mutantsOf('RUN-ASYNC', {
    'mode async is refused': refuse({ at: 'run', status: 400 }, ({ text }) => parseObject(text)?.['mode'] === 'async'),
    'an async start is redirected to a page of the run': onResponse(['run'], ({ text }) =>
      text.includes('"runId"') ? { status: 303, headers: new Headers({ location: '/runs/1' }), text: '' } : undefined,
    ),
  }),
  startsForAnybody('an async start needs no key', (request) => tokenOf(request) === ''),
  startsForAnybody('an async start takes any key', (request) => tokenOf(request) !== ''),
  startsForAnybody('an async start takes the key of any workflow', (request) => tokenOf(request) === 'key-echo'),
  ...mutantsOf('RUN-ASYNC.refused', {
    'an async start of an unknown workflow is accepted': intercept(['run'], (request, { pass }) =>
      isAsync(request) && flowIdOf(request) === 'no-such-workflow' ? respond(202, { runId: crypto.randomUUID() }) : pass(),
    ),
    'an async start with a wrong key is accepted and goes nowhere': intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      return isAsync(request) && response.status === 401 ? respond(202, { runId: crypto.randomUUID() }) : response
    }),
  }),
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
  ...mutantsOf('RUN-SYNC', {
    'a sync request gets a run ID immediately': onRunBody((body) => ({ ...body, mode: 'async' })),
    'a sync request gets a result immediately, which is still null': intercept(['run'], async ({ text }, { pass }) => {
      if (parseObject(text)?.['mode'] !== 'sync') return pass()
      const response = await pass({ text: text.replace('"sync"', '"async"') })
      return response.status === 200 ? respond(200, succeededRun(null)) : response
    }),
    'a sync run of a slow workflow is cut off': onResponse(['run'], ({ text }) =>
      text.includes('worth the wait') ? { status: 408 } : undefined,
    ),
  }),
]

/** Starts a run in the background for a key with which it would be refused. */
function startsForAnybody(defect: string, when: (request: MutantRequest) => boolean): Mutant {
  const mutate = onRequest(['run'], (request, service) =>
    isAsync(request) && when(request) ? withKey(request, rightKey(request, service)) : undefined,
  )
  return { defect, foundBy: 'RUN-ASYNC.refused', mutate }
}

function waitsBeside(others: number, defect: string): Mutant {
  const durationMs = 150
  const mutate = (service: MockService): MockService => {
    const underWay = new Set<symbol>()
    return intercept(['run'], async (request, { pass }) => {
      if (!isAsync(request)) return pass()
      const own = Symbol(request.place)
      underWay.add(own)
      const ended = new Promise<unknown>((resolve) => setTimeout(() => resolve(underWay.delete(own)), durationMs))
      if (underWay.size > others) await ended
      return pass()
    })(service)
  }
  const fixtures = { slow: { ...contractFixtures.slow, durationMs } }
  return { defect, foundBy: 'RUN-ASYNC.beside-others', isWarned: true, remembers: true, fixtures, mutate }
}
