import { failedRun, succeededRun } from '../../../../../tools/scripts/run-bodies.ts'
import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  deep,
  flowIdOf,
  intercept,
  isObject,
  type Mutant,
  type MutantRequest,
  type MutantResponse,
  mutantsOf,
  onArguments,
  onRequest,
  onResponse,
  onRunBody,
  onStatus,
  onValues,
  parseObject,
  refuse,
  respond,
  type Upstream,
} from '../../../../proof/mutants/mutant.ts'
import { changesValues, changeText, refusesValues } from '../../../../proof/mutants/parts/values.ts'

const badRun = { at: ['run'], status: 400 } as const

const failed = failedRun({ name: 'TypeError', value: 'Bad', traceback: 'TypeError: Bad' })

const typeCheck = {
  text: 'RUN-ARG-TYPE.string',
  count: 'RUN-ARG-TYPE.number',
  flag: 'RUN-ARG-TYPE.boolean',
  data: 'RUN-ARG-TYPE.object',
  list: 'RUN-ARG-TYPE.array',
} as const satisfies Readonly<Record<string, Mutant['foundBy']>>

const rightValues: Readonly<Record<string, unknown>> = { text: 'text', count: 1, data: {}, list: [] }

/** Servers that accept a value of a wrong type, accept a missing argument, or refuse a right value. */
export const mutants: readonly Mutant[] = [
  acceptsBoolean('true and false are accepted as numbers', ['count']),
  acceptsBoolean('true and false are accepted as values of every type', ['text', 'count', 'data', 'list']),
  {
    defect: 'a number is accepted as a boolean',
    foundBy: 'RUN-ARG-TYPE.boolean',
    mutate: onArguments(({ name, value }) => ({
      name,
      value: name === 'flag' && typeof value === 'number' ? value > 0 : value,
    })),
  },
  unvalidated('RUN-ARG-TYPE.async', 'an async start with an argument of a wrong type is accepted', ({ length }) => length > 1),
  unvalidated('RUN-ARG-MISSING.async', 'an async start without a required argument is accepted', ({ length }) => length === 1),
  {
    defect: 'a value of the wrong type is skipped',
    foundBy: 'RUN-ARG-TYPE',
    mutate: onArguments((argument) => (argument['name'] === 'priority' && argument['value'] === 'high' ? [] : argument)),
  },
  acceptsWrongType('a list is accepted as a text', { parameter: 'text', wrong: Array.isArray }),
  acceptsWrongType('an object is accepted as a number', { parameter: 'count', wrong: isObject }),
  acceptsWrongType('a list is accepted as a number', { parameter: 'count', wrong: Array.isArray }),
  acceptsWrongType('an object is accepted as a boolean', { parameter: 'flag', wrong: isObject }),
  acceptsWrongType('a list is accepted as a boolean', { parameter: 'flag', wrong: Array.isArray }),
  acceptsWrongType('a text is accepted as an object', { parameter: 'data', wrong: (value) => typeof value === 'string' }),
  acceptsWrongType('a number is accepted as an object', { parameter: 'data', wrong: (value) => typeof value === 'number' }),
  acceptsWrongType('a text is accepted as a list', { parameter: 'list', wrong: (value) => typeof value === 'string' }),
  acceptsWrongType('a number is accepted as a list', { parameter: 'list', wrong: (value) => typeof value === 'number' }),
  {
    ...acceptsWrongType('a text that contains a number is accepted as a number', {
      parameter: 'count',
      wrong: (value) => value === '7',
    }),
    ...{ foundBy: 'RUN-ARG-TYPE.number-text', isWarned: true },
  },
  {
    defect: 'a text that contains a number reaches the workflow as a text',
    foundBy: 'RUN-ARG-TYPE.number-text',
    mutate: intercept(['run'], (request, { pass }) =>
      request.text.includes('"name":"count","value":"7"') ? respond(200, succeededRun({ count: '7' })) : pass(),
    ),
  },
  {
    ...acceptsWrongType('the text true is accepted as a boolean', {
      parameter: 'flag',
      wrong: (value) => value === 'true',
    }),
    ...{ foundBy: 'RUN-ARG-TYPE.boolean-text', isWarned: true },
  },
  acceptsWrongType('a number is accepted as a text', { parameter: 'text', wrong: (value) => typeof value === 'number' }),
  acceptsWrongType('any text is accepted as a boolean', { parameter: 'flag', wrong: (value) => typeof value === 'string' }),
  acceptsWrongType('any text is accepted as a number', { parameter: 'count', wrong: (value) => typeof value === 'string' }),
  acceptsWrongType('an empty object is accepted as a text', { parameter: 'text', wrong: isEmpty }),
  acceptsWrongType('an empty list is accepted as an object', { parameter: 'data', wrong: isEmpty }),
  acceptsWrongType('an empty object is accepted as a list', { parameter: 'list', wrong: isEmpty }),
  {
    defect: 'only the last argument is validated',
    foundBy: 'RUN-ARG-TYPE',
    mutate: onRunBody(({ args, ...body }) => {
      const list = Array.isArray(args) ? args : []
      const kept = list.filter(({ value }, index) => index === list.length - 1 || value !== 'high')
      return { ...body, args: kept }
    }),
  },
  acceptsWrongType('an empty list is accepted as a boolean', { parameter: 'flag', wrong: isEmpty }),
  acceptsWrongType('an object whose names are positions is accepted as a list', {
    parameter: 'list',
    wrong: (value) => isObject(value) && '1' in value,
  }),
  acceptsWrongType('a list is accepted as an object', { parameter: 'data', wrong: Array.isArray }),
  acceptsWrongType('an object is accepted as a list', { parameter: 'list', wrong: isObject }),
  ...mutantsOf('RUN-ARG-TYPE', {
    'a value of the wrong type gets 422': onStatus(badRun, 422),
    'a value of the wrong type fails the run': failsRun(),
  }),
  {
    defect: 'a required argument may be missing if there are no other arguments',
    foundBy: 'RUN-ARG-MISSING',
    mutate: intercept(['run'], (request, { pass }) =>
      flowIdOf(request) === 'typed' && request.text.includes('"args":[]') ? respond(200, succeededRun(null)) : pass(),
    ),
  },
  refusesFalsy('an empty text is treated as a missing argument', { required: 'subject', value: '' }),
  refusesFalsy('the text 0 is treated as a missing argument', { required: 'subject', value: '0' }),
  refusesFalsy('zero is treated as a missing argument', { required: 'priority', value: 0 }),
  refusesFalsy('false is treated as a missing argument', { required: 'urgent', value: false }),
  ...mutantsOf('RUN-ARG-MISSING', {
    'a missing argument is given an empty value': intercept(['run'], async (request, { pass }) => {
      const missing = flowIdOf(request) === 'typed' && !request.text.includes('"subject"')
      return missing ? respond(200, succeededRun('')) : pass()
    }),
    'an unknown argument is matched by its position': onArguments((argument) =>
      argument['name'] === 'other-subject' ? { ...argument, name: 'subject' } : argument,
    ),
    'a missing argument gets 422': onStatus(badRun, 422),
    'a missing argument fails the run': failsRun(),
  }),
  {
    defect: 'a number beyond the range of a double is written as Infinity (Python: json.dumps)',
    foundBy: 'RUN-ARG-VALUE.range',
    mutate: onResponse(['run'], (_response, request) =>
      request.text.includes(':1e400')
        ? { status: 200, text: '{"status":"success","result":{"count":Infinity},"stepOutputs":{}}' }
        : undefined,
    ),
  },
  {
    defect: 'a number beyond the range of a double is an internal error (PHP: json_encode; Ruby: JSON.generate)',
    foundBy: 'RUN-ARG-VALUE.range',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.includes(':1e400')),
  },
  changesValues(
    'a text ends at U+0000',
    (value) => changeText(value, (text) => text.split('\0', 1)[0] ?? ''),
    'RUN-ARG-VALUE.nul',
  ),
  changesValues(
    'U+0000 is left out of texts',
    (value) => changeText(value, (text) => text.replaceAll('\0', '')),
    'RUN-ARG-VALUE.nul',
  ),
  changesValues(
    'U+0000 becomes a space',
    (value) => changeText(value, (text) => text.replaceAll('\0', ' ')),
    'RUN-ARG-VALUE.nul',
  ),
  changesValues(
    'U+0000 becomes the sign for what cannot be shown',
    (value) => changeText(value, (text) => text.replaceAll('\0', '\ufffd')),
    'RUN-ARG-VALUE.nul',
  ),
  ...mutantsOf('RUN-ARG-VALUE.nul', {
    'members whose names begin with U+0000 are dropped': onRequest(['run'], ({ text }) => ({
      text: text.replace('{"\\u0000name":1}', '{}'),
    })),
    'U+0000 in a text is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => text.includes('e\\u0000')),
  }),
  {
    defect: 'an argument without a value is skipped',
    foundBy: 'RUN-ARG-VALUE.missing',
    mutate: onArguments((argument) => ('value' in argument ? argument : [])),
  },
  ...mutantsOf('RUN-ARG-NULL', {
    'an argument that is null is skipped': onArguments((argument) => (argument['value'] === null ? [] : argument)),
    'null is false where a truth value is expected': onArguments(({ name, value }) => ({
      name,
      value: name === 'flag' ? (value ?? false) : value,
    })),
    'null becomes an empty text where a text is expected': onArguments(({ name, value }) => ({
      name,
      value: name === 'text' ? (value ?? '') : value,
    })),
  }),
  ...mutantsOf('RUN-ARG-NULL.nested', {
    'null inside nested data is dropped': onValues((value) =>
      deep(value, (inner) =>
        isObject(inner) ? Object.fromEntries(Object.entries(inner).filter(([, child]) => child !== null)) : inner,
      ),
    ),
    'null inside lists is dropped': onValues((value) =>
      deep(value, (inner) => (Array.isArray(inner) ? inner.filter((item: unknown) => item !== null) : inner)),
    ),
  }),
  refusesValues('RUN-ARG-NULL.nested', {
    defect: 'null inside nested data is refused',
    when: (value) => isObject(value) && Object.values(value).includes(null),
  }),
]

