import { failedRun, succeededRun } from '../../../scripts/run-bodies.ts'
import {
  answer,
  deep,
  flowIdOf,
  intercept,
  isObject,
  type Mutant,
  onArguments,
  onRunBody,
  onStatus,
  onValues,
  parse,
  parseObject,
  refuse,
} from './mutant.ts'

const badRun = { at: ['run'], status: 400 } as const
const failed = failedRun({ name: 'TypeError', value: 'Bad', traceback: 'TypeError: Bad' })

/** Servers that change the values of arguments, accept wrong ones, or refuse right ones. */
export const argumentValues: readonly Mutant[] = [
  acceptsBoolean('true and false are taken for numbers', ['count']),
  acceptsBoolean('true and false are taken for values of every type', ['text', 'count', 'data', 'list']),
  {
    defect: 'a number is taken for a boolean',
    foundBy: 'RUN-ARG-TYPE',
    mutate: onArguments(({ name, value }) => ({
      name,
      value: name === 'flag' && typeof value === 'number' ? value > 0 : value,
    })),
  },
  unvalidated('RUN-ARG-TYPE', 'an async start with an argument of a wrong type is accepted', ({ length }) => length > 1),
  unvalidated('RUN-ARG-MISSING', 'an async start without a required argument is accepted', ({ length }) => length === 1),
  changesValues('numbers are cut to whole ones', (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  changesValues('strings are trimmed', (value) => (typeof value === 'string' ? value.trim() : value)),
  changesValues('characters outside Latin-1 become question marks', (value) => {
    return typeof value === 'string' ? value.replaceAll(/[\u0100-\uffff]/g, '?') : value
  }),
  changesValues('characters outside the basic plane are cut in halves', (value) => {
    return typeof value === 'string' ? value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd') : value
  }),
  changesValues('strings are normalized', (value) => (typeof value === 'string' ? value.normalize('NFC') : value)),
  changesValues('quotation marks are escaped once too often', (value) => {
    return typeof value === 'string' ? value.replaceAll('"', '\\"') : value
  }),
  changesValues('empty objects inside nested data are dropped', (value) => {
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([, child]) => JSON.stringify(child) !== '{}'))
      : value
  }),
  changesValues('empty strings inside nested data become null', (value) => (value === '' ? null : value)),
  changesValues('arrays are flattened', (value) => (Array.isArray(value) ? value.flat() : value)),
  changesValues('false becomes true', (value) => (value === false ? true : value)),
  {
    defect: 'numbers reach the workflow as strings',
    foundBy: 'RUN-ARG-VALUE',
    mutate: intercept(['run'], async (_asked, { pass }) => {
      const given = await pass()
      return { ...given, text: given.text.replaceAll(/"count":(-?[\d.]+)/g, '"count":"$1"') }
    }),
  },
  refusesValues('RUN-ARG-VALUE', { defect: 'booleans are refused', when: (value) => typeof value === 'boolean' }),
  refusesValues('RUN-ARG-VALUE', { defect: 'arrays are refused', when: Array.isArray }),
  {
    defect: 'an argument without a value is skipped',
    foundBy: 'RUN-ARG-VALUE',
    mutate: onArguments((argument) => ('value' in argument ? argument : [])),
  },
  {
    defect: 'a value of the wrong type is skipped',
    foundBy: 'RUN-ARG-TYPE',
    mutate: onArguments((argument) => (argument['name'] === 'priority' && argument['value'] === 'high' ? [] : argument)),
  },
  acceptsWrongType('a number is taken for a text', { parameter: 'text', wrong: (value) => typeof value === 'number' }),
  acceptsWrongType('any text is taken for a boolean', { parameter: 'flag', wrong: (value) => typeof value === 'string' }),
  acceptsWrongType('any text is taken for a number', { parameter: 'count', wrong: (value) => typeof value === 'string' }),
  acceptsWrongType('an empty text is taken for a number', { parameter: 'count', wrong: (value) => value === '' }),
  acceptsWrongType('an empty text is taken for a boolean', { parameter: 'flag', wrong: (value) => value === '' }),
  acceptsWrongType('the text NaN is taken for a number', { parameter: 'count', wrong: (value) => value === 'NaN' }),
  acceptsWrongType('zero is taken for a text', { parameter: 'text', wrong: (value) => value === 0 }),
  acceptsWrongType('an empty object is taken for a text', { parameter: 'text', wrong: isEmpty }),
  acceptsWrongType('an empty list is taken for an object', { parameter: 'data', wrong: isEmpty }),
  acceptsWrongType('an empty object is taken for a list', { parameter: 'list', wrong: isEmpty }),
  {
    defect: 'only the last argument is looked at',
    foundBy: 'RUN-ARG-TYPE',
    mutate: onRunBody(({ args, ...body }) => {
      const given = Array.isArray(args) ? args : []
      const kept = given.filter(({ value }, index) => index === given.length - 1 || value !== 'high')
      return { ...body, args: kept }
    }),
  },
  acceptsWrongType('a list is taken for an object', { parameter: 'data', wrong: Array.isArray }),
  acceptsWrongType('an object is taken for a list', { parameter: 'list', wrong: isObject }),
  { defect: 'a value of the wrong type gets 422', foundBy: 'RUN-ARG-TYPE', mutate: onStatus(badRun, 422) },
  { defect: 'a value of the wrong type fails the run', foundBy: 'RUN-ARG-TYPE', mutate: failsRun() },
  {
    defect: 'a required argument is asked for beside others only',
    foundBy: 'RUN-ARG-MISSING',
    mutate: intercept(['run'], (asked, { pass }) =>
      flowIdOf(asked) === 'typed' && asked.text.includes('"args":[]') ? answer(200, succeededRun(null)) : pass(),
    ),
  },
  {
    defect: 'a missing argument is given an empty value',
    foundBy: 'RUN-ARG-MISSING',
    mutate: intercept(['run'], async (asked, { pass }) => {
      const missing = flowIdOf(asked) === 'typed' && !asked.text.includes('"subject"')
      return missing ? answer(200, succeededRun('')) : pass()
    }),
  },
  { defect: 'a missing argument gets 422', foundBy: 'RUN-ARG-MISSING', mutate: onStatus(badRun, 422) },
  { defect: 'a missing argument fails the run', foundBy: 'RUN-ARG-MISSING', mutate: failsRun() },
  {
    defect: 'an argument that is null is skipped',
    foundBy: 'RUN-ARG-NULL',
    mutate: onArguments((argument) => (argument['value'] === null ? [] : argument)),
  },
  {
    defect: 'null inside nested data is dropped',
    foundBy: 'RUN-ARG-NULL',
    mutate: onValues((value) =>
      deep(value, (inner) =>
        isObject(inner) ? Object.fromEntries(Object.entries(inner).filter(([, child]) => child !== null)) : inner,
      ),
    ),
  },
  {
    defect: 'null inside lists is dropped',
    foundBy: 'RUN-ARG-NULL',
    mutate: onValues((value) =>
      deep(value, (inner) => (Array.isArray(inner) ? inner.filter((item: unknown) => item !== null) : inner)),
    ),
  },
  refusesValues('RUN-ARG-NULL', {
    defect: 'null inside nested data is refused',
    when: (value) => isObject(value) && Object.values(value).includes(null),
  }),
  cutsStrings('a long string is cut off', 1024),
  cutsStrings('a string is cut off after 4 kB', 4096),
  cutsStrings('a string is cut off where a text column of 64 kB ends', 65_535),
  {
    defect: 'a body of more than 8 kB is refused',
    foundBy: 'RUN-JSON-STRING',
    mutate: refuse({ at: 'run', status: 413 }, ({ text }) => text.length > 8192),
  },
  {
    defect: 'null characters are left out of strings',
    foundBy: 'RUN-JSON-STRING',
    mutate: onValues((value) => (typeof value === 'string' ? value.replaceAll('\\u0000', '') : value)),
  },
  parsesStrings('a string that holds a list in JSON is parsed', (text) => text.startsWith('[')),
  parsesStrings('a string that holds a string in JSON is parsed', (text) => text.startsWith('"')),
  parsesStrings('a string that holds a number in JSON is parsed', (text) => /^\d+$/.test(text)),
  refusesValues('RUN-JSON-STRING', {
    defect: 'a string that holds serialized JSON is refused',
    when: (value) => typeof value === 'string' && isObject(parse(value)),
  }),
  parsesStrings('a string that holds serialized JSON is parsed', () => true),
  {
    defect: 'a string that holds serialized JSON is written anew',
    foundBy: 'RUN-JSON-STRING',
    mutate: onValues((value) => (typeof value === 'string' && isObject(parse(value)) ? JSON.stringify(parse(value)) : value)),
  },
]

