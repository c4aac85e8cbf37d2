import { succeededRun } from '../../../scripts/run-bodies.ts'
import {
  type Asked,
  answer,
  flowIdOf,
  intercept,
  isObject,
  type Json,
  type Mutant,
  onAnswer,
  onArguments,
  onRequest,
  onRunBody,
  onStatus,
  parse,
  parseObject,
  refuse,
  withKey,
} from './mutant.ts'

const badRun = { at: ['run'], status: 400 } as const

/** Servers that accept a body which is not as documented, refuse one that is, or refuse it with another status. */
export const requestBodies: readonly Mutant[] = [
  acceptsBody('RUN-ARGS', {
    defect: 'a body without args is taken for one without arguments',
    when: (body) => !('args' in body),
  }),
  acceptsBody('RUN-ARGS', { defect: 'args may be an object', when: ({ args }) => isObject(args) }),
  acceptsBody('RUN-ARGS', { defect: 'args may be null', when: ({ args }) => args === null }),
  acceptsBody('RUN-ARGS', { defect: 'args may be one argument', when: ({ args }) => isObject(args) && 'name' in args }),
  acceptsBody('RUN-ARGS', { defect: 'args may be a text of JSON', when: ({ args }) => typeof args === 'string' }),
  {
    defect: 'an argument that is no object is skipped',
    foundBy: 'RUN-ARG-NAME',
    mutate: onRunBody((body) => (Array.isArray(body['args']) ? { ...body, args: body['args'].filter(isObject) } : body)),
  },
  {
    defect: 'null among the arguments is skipped',
    foundBy: 'RUN-ARG-NAME',
    mutate: onRunBody(({ args, ...body }) => ({
      ...body,
      args: Array.isArray(args) ? args.filter((one) => one !== null) : args,
    })),
  },
  {
    defect: 'an argument whose name is null is skipped',
    foundBy: 'RUN-ARG-NAME',
    mutate: onArguments((argument) => (argument['name'] === null ? [] : argument)),
  },
  {
    defect: 'args may stand in a body of their own',
    foundBy: 'RUN-ARGS',
    mutate: onRunBody((body) => (isObject(body['body']) ? { ...body['body'], mode: body['mode'] } : body)),
  },
  {
    defect: 'an argument may be a pair of name and value',
    foundBy: 'RUN-ARG-NAME',
    mutate: onArguments((argument) => (Array.isArray(argument) ? { name: argument[0], value: argument[1] } : argument)),
  },
  { defect: 'a body without an args array gets 422', foundBy: 'RUN-ARGS', mutate: onStatus(badRun, 422) },
  {
    defect: 'an argument without a name is skipped',
    foundBy: 'RUN-ARG-NAME',
    mutate: onArguments((argument) => ('name' in argument ? argument : [])),
  },
  {
    defect: 'the name of an argument may be a number',
    foundBy: 'RUN-ARG-NAME',
    mutate: onArguments((argument) => (typeof argument['name'] === 'number' ? [] : argument)),
  },
  { defect: 'a mode that nobody knows is taken for sync', foundBy: 'RUN-MODE', mutate: onMode((mode) => mode === 'later') },
  { defect: 'a mode that is no string is not looked at', foundBy: 'RUN-MODE.type', mutate: onMode((mode) => mode === 7) },
  { defect: 'the case of a mode is not looked at', foundBy: 'RUN-MODE', mutate: onMode((mode) => mode === 'SYNC') },
  { defect: 'a mode that is empty or false is left out', foundBy: 'RUN-MODE', mutate: onMode((mode) => !mode) },
  {
    defect: 'only the beginning of a mode is looked at',
    foundBy: 'RUN-MODE',
    mutate: onMode((mode) => typeof mode === 'string' && mode.startsWith('sync')),
  },
  { defect: 'a mode of true is taken for sync', foundBy: 'RUN-MODE.type', mutate: onMode((mode) => mode === true) },
  { defect: 'a mode may stand in a list', foundBy: 'RUN-MODE.type', mutate: onMode((mode) => String(mode) === 'sync') },
  {
    defect: 'white space around a mode is not looked at',
    foundBy: 'RUN-MODE',
    mutate: onMode((mode) => String(mode).trim() === 'sync'),
  },
  {
    defect: 'a request without a mode is refused',
    foundBy: 'RUN-MODE.omitted',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => !('mode' in (parseObject(text) ?? {}))),
  },
  { defect: 'a mode of null is taken for none', foundBy: 'RUN-MODE.null', mutate: onMode((mode) => mode === null) },
  {
    defect: 'a mode of null is an internal error',
    foundBy: 'RUN-MODE.null',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => parseObject(text)?.['mode'] === null),
  },
  {
    defect: 'a mode that is an empty object is taken for none',
    foundBy: 'RUN-MODE.object',
    mutate: onMode((mode) => JSON.stringify(mode) === '{}'),
  },
  { defect: 'a mode that is any object is not looked at', foundBy: 'RUN-MODE.object', mutate: onMode(isObject) },
  {
    defect: 'a mode that is an empty list is taken for none',
    foundBy: 'RUN-MODE.object',
    mutate: onMode((mode) => JSON.stringify(mode) === '[]'),
  },
  {
    defect: 'a mode that is an object is an internal error',
    foundBy: 'RUN-MODE.object',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => isObject(parseObject(text)?.['mode'])),
  },
  { defect: 'a mode that is false is left out', foundBy: 'RUN-MODE.type', mutate: onMode((mode) => mode === false) },
  { defect: 'a mode that is zero is left out', foundBy: 'RUN-MODE.type', mutate: onMode((mode) => mode === 0) },
  { defect: 'a mode that nobody knows gets 422', foundBy: 'RUN-MODE', mutate: onStatus(badRun, 422) },
  {
    defect: 'mode sync is refused beside the default',
    foundBy: 'RUN-OK',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => parseObject(text)?.['mode'] === 'sync'),
  },
  malformed('a body that is not JSON is taken for an empty one', (text) => parse(text) === undefined),
  malformed('what follows the JSON of a body is not looked at', (text) => text.endsWith('}x')),
  malformed('a comma may stand before the end of an object', (text) => text.endsWith(',}')),
  malformed('texts may stand in single quotes', (text) => text.startsWith("{'")),
  malformed('names may stand without quotes', (text) => text.startsWith('{args')),
  malformed('a body may have comments', (text) => text.includes('/*')),
  malformed('a body is read to where its JSON ends', (text) => text.includes('}{')),
  malformed('a number may begin with zero', (text) => text.includes(':07')),
  malformed('NaN is taken for a number', (text) => text.includes('NaN}')),
  malformed('texts may have line breaks in them', (text) => text.includes('\n')),
  malformed('an empty body is taken for no arguments', (text) => text === ''),
  malformed('a JSON array is taken for a body', (text) => text === '[]', 'RUN-MALFORMED.object'),
  malformed('a JSON null is taken for a body', (text) => text === 'null', 'RUN-MALFORMED.object'),
  malformed('a JSON text is taken for a body', (text) => text === '"text"', 'RUN-MALFORMED.object'),
  malformed('a body in a JSON text is taken out of it', (text) => text.startsWith('"{'), 'RUN-MALFORMED.object'),
  malformed('a form is taken for a body', (text) => text === 'args=1'),
  { defect: 'a malformed body is an internal error', foundBy: 'RUN-MALFORMED', mutate: onStatus(badRun, 500) },
  { defect: 'a malformed body gets 422', foundBy: 'RUN-MALFORMED', mutate: onStatus(badRun, 422) },
  {
    defect: 'only a body cut short is an internal error',
    foundBy: 'RUN-MALFORMED',
    mutate: intercept(['run'], ({ text }, { pass }) =>
      /[^}]$/.test(text) ? answer(500, { message: 'Unexpected end' }) : pass(),
    ),
  },
  {
    defect: 'a body that is no UTF-8 is an internal error',
    foundBy: 'RUN-MALFORMED',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.startsWith('\ufffd')),
  },
  {
    defect: 'bytes of a body that are no UTF-8 are replaced',
    foundBy: 'RUN-MALFORMED.utf8',
    isWarned: true,
    // As a text has none of them.
    mutate: onRequest(['run'], () => undefined),
  },
  {
    defect: 'a string that is no UTF-8 is an internal error',
    foundBy: 'RUN-MALFORMED.utf8',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.includes('M\ufffdller')),
  },
  refusesType('a charset beside application/json is refused', /;/),
  refusesType('application/json is refused in capitals', /[A-Z]{4}\b/),
  refusesType('a quoted charset is refused', /"/),
]

