import { succeededRun } from '../../../../tools/scripts/run-bodies.ts'
import {
  flowIdOf,
  intercept,
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onStatus,
  refuse,
  respond,
  withKey,
} from '../../../proof/mutants/mutant.ts'

const success = succeededRun(null)

/** Servers that run a workflow that cannot run, or refuse it with a wrong status. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf('FLOW-UNKNOWN', {
    'an unknown workflow succeeds with nothing': runs('no-such-workflow'),
    'an unknown workflow is a bad request': refuses('no-such-workflow', 400),
    'an unknown workflow is forbidden': refuses('no-such-workflow', 403),
    'an unknown workflow is an internal error': refuses('no-such-workflow', 500),
  }),
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].map(
    (flowId): Mutant => ({
      defect: `the flowId ${flowId} is an internal error`,
      foundBy: 'FLOW-UNKNOWN.inherited',
      mutate: refuses(flowId, 500),
    }),
  ),
  {
    defect: 'a flowId that every object has is a workflow that does nothing',
    foundBy: 'FLOW-UNKNOWN.inherited',
    mutate: intercept(['run'], (request, { pass }) => (flowIdOf(request) in {} ? respond(200, success) : pass())),
  },
  similar('a text that begins with the flowId is accepted as the flowId', (request) => request.startsWith('echo')),
  similar('a flowId is cut off at a semicolon', (request) => request.split(';')[0] === 'echo'),
  similar('the part after a dot in a flowId is the type of the response', (request) => request === 'echo.json'),
  similar('the beginning of a flowId is accepted as the flowId', (request) => 'echo'.startsWith(request)),
  similar('white space around a flowId is removed', (request) => request.trim() === 'echo'),
  similar('a flowId ends at a zero byte', (request) => request.split('\0')[0] === 'echo'),
  similar('a line may end behind a flowId', (request) => /^echo$/m.test(request)),
  similar('the last part of a path is the flowId', (request) => request.split(/[/\\]/).at(-1) === 'echo'),
  similar('accents in a flowId are not compared', (request) => request.normalize('NFD').replace(/\p{M}/gu, '') === 'echo'),
  similar('a flowId is inserted into a query without escapes', (request) => request.startsWith("echo' OR ")),
  similar('a flowId is a pattern', (request) => new RegExp(`^${request.replaceAll('%', '.*')}$`).test('echo')),
  similar('a flowId is decoded twice', (request) => /^(%\w\w)+$/.test(request) && decodeURIComponent(request) === 'echo'),
  { ...similar('the case of a flowId is ignored', (request) => request.toLowerCase() === 'echo'), isWarned: true },
  {
    defect: 'a workflow that is archived runs nevertheless',
    foundBy: 'FLOW-ARCHIVED.not-run',
    mutate: intercept(['run'], async (request, { pass }) => {
      if (flowIdOf(request) === 'archived') await pass(asEcho(request))
      return pass()
    }),
  },
  ...mutantsOf('FLOW-UNPUBLISHED', {
    'a workflow that is not published is run': runs('draft'),
    'a workflow that is not published is a conflict': refuses('draft', 409),
  }),
  ...mutantsOf('FLOW-ARCHIVED', {
    'an archived workflow is run': runs('archived'),
    'an archived workflow is started with mode async': starts('archived'),
  }),
  { defect: 'a workflow that is not published is started with mode async', foundBy: 'FLOW-UNPUBLISHED', mutate: starts('draft') },
  ...mutantsOf('FLOW-ARCHIVED', {
    'an archived workflow is gone with 410': refuses('archived', 410),
    'archiving a workflow makes its key invalid': refuses('archived', 401),
  }),
  {
    defect: 'every 404 is sent as a page with 200',
    foundBy: 'FLOW-UNKNOWN',
    mutate: onStatus({ at: ['run'], status: 404 }, 200),
  },
]

function similar(defect: string, isEcho: (flowId: string) => boolean): Mutant {
  const mutate = onRequest(['run'], (request) => (isEcho(flowIdOf(request)) ? asEcho(request) : undefined))
  return { defect, foundBy: 'FLOW-UNKNOWN.similar', mutate }
}

function asEcho(request: MutantRequest): Partial<MutantRequest> {
  const url = new URL(request.url.href.replace(/flows\/[^/]*/, 'flows/echo'))
  return { ...withKey(request, 'key-echo'), url }
}

function runs(flowId: string): Mutant['mutate'] {
  return intercept(['run'], (request, { pass }) => (flowIdOf(request) === flowId ? respond(200, success) : pass()))
}

function starts(flowId: string): Mutant['mutate'] {
  return intercept(['run'], (request, { pass }) =>
    flowIdOf(request) === flowId && request.text.includes('"async"') ? respond(202, { runId: crypto.randomUUID() }) : pass(),
  )
}

function refuses(flowId: string, status: number): Mutant['mutate'] {
  return refuse({ at: 'run', status }, (request) => flowIdOf(request) === flowId)
}
