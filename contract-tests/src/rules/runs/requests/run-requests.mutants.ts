import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  intercept,
  isObject,
  type Json,
  type Mutant,
  mutantsOf,
  onArguments,
  onRequest,
  onResponse,
  onRunBody,
  onStatus,
  parse,
  parseObject,
  refuse,
  respond,
} from '../../../../proof/mutants/mutant.ts'

const badRun = { at: ['run'], status: 400 } as const

/** Servers that accept an undocumented body, refuse a documented body, or refuse a body with a wrong status. */
export const requestBodies: readonly Mutant[] = [
  acceptsBody('RUN-ARGS', {
    defect: 'a body without args is accepted as an empty list of arguments',
    when: (body) => !('args' in body),
  }),
  acceptsBody('RUN-ARGS', { defect: 'args may be an object', when: ({ args }) => isObject(args) }),
  acceptsBody('RUN-ARGS', { defect: 'args may be null', when: ({ args }) => args === null }),
  acceptsBody('RUN-ARGS', { defect: 'args may be one argument', when: ({ args }) => isObject(args) && 'name' in args }),
  {
    ...acceptsBody('RUN-ARGS', { defect: 'args may be a text of JSON', when: ({ args }) => typeof args === 'string' }),
    isWarned: true,
  },
  ...mutantsOf('RUN-ARG-NAME', {
    'an argument that is not an object is skipped': onRunBody((body) =>
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
    defect: `the case of names in ${['a body', 'an argument'][index]} is ignored`,
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
  findsNames('white space around the name of an argument is ignored', (name) => name.trim()),
  findsNames('names of arguments are normalized', (name) => name.normalize('NFKC')),
  findsNames('the name of an argument is cut off at the first dot', (name) => name.replace(/\..*/, '')),
  findsNames('accents in the name of an argument are removed', (name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
  findsNames('the name of an argument ends at a zero byte', (name) => name.split('\0', 1)[0] ?? ''),
  findsNames('invisible characters are removed from names', (name) => name.replace('\u200b', '')),
  findsNames('the last part of a path is the name of an argument', (name) => name.replace(/.*[./]/, '')),
  findsNames('a dollar sign may stand before the name of an argument', (name) => name.replace(/^\$/, '')),
  findsNames('a name may be cut short', (name) => (name === contractFixtures.typed.required.slice(0, -1) ? `${name}t` : name)),
  ...mutantsOf('RUN-ARG-NAME.reserved', {
    'an argument called mode is the mode': onRunBody((body) => withTaken(body, 'mode', ({ value }) => ({ mode: value }))),
    'an argument called status is the status': intercept(['run'], async (request, { pass }) => {
      const body = parseObject(request.text) ?? {}
      const { status, ...response } = await pass({ text: JSON.stringify(withTaken(body, 'status')) })
      const isTaken = request.text.includes('"name":"status"')
      return { ...response, status, text: isTaken ? response.text.replace('"success"', '"failed"') : response.text }
    }),
    'a name that begins with a zero byte is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) =>
      text.includes('"name":"\\u0000'),
    ),
  }),
  ...mutantsOf('RUN-ARG-NAME', {
    'an argument with the name true is ignored': onArguments((argument) => (argument['name'] === true ? [] : argument)),
    'a name that is an object is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => text.includes('"name":{}')),
  }),
  findsNames('brackets at the end of the name of an argument are removed, as for a list', (name) => name.replace(/\[.*\]$/, '')),
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
  ...mutantsOf('RUN-MODE', {
    'a mode that is empty or false is left out': onMode((mode) => !mode),
    'only the beginning of a mode is checked': onMode((mode) => typeof mode === 'string' && mode.startsWith('sync')),
  }),
  ...mutantsOf('RUN-MODE.type', {
    'a mode may stand in a list': onMode((mode) => String(mode) === 'sync'),
  }),
  {
    defect: 'white space around a mode is ignored',
    foundBy: 'RUN-MODE',
    mutate: onMode((mode) => String(mode).trim() === 'sync'),
  },
  {
    defect: 'a request without a mode is refused',
    foundBy: 'RUN-MODE.omitted',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => !('mode' in (parseObject(text) ?? {}))),
  },
  ...mutantsOf('RUN-MODE.null', {
    'a mode of null is treated as a missing mode': onMode((mode) => mode === null),
    'a mode of null is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => parseObject(text)?.['mode'] === null),
  }),
  {
    defect: 'the body starts with a notice about a missing mode before the JSON',
    foundBy: 'RUN-MODE.omitted',
    mutate: onResponse(['run'], ({ text }, request) =>
      request.text.includes('"mode"') ? undefined : { text: `Warning: no mode\n${text}` },
    ),
  },
  ...mutantsOf('RUN-MODE.object', {
    'a mode that is any object is ignored': onMode(isObject),
    'a mode that is an object is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) =>
      isObject(parseObject(text)?.['mode']),
    ),
  }),
  { defect: 'an unknown mode gets 422', foundBy: 'RUN-MODE', mutate: onStatus(badRun, 422) },
  {
    defect: 'mode sync is refused beside the default',
    foundBy: 'RUN-OK',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => parseObject(text)?.['mode'] === 'sync'),
  },
  malformed('a body that is not JSON is accepted as an empty body', (text) => parse(text) === undefined),
  { ...malformed('a body in UTF-16 is read', (text) => text.startsWith('{\0'), 'RUN-MALFORMED.utf8'), isWarned: true },
  ...mutantsOf('RUN-MALFORMED', {
    'a malformed body is an internal error': onStatus(badRun, 500),
    'a malformed body gets 422': onStatus(badRun, 422),
    'only a body cut short is an internal error': intercept(['run'], ({ text }, { pass }) =>
      /[^}]$/.test(text) ? respond(500, { message: 'Unexpected end' }) : pass(),
    ),
    'a body that is not UTF-8 is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => text.startsWith('\ufffd')),
  }),
  {
    defect: 'bytes of a body that are no UTF-8 are replaced',
    foundBy: 'RUN-MALFORMED.utf8',
    isWarned: true,
    // As a text has none of them.
    mutate: onRequest(['run'], () => undefined),
  },
  {
    defect: 'a string that is not UTF-8 is an internal error',
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

/** Removes an argument from a body, and adds the members that `made` creates from it. */
function withTaken(body: Json, taken: string, made: (argument: Json) => Json = () => ({})): Json {
  const args = Array.isArray(body['args']) ? body['args'] : []
  const found: unknown = args.find((argument: unknown) => isObject(argument) && argument['name'] === taken)
  return isObject(found) ? { ...body, args: args.filter((argument) => argument !== found), ...made(found) } : body
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

function lowerNames(value: Json): Json {
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name.toLowerCase(), child]))
}