/** What the workflow gets of a string, not what its parameter is checked for. */
function parsesStrings(defect: string, when: (text: string) => boolean): Mutant {
  const mutate = intercept(['run'], async (_asked, { pass }) => {
    const given = await pass()
    const body = parseObject(given.text) ?? {}
    const result = deep(body['result'], (value) => (typeof value === 'string' && when(value) ? (parse(value) ?? value) : value))
    return isObject(body['result']) ? { ...given, text: JSON.stringify({ ...body, result }) } : given
  })
  return { defect, foundBy: 'RUN-JSON-STRING', mutate }
}

function cutsStrings(defect: string, most: number): Mutant {
  const mutate = onValues((value) => (typeof value === 'string' ? value.slice(0, most) : value))
  return { defect, foundBy: 'RUN-JSON-STRING', mutate }
}

function changesValues(defect: string, change: (value: unknown) => unknown): Mutant {
  return { defect, foundBy: 'RUN-ARG-VALUE', mutate: onValues((value) => deep(value, change)) }
}

function refusesValues(
  foundBy: Mutant['foundBy'],
  { defect, when }: { readonly defect: string; readonly when: (value: unknown) => boolean },
): Mutant {
  const mutate = refuse({ at: 'run', status: 400 }, ({ text }) => {
    const args = parseObject(text)?.['args']
    return Array.isArray(args) && args.some((argument: unknown) => isObject(argument) && when(argument['value']))
  })
  return { defect, foundBy, mutate }
}

