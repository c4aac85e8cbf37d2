import type { BrokenServer } from './broken-server.ts'
import { answer, intercept } from './intercept.ts'
import { isObject, type Json, parse, parseObject } from './json.ts'
import { onStatus } from './on-answer.ts'
import { onArguments, onRequest, onRunBody, refuse } from './on-request.ts'

const badRun = { at: ['run'], status: 400 } as const

/** Servers that accept a body which is not as documented, refuse one that is, or refuse it with another status. */
export const requestBodies: readonly BrokenServer[] = [
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
    breakService: onRunBody((body) => (Array.isArray(body['args']) ? { ...body, args: body['args'].filter(isObject) } : body)),
  },
  {
    defect: 'an argument whose name is null is skipped',
    foundBy: 'RUN-ARG-NAME',
    breakService: onArguments((argument) => (argument['name'] === null ? [] : argument)),
  },
  { defect: 'a body without an args array gets 422', foundBy: 'RUN-ARGS', breakService: onStatus(badRun, 422) },
  {
    defect: 'an argument without a name is skipped',
    foundBy: 'RUN-ARG-NAME',
    breakService: onArguments((argument) => ('name' in argument ? argument : [])),
  },
  {
    defect: 'the name of an argument may be a number',
    foundBy: 'RUN-ARG-NAME',
    breakService: onArguments((argument) => (typeof argument['name'] === 'number' ? [] : argument)),
  },
  { defect: 'a mode that nobody knows is taken for sync', foundBy: 'RUN-MODE', breakService: onMode((mode) => mode === 'later') },
  { defect: 'a mode that is no string is not looked at', foundBy: 'RUN-MODE', breakService: onMode((mode) => mode === 7) },
  { defect: 'the case of a mode is not looked at', foundBy: 'RUN-MODE', breakService: onMode((mode) => mode === 'SYNC') },
  { defect: 'a mode that is empty or false is left out', foundBy: 'RUN-MODE', breakService: onMode((mode) => !mode) },
  {
    defect: 'only the beginning of a mode is looked at',
    foundBy: 'RUN-MODE',
    breakService: onMode((mode) => typeof mode === 'string' && mode.startsWith('sync')),
  },
  { defect: 'a mode of true is taken for sync', foundBy: 'RUN-MODE', breakService: onMode((mode) => mode === true) },
  { defect: 'a mode may stand in a list', foundBy: 'RUN-MODE', breakService: onMode((mode) => String(mode) === 'sync') },
  {
    defect: 'white space around a mode is not looked at',
    foundBy: 'RUN-MODE',
    breakService: onMode((mode) => String(mode).trim() === 'sync'),
  },
  {
    defect: 'a request without a mode is refused',
    foundBy: 'RUN-MODE',
    breakService: refuse({ at: 'run', status: 400 }, ({ text }) => !('mode' in (parseObject(text) ?? {}))),
  },
  { defect: 'a mode that nobody knows gets 422', foundBy: 'RUN-MODE', breakService: onStatus(badRun, 422) },
  {
    defect: 'mode sync is refused beside the default',
    foundBy: 'RUN-OK',
    breakService: refuse({ at: 'run', status: 400 }, ({ text }) => parseObject(text)?.['mode'] === 'sync'),
  },
  malformed('a body that is not JSON is taken for an empty one', (text) => parse(text) === undefined),
  malformed('what follows the JSON of a body is not looked at', (text) => text.endsWith('}x')),
  malformed('a comma may stand before the end of an object', (text) => text.endsWith(',}')),
  malformed('texts may stand in single quotes', (text) => text.startsWith("{'")),
  malformed('names may stand without quotes', (text) => text.startsWith('{args')),
  malformed('a body may have comments', (text) => text.includes('/*')),
  malformed('NaN is taken for a number', (text) => text.includes('NaN}')),
  malformed('texts may have line breaks in them', (text) => text.includes('\n')),
  malformed('an empty body is taken for no arguments', (text) => text === ''),
  malformed('a JSON array is taken for a body', (text) => text === '[]'),
  malformed('a JSON null is taken for a body', (text) => text === 'null'),
  malformed('a form is taken for a body', (text) => text === 'args=1'),
  { defect: 'a malformed body is an internal error', foundBy: 'RUN-MALFORMED', breakService: onStatus(badRun, 500) },
  { defect: 'a malformed body gets 422', foundBy: 'RUN-MALFORMED', breakService: onStatus(badRun, 422) },
  {
    defect: 'only a body cut short is an internal error',
    foundBy: 'RUN-MALFORMED',
    breakService: intercept(['run'], ({ text }, { pass }) =>
      /[^}]$/.test(text) ? answer(500, { message: 'Unexpected end' }) : pass(),
    ),
  },
  refusesType('a charset beside application/json is refused', /;/),
  refusesType('application/json is refused in capitals', /[A-Z]{4}\b/),
  refusesType('a quoted charset is refused', /"/),
]

function acceptsBody(
  foundBy: BrokenServer['foundBy'],
  { defect, when }: { readonly defect: string; readonly when: (body: Json) => boolean },
): BrokenServer {
  return { defect, foundBy, breakService: onRunBody((body) => (when(body) ? { ...body, args: [] } : body)) }
}

function onMode(when: (mode: unknown) => boolean): BrokenServer['breakService'] {
  return onRunBody((body) => (when(body['mode']) ? { ...body, mode: 'sync' } : body))
}

function malformed(defect: string, when: (text: string) => boolean): BrokenServer {
  const breakService = onRequest(['run'], ({ text }) => (when(text) ? { text: '{"args":[]}' } : undefined))
  return { defect, foundBy: 'RUN-MALFORMED', breakService }
}

function refusesType(defect: string, pattern: RegExp): BrokenServer {
  const breakService = refuse({ at: 'run', status: 415 }, ({ headers }) => pattern.test(headers.get('content-type') ?? ''))
  return { defect, foundBy: 'RUN-CONTENT-TYPE', breakService }
}
