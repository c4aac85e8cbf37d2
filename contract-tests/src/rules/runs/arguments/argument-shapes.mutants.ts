import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  intercept,
  isObject,
  type Json,
  type Mutant,
  mutantsOf,
  onArguments,
  onRequest,
  onRunBody,
  onStatus,
  parseObject,
  refuse,
} from '../../../../proof/mutants/mutant.ts'

const badRun = { at: ['run'], status: 400 } as const

/** Servers that accept undocumented arguments, or read names of arguments loosely. */
export const mutants: readonly Mutant[] = [
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
  readsText('a pair of escapes is read as one character', (text) => text.replaceAll(/\\ud83d\\ude00/gi, '?')),
  readsText('an escaped slash keeps its backslash', (text) => text.replaceAll('\\/', '\\\\/')),
  readsText('an exponent in capitals is cut off', (text) => text.replaceAll(/E\+\d+/g, '')),
  {
    defect: 'white space of Windows in a body is malformed',
    foundBy: 'RUN-ARGS.notation',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => text.includes('\r\n\t')),
  },
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

function lowerNames(value: Json): Json {
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name.toLowerCase(), child]))
}

function readsText(defect: string, read: (text: string) => string): Mutant {
  return { defect, foundBy: 'RUN-ARGS.notation', mutate: onRequest(['run'], ({ text }) => ({ text: read(text) })) }
}
