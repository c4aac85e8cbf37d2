import { succeededRun } from '../../../scripts/run-bodies.ts'
import { contractFixtures } from '../contract-world.ts'
import {
  type Asked,
  answer,
  flowIdOf,
  intercept,
  isObject,
  type Json,
  type Mutant,
  mutantsOf,
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
  ...mutantsOf('RUN-ARG-NAME', {
    'an argument that is no object is skipped': onRunBody((body) =>
      Array.isArray(body['args']) ? { ...body, args: body['args'].filter(isObject) } : body,
    ),
    'null among the arguments is skipped': onRunBody(({ args, ...body }) => ({
      ...body,
      args: Array.isArray(args) ? args.filter((one) => one !== null) : args,
    })),
    'an argument whose name is null is skipped': onArguments((argument) => (argument['name'] === null ? [] : argument)),
  }),
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
  ...[onRunBody, onArguments].map((on, index) => ({
    defect: `the case of names in ${['a body', 'an argument'][index]} is not looked at`,
    foundBy: 'RUN-ARGS.case' as const,
    isWarned: true,
    mutate: on(lowerNames),
  })),
  {
    defect: 'an argument with a name in capitals is an internal error',
    foundBy: 'RUN-ARGS.case',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.includes('"Name":')),
  },
  findsNames('the parameter of an argument is found in any case', (name) => name.toLowerCase()),
  findsNames('white space around the name of an argument is not looked at', (name) => name.trim()),
  findsNames('names of arguments are normalized', (name) => name.normalize('NFKC')),
  findsNames('of the name of an argument what stands before the first dot is looked at', (name) => name.replace(/\..*/, '')),
  findsNames('brackets in the name of an argument are taken for a list', (name) => name.replace(/\[.*\]$/, '')),
  {
    defect: 'a name in capitals is an internal error',
    foundBy: 'RUN-ARG-NAME.exact',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.includes(`"${contractFixtures.typed.required.toUpperCase()}"`)),
  },
  { defect: 'a body without an args array gets 422', foundBy: 'RUN-ARGS', mutate: onStatus(badRun, 422) },
  ...mutantsOf('RUN-ARG-NAME', {
    'an argument without a name is skipped': onArguments((argument) => ('name' in argument ? argument : [])),
    'the name of an argument may be a number': onArguments((argument) => (typeof argument['name'] === 'number' ? [] : argument)),
  }),
  { defect: 'a mode that nobody knows is taken for sync', foundBy: 'RUN-MODE', mutate: onMode((mode) => mode === 'later') },
  { defect: 'a mode that is no string is not looked at', foundBy: 'RUN-MODE.type', mutate: onMode((mode) => mode === 7) },
  ...mutantsOf('RUN-MODE', {
    'the case of a mode is not looked at': onMode((mode) => mode === 'SYNC'),
    'a mode that is empty or false is left out': onMode((mode) => !mode),
    'only the beginning of a mode is looked at': onMode((mode) => typeof mode === 'string' && mode.startsWith('sync')),
  }),
  ...mutantsOf('RUN-MODE.type', {
    'a mode of true is taken for sync': onMode((mode) => mode === true),
    'a mode may stand in a list': onMode((mode) => String(mode) === 'sync'),
  }),
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
  ...mutantsOf('RUN-MODE.null', {
    'a mode of null is taken for none': onMode((mode) => mode === null),
    'a mode of null is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => parseObject(text)?.['mode'] === null),
  }),
  ...mutantsOf('RUN-MODE.object', {
    'a mode that is an empty object is taken for none': onMode((mode) => JSON.stringify(mode) === '{}'),
    'a mode that is any object is not looked at': onMode(isObject),
    'a mode that is an empty list is taken for none': onMode((mode) => JSON.stringify(mode) === '[]'),
    'a mode that is an object is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) =>
      isObject(parseObject(text)?.['mode']),
    ),
  }),
  ...mutantsOf('RUN-MODE.type', {
    'a mode that is false is left out': onMode((mode) => mode === false),
    'a mode that is zero is left out': onMode((mode) => mode === 0),
  }),
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
  ...mutantsOf('RUN-MALFORMED', {
    'a malformed body is an internal error': onStatus(badRun, 500),
    'a malformed body gets 422': onStatus(badRun, 422),
    'only a body cut short is an internal error': intercept(['run'], ({ text }, { pass }) =>
      /[^}]$/.test(text) ? answer(500, { message: 'Unexpected end' }) : pass(),
    ),
    'a body that is no UTF-8 is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => text.startsWith('\ufffd')),
  }),
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
  { ...refusesType('application/json is refused in capitals', /[A-Z]{4}\b/), isWarned: true },
  refusesType('a quoted charset is refused', /"/),
]

function findsNames(defect: string, change: (name: string) => string): Mutant {
  const mutate = onArguments(({ name, ...argument }) => ({
    ...argument,
    name: typeof name === 'string' ? change(name) : name,
  }))
  return { defect, foundBy: 'RUN-ARG-NAME.exact', isWarned: true, mutate }
}

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
    mutate: intercept(['run'], (asked, { pass }) => (flowIdOf(asked) in {} ? answer(200, success) : pass())),
  },
  similar('a flowId may go on after its end', (asked) => asked.startsWith('echo')),
  similar('what stands behind a semicolon in a flowId is cut off', (asked) => asked.split(';')[0] === 'echo'),
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
  ...mutantsOf('RUN-ENDPOINT', {
    'the run endpoint does not know POST': refuse({ at: 'run', status: 405 }, ({ method }) => method === 'POST'),
    'the run endpoint is not at v2': refuse({ at: 'run', status: 404 }, ({ url }) => url.pathname.startsWith('/api/v2/')),
    'the run endpoint moves on to a path with a slash at the end': onAnswer(['run'], (_given, { url }) => ({
      status: 308,
      headers: new Headers({ location: `${url}/` }),
    })),
  }),
  ...['GET', 'PUT'].map((method) => ({
    defect: `${method} runs a workflow, too`,
    foundBy: 'RUN-ENDPOINT.method' as const,
    isWarned: true,
    mutate: onRequest(['run'], (asked) => (asked.method === method ? asPost(asked) : undefined)),
  })),
]

function asPost({ headers, text }: Asked): Partial<Asked> {
  const typed = new Headers(headers)
  typed.set('content-type', 'application/json')
  return { method: 'POST', headers: typed, text: text || '{"args":[],"mode":"sync"}' }
}

function lowerNames(value: Json): Json {
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name.toLowerCase(), child]))
}

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