type Parameter = keyof typeof typeCheck

/** A value of the wrong type for one parameter is left out, so that the run succeeds without it. */
function acceptsWrongType(
  defect: string,
  { parameter, wrong }: { readonly parameter: Parameter; readonly wrong: (value: unknown) => boolean },
): Mutant {
  const mutate = onArguments((argument) => (argument['name'] === parameter && wrong(argument['value']) ? [] : argument))
  return { defect, foundBy: typeCheck[parameter], mutate }
}

function acceptsBoolean(defect: string, parameters: readonly string[]): Mutant {
  const mutate = onArguments(({ name, value, ...rest }) => {
    const takes = typeof value === 'boolean' && parameters.includes(String(name))
    return { ...rest, name, value: takes ? rightValues[String(name)] : value }
  })
  return { defect, foundBy: typeCheck[parameters.includes('count') && parameters.length === 1 ? 'count' : 'text'], mutate }
}

/** Accepts an async start that is refused for its arguments, when they are so many. */
function unvalidated(
  foundBy: Mutant['foundBy'],
  ...[defect, when]: readonly [defect: string, when: (args: readonly unknown[]) => boolean]
): Mutant {
  const mutate = intercept(['run'], async ({ text }, { pass }) => {
    const response = await pass()
    const { args, mode } = parseObject(text) ?? {}
    const accepts = response.status === 400 && mode === 'async' && Array.isArray(args) && when(args)
    return accepts ? respond(202, { runId: crypto.randomUUID() }) : response
  })
  return { defect, foundBy, mutate }
}

