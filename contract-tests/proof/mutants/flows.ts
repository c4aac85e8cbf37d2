import type { BrokenServer } from './broken-server.ts'
import { answer, intercept } from './intercept.ts'
import { onAnswer, onStatus } from './on-answer.ts'
import { flowIdOf, refuse } from './on-request.ts'

const success = { status: 'success', result: null, stepOutputs: {} }

/** Servers that run what cannot be run, refuse it with another status, or have no run endpoint where it should be. */
export const flows: readonly BrokenServer[] = [
  { defect: 'an unknown workflow succeeds with nothing', foundBy: 'FLOW-UNKNOWN', breakService: runs('no-such-workflow') },
  { defect: 'an unknown workflow is a bad request', foundBy: 'FLOW-UNKNOWN', breakService: refuses('no-such-workflow', 400) },
  { defect: 'an unknown workflow is forbidden', foundBy: 'FLOW-UNKNOWN', breakService: refuses('no-such-workflow', 403) },
  { defect: 'an unknown workflow is an internal error', foundBy: 'FLOW-UNKNOWN', breakService: refuses('no-such-workflow', 500) },
  { defect: 'a workflow that is not published is run', foundBy: 'FLOW-UNPUBLISHED', breakService: runs('draft') },
  { defect: 'a workflow that is not published is a conflict', foundBy: 'FLOW-UNPUBLISHED', breakService: refuses('draft', 409) },
  { defect: 'an archived workflow is run', foundBy: 'FLOW-ARCHIVED', breakService: runs('archived') },
  { defect: 'an archived workflow is started with mode async', foundBy: 'FLOW-ARCHIVED', breakService: starts('archived') },
  {
    defect: 'a workflow that is not published is started with mode async',
    foundBy: 'FLOW-UNPUBLISHED',
    breakService: starts('draft'),
  },
  { defect: 'an archived workflow is gone with 410', foundBy: 'FLOW-ARCHIVED', breakService: refuses('archived', 410) },
  { defect: 'archiving a workflow makes its key invalid', foundBy: 'FLOW-ARCHIVED', breakService: refuses('archived', 401) },
  {
    defect: 'every 404 is sent as a page with 200',
    foundBy: 'FLOW-UNKNOWN',
    breakService: onStatus({ at: ['run'], status: 404 }, 200),
  },
  {
    defect: 'the run endpoint does not know POST',
    foundBy: 'RUN-ENDPOINT',
    breakService: refuse({ at: 'run', status: 405 }, ({ method }) => method === 'POST'),
  },
  {
    defect: 'the run endpoint is not at v2',
    foundBy: 'RUN-ENDPOINT',
    breakService: refuse({ at: 'run', status: 404 }, ({ url }) => url.pathname.startsWith('/api/v2/')),
  },
  {
    defect: 'the run endpoint moves on to a path with a slash at the end',
    foundBy: 'RUN-ENDPOINT',
    breakService: onAnswer(['run'], (_given, { url }) => ({ status: 308, headers: new Headers({ location: `${url}/` }) })),
  },
]

function runs(flowId: string): BrokenServer['breakService'] {
  return intercept(['run'], (asked, { pass }) => (flowIdOf(asked) === flowId ? answer(200, success) : pass()))
}

function starts(flowId: string): BrokenServer['breakService'] {
  return intercept(['run'], (asked, { pass }) =>
    flowIdOf(asked) === flowId && asked.text.includes('"async"') ? answer(202, { runId: crypto.randomUUID() }) : pass(),
  )
}

function refuses(flowId: string, status: number): BrokenServer['breakService'] {
  return refuse({ at: 'run', status }, (asked) => flowIdOf(asked) === flowId)
}