/** A value of the wrong type for one parameter is left out, so that the run succeeds without it. */
function acceptsWrongType(
  defect: string,
  { parameter, wrong }: { readonly parameter: string; readonly wrong: (value: unknown) => boolean },
): Mutant {
  const mutate = onArguments((argument) => (argument['name'] === parameter && wrong(argument['value']) ? [] : argument))
  return { defect, foundBy: 'RUN-ARG-TYPE', mutate }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function failsRun(): Mutant['mutate'] {
  return intercept(['run'], async (_asked, { pass }) => {
    const given = await pass()
    return given.status === 400 ? answer(200, failed) : given
  })
}

const rightValues: Readonly<Record<string, unknown>> = { text: 'text', count: 1, data: {}, list: [] }

function acceptsBoolean(defect: string, parameters: readonly string[]): Mutant {
  const mutate = onArguments(({ name, value, ...rest }) => {
    const takes = typeof value === 'boolean' && parameters.includes(String(name))
    return { ...rest, name, value: takes ? rightValues[String(name)] : value }
  })
  return { defect, foundBy: 'RUN-ARG-TYPE', mutate }
}

/** Accepts an async start that is refused for its arguments, when they are so many. */
function unvalidated(
  foundBy: Mutant['foundBy'],
  ...[defect, when]: readonly [defect: string, when: (args: readonly unknown[]) => boolean]
): Mutant {
  const mutate = intercept(['run'], async ({ text }, { pass }) => {
    const given = await pass()
    const { args, mode } = parseObject(text) ?? {}
    const accepts = given.status === 400 && mode === 'async' && Array.isArray(args) && when(args)
    return accepts ? answer(202, { runId: crypto.randomUUID() }) : given
  })
  return { defect, foundBy, mutate }
}
