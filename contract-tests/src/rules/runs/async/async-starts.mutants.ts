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
  parseObject,
  refuse,
  respond,
  rightKey,
  tokenOf,
  withKey,
} from '../../../../proof/mutants/mutant.ts'

/** Servers that confuse sync and async, or start a run that they must refuse. */
export const mutants: readonly Mutant[] = [
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
    defect: 'an async start waits for a third of the time of the workflow',
    foundBy: 'RUN-ASYNC',
    isWarned: true,
    fixtures: { slow: { ...contractFixtures.slow, durationMs: 450 } },
    mutate: intercept(['run'], async (request, { pass }) => {
      if (isAsync(request)) await new Promise((resolve) => setTimeout(resolve, 150))
      return pass()
    }),
  },
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
]

/** Starts a run in the background for a key with which it would be refused. */
function startsForAnybody(defect: string, when: (request: MutantRequest) => boolean): Mutant {
  const mutate = onRequest(['run'], (request, service) =>
    isAsync(request) && when(request) ? withKey(request, rightKey(request, service)) : undefined,
  )
  return { defect, foundBy: 'RUN-ASYNC.refused', mutate }
}