function acceptsBody(
  foundBy: Mutant['foundBy'],
  { defect, when }: { readonly defect: string; readonly when: (body: Json) => boolean },
): Mutant {
  return { defect, foundBy, mutate: onRunBody((body) => (when(body) ? { ...body, args: [] } : body)) }
}

function onMode(when: (mode: unknown) => boolean): Mutant['mutate'] {
  return onRunBody((body) => (when(body['mode']) ? { ...body, mode: 'sync' } : body))
}

function malformed(defect: string, when: (text: string) => boolean, foundBy: Mutant['foundBy'] = 'RUN-MALFORMED'): Mutant {
  const mutate = onRequest(['run'], ({ text }) => (when(text) ? { text: '{"args":[]}' } : undefined))
  return { defect, foundBy, mutate }
}

function refusesType(defect: string, pattern: RegExp): Mutant {
  const mutate = refuse({ at: 'run', status: 415 }, ({ headers }) => pattern.test(headers.get('content-type') ?? ''))
  return { defect, foundBy: 'RUN-CONTENT-TYPE', mutate }
}

const success = succeededRun(null)

/** Servers that run what cannot be run, refuse it with another status, or have no run endpoint where it should be. */
export const flows: readonly Mutant[] = [
  { defect: 'an unknown workflow succeeds with nothing', foundBy: 'FLOW-UNKNOWN', mutate: runs('no-such-workflow') },
  { defect: 'an unknown workflow is a bad request', foundBy: 'FLOW-UNKNOWN', mutate: refuses('no-such-workflow', 400) },
  { defect: 'an unknown workflow is forbidden', foundBy: 'FLOW-UNKNOWN', mutate: refuses('no-such-workflow', 403) },
  { defect: 'an unknown workflow is an internal error', foundBy: 'FLOW-UNKNOWN', mutate: refuses('no-such-workflow', 500) },
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
    mutate: intercept(['run'], (asked, { pass }) => (flowIdOf(asked) in {} ? answer(200, success) : pass())),
  },
  similar('a flowId may go on after its end', (asked) => asked.startsWith('echo')),
  similar('what follows a dot in a flowId is the type of the answer', (asked) => asked === 'echo.json'),
  similar('the end of a flowId may be missing', (asked) => 'echo'.startsWith(asked)),
  similar('white space around a flowId is taken away', (asked) => asked.trim() === 'echo'),
  similar('a flowId is a pattern', (asked) => new RegExp(`^${asked.replaceAll('%', '.*')}$`).test('echo')),
  similar('a flowId is decoded twice', (asked) => /^(%\w\w)+$/.test(asked) && decodeURIComponent(asked) === 'echo'),
  { ...similar('the case of a flowId is not looked at', (asked) => asked.toLowerCase() === 'echo'), isWarned: true },
  {
    defect: 'a workflow that is archived is run all the same',
    foundBy: 'FLOW-ARCHIVED.not-run',
    mutate: intercept(['run'], async (asked, { pass }) => {
      if (flowIdOf(asked) === 'archived') await pass(asEcho(asked))
      return pass()
    }),
  },
  { defect: 'a workflow that is not published is run', foundBy: 'FLOW-UNPUBLISHED', mutate: runs('draft') },
  { defect: 'a workflow that is not published is a conflict', foundBy: 'FLOW-UNPUBLISHED', mutate: refuses('draft', 409) },
  { defect: 'an archived workflow is run', foundBy: 'FLOW-ARCHIVED', mutate: runs('archived') },
  { defect: 'an archived workflow is started with mode async', foundBy: 'FLOW-ARCHIVED', mutate: starts('archived') },
  {
    defect: 'a workflow that is not published is started with mode async',
    foundBy: 'FLOW-UNPUBLISHED',
    mutate: starts('draft'),
  },
  { defect: 'an archived workflow is gone with 410', foundBy: 'FLOW-ARCHIVED', mutate: refuses('archived', 410) },
  { defect: 'archiving a workflow makes its key invalid', foundBy: 'FLOW-ARCHIVED', mutate: refuses('archived', 401) },
  {
    defect: 'every 404 is sent as a page with 200',
    foundBy: 'FLOW-UNKNOWN',
    mutate: onStatus({ at: ['run'], status: 404 }, 200),
  },
  {
    defect: 'the run endpoint does not know POST',
    foundBy: 'RUN-ENDPOINT',
    mutate: refuse({ at: 'run', status: 405 }, ({ method }) => method === 'POST'),
  },
  {
    defect: 'the run endpoint is not at v2',
    foundBy: 'RUN-ENDPOINT',
    mutate: refuse({ at: 'run', status: 404 }, ({ url }) => url.pathname.startsWith('/api/v2/')),
  },
  {
    defect: 'the run endpoint moves on to a path with a slash at the end',
    foundBy: 'RUN-ENDPOINT',
    mutate: onAnswer(['run'], (_given, { url }) => ({ status: 308, headers: new Headers({ location: `${url}/` }) })),
  },
]

function similar(defect: string, isEcho: (flowId: string) => boolean): Mutant {
  const mutate = onRequest(['run'], (asked) => (isEcho(flowIdOf(asked)) ? asEcho(asked) : undefined))
  return { defect, foundBy: 'FLOW-UNKNOWN.similar', mutate }
}

function asEcho(asked: Asked): Partial<Asked> {
  const url = new URL(asked.url.href.replace(/flows\/[^/]*/, 'flows/echo'))
  return { ...withKey(asked, 'key-echo'), url }
}

function runs(flowId: string): Mutant['mutate'] {
  return intercept(['run'], (asked, { pass }) => (flowIdOf(asked) === flowId ? answer(200, success) : pass()))
}

function starts(flowId: string): Mutant['mutate'] {
  return intercept(['run'], (asked, { pass }) =>
    flowIdOf(asked) === flowId && asked.text.includes('"async"') ? answer(202, { runId: crypto.randomUUID() }) : pass(),
  )
}

function refuses(flowId: string, status: number): Mutant['mutate'] {
  return refuse({ at: 'run', status }, (asked) => flowIdOf(asked) === flowId)
}