/** Refuses a falsy value of a required argument. The workflow has no parameter `urgent`, so that argument is left out. */
function refusesFalsy(defect: string, { required, value }: { readonly required: string; readonly value: unknown }): Mutant {
  const { typed } = contractFixtures
  const mutate = intercept(['run'], (request, { pass }) => {
    const args = parseObject(request.text)?.['args']
    const sent: readonly unknown[] = flowIdOf(request) === 'typed' && Array.isArray(args) ? args : []
    const isFalsy = sent.some((argument) => isObject(argument) && argument['name'] === required && argument['value'] === value)
    return isFalsy ? respond(400, { message: `${required} is missing` }) : leaveOut('urgent')(request, pass)
  })
  const validArguments = { ...typed.validArguments, urgent: true }
  return { defect, foundBy: 'RUN-ARG-MISSING.falsy', fixtures: { typed: { ...typed, validArguments, required } }, mutate }
}

function leaveOut(name: string): (request: MutantRequest, pass: Upstream['pass']) => Promise<MutantResponse> {
  return ({ text }, pass) => {
    const { args, ...body } = parseObject(text) ?? {}
    if (!Array.isArray(args)) return pass()
    return pass({ text: JSON.stringify({ ...body, args: args.filter((one: unknown) => Object(one).name !== name) }) })
  }
}

function failsRun(): Mutant['mutate'] {
  return intercept(['run'], async (_request, { pass }) => {
    const response = await pass()
    return response.status === 400 ? respond(200, failed) : response
  })
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
