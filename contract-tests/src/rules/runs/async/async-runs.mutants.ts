import type { MockService } from '@wfhost/mock-server'
import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  flowIdOf,
  intercept,
  isAsync,
  type Mutant,
  mutantsOf,
  parseObject,
  refuse,
  respond,
  rightKey,
  tokenOf,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { type Handle, overlapping } from '../../../../proof/mutants/parts/concurrency.ts'
import { longTextsForQueues } from '../../../catalogues/values/long-texts.ts'

/** Servers whose async runs differ from what was sent, or wait for each other. */
export const mutants: readonly Mutant[] = [
  ...longTextsForQueues.map(
    ({ length, source }): Mutant => ({
      defect: `an async run with ${length} characters is dropped (${source})`,
      foundBy: 'RUN-ASYNC.large',
      mutate: intercept(['run'], (request, { pass }) =>
        isAsync(request) && request.text.length >= length ? respond(202, { runId: crypto.randomUUID() }) : pass(),
      ),
    }),
  ),
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
  waitsBeside(1, 'an async start waits for its run while another run is in progress'),
  waitsBeside(2, 'an async start waits for its run where two others go on'),
  {
    defect: 'only the first two async runs start',
    foundBy: 'RUN-ASYNC.beside-others',
    needsOtherRequests: true,
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
  ...(['async', 'sync'] as const).map((mode) => ({
    defect: `a run in mode ${mode} that is refused for its arguments runs nevertheless`,
    foundBy: 'RUN-ARG-TYPE.not-run' as const,
    mutate: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      const args = [{ name: 'subject', value: 'Hello' }]
      if (response.status === 400 && isAsync(request) === (mode === 'async')) await pass({ text: JSON.stringify({ args, mode }) })
      return response
    }),
  })),
  duringAnotherRun('only the first of concurrent async starts runs', 'RUN-ASYNC.parallel', (request, { pass }) =>
    isAsync(request) ? respond(200, { runId: crypto.randomUUID() }) : pass(),
  ),
  duringAnotherRun('an async start during another start runs twice', 'RUN-ASYNC.parallel', async (request, { pass }) => {
    if (isAsync(request)) await pass()
    return pass()
  }),
  {
    defect: 'an async run ends with the connection of its client',
    foundBy: 'RUN-ASYNC.closed',
    mutate: intercept(['run'], (request, { pass }) =>
      isAsync(request) && request.headers.get('connection') === 'close' ? respond(200, { runId: crypto.randomUUID() }) : pass(),
    ),
  },
]

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
  return { defect, foundBy: 'RUN-ASYNC.beside-others', isWarned: true, needsOtherRequests: true, fixtures, mutate }
}

function duringAnotherRun(defect: string, ...[foundBy, handle]: readonly [Mutant['foundBy'], Handle]): Mutant {
  return { defect, foundBy, needsOtherRequests: true, mutate: overlapping('run', handle) }
}
