import {
  deep,
  intercept,
  isObject,
  type Mutant,
  type MutantResponse,
  mutantsOf,
  onArguments,
  onRequest,
  onResponse,
  onValues,
  parse,
  parseObject,
  refuse,
  without,
} from '../../../../proof/mutants/mutant.ts'

/** Servers that change the values of arguments, accept wrong ones, or refuse right ones. */
export const argumentValues: readonly Mutant[] = [
  changesValues('numbers are cut to whole ones', (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  changesValues('whole numbers lose their sign', (value) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.abs(value) : value,
  ),
  ...['json_class', '@class', '$type'].map((name) =>
    changesValues(`the value of a member ${name} is treated as the class of its object`, (value) =>
      isObject(value) ? without(value, name) : value,
    ),
  ),
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
  changesValues('variables of the environment are put into texts', (value) =>
    changeText(value, (text) => text.replaceAll('$HOME', '/root')),
  ),
  changesValues('a text that begins with a tilde is a path', (value) => changeText(value, (text) => text.replace(/^~/, '/root'))),
  changesValues(
    'members that are methods of a dictionary are lost',
    (value) => (isObject(value) ? without(value, 'items') : value),
    'RUN-ARG-VALUE.inherited-names',
  ),
  {
    defect: 'results are kept by arguments in which true is 1',
    foundBy: 'RUN-ARG-VALUE',
    remembers: true,
    mutate: (service) => {
      const kept = new Map<string, MutantResponse>()
      return intercept(['run'], async (request, { pass }) => {
        const name = request.text.replaceAll('true', '1').replaceAll('false', '0')
        const response = kept.get(name) ?? (await pass())
        kept.set(name, response)
        return response
      })(service)
    },
  },
  ...mutantsOf('RUN-ARG-VALUE', {
    'U+FFFD is taken for bytes that are no UTF-8': refuse({ at: 'run', status: 400 }, ({ text }) => text.includes('\ufffd')),
    'a text that looks like an attack is refused': refuse({ at: 'run', status: 403 }, ({ text }) => text.includes('OR 1=1')),
    'a whole number beyond 64 bits is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) =>
      text.includes(`"value":${2 ** 64}`),
    ),
  }),
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
  changesValues('empty lists inside nested data are dropped', (value) => withoutMembers(value, '[]'), 'RUN-ARG-VALUE.empty'),
  changesValues(
    'lists of nothing but empty lists become empty',
    (value) => (Array.isArray(value) && value.length > 0 && value.every((item) => JSON.stringify(item) === '[]') ? [] : value),
    'RUN-ARG-VALUE.empty',
  ),
  changesValues(
    'empty lists become empty objects',
    (value) => (JSON.stringify(value) === '[]' ? {} : value),
    'RUN-ARG-VALUE.empty',
  ),
  changesValues('empty texts inside nested data are dropped', (value) => withoutMembers(value, '""'), 'RUN-ARG-VALUE.empty'),
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
  ...['constructor', '__proto__', 'toString', 'prototype'].flatMap((name): Mutant[] => [
    {
      defect: `a member named ${name} is dropped from nested data`,
      foundBy: 'RUN-ARG-VALUE.inherited-names',
      mutate: onRequest(['run'], ({ text }) => ({
        text: text
          .replace(new RegExp(`"${name}":("3"|\\{"prototype":\\{"b":5\\}\\}|\\{"a":2\\}|\\[4\\]),?`), '')
          .replace(',}', '}'),
      })),
    },
    {
      defect: `a member named ${name} in nested data is an internal error`,
      foundBy: 'RUN-ARG-VALUE.inherited-names',
      mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.includes(`"${name}":`)),
    },
  ]),
  changesValues('empty strings inside nested data become null', (value) => (value === '' ? null : value)),
  changesValues('arrays are flattened', (value) => (Array.isArray(value) ? value.flat() : value)),
  changesValues(
    'an array is cut after a thousand values',
    (value) => (Array.isArray(value) ? value.slice(0, 1000) : value),
    'RUN-ARG-VALUE.sizes',
  ),
  changesValues('false becomes true', (value) => (value === false ? true : value)),
  {
    defect: 'numbers reach the workflow as strings',
    foundBy: 'RUN-ARG-VALUE',
    mutate: intercept(['run'], async (_request, { pass }) => {
      const response = await pass()
      return { ...response, text: response.text.replaceAll(/"count":(-?[\d.]+)/g, '"count":"$1"') }
    }),
  },
  refusesValues('RUN-ARG-VALUE', { defect: 'booleans are refused', when: (value) => typeof value === 'boolean' }),
  refusesValues('RUN-ARG-VALUE', { defect: 'arrays are refused', when: Array.isArray }),
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
  cutsStrings('a long string is cut off', 1024),
  cutsStrings('a string is cut off after 4 kB', 4096),
  cutsStrings('a string is cut off where a text column of 64 kB ends', 65_535),
  {
    defect: 'a body of more than 8 kB is refused',
    foundBy: 'RUN-JSON-STRING',
    isWarned: true,
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

/** Changes the value that the workflow receives for a string. The check of its parameter stays correct. */
function parsesStrings(defect: string, when: (text: string) => boolean): Mutant {
  const mutate = intercept(['run'], async (_request, { pass }) => {
    const response = await pass()
    const body = parseObject(response.text) ?? {}
    const result = deep(body['result'], (value) => (typeof value === 'string' && when(value) ? (parse(value) ?? value) : value))
    return isObject(body['result']) ? { ...response, text: JSON.stringify({ ...body, result }) } : response
  })
  return { defect, foundBy: 'RUN-JSON-STRING', mutate }
}

function cutsStrings(defect: string, most: number): Mutant {
  const mutate = onValues((value) => (typeof value === 'string' ? value.slice(0, most) : value))
  return { defect, foundBy: 'RUN-JSON-STRING', mutate }
}

/** Changes each value in the arguments of a run, and each value inside it. */
export function changesValues(
  defect: string,
  change: (value: unknown) => unknown,
  foundBy: Mutant['foundBy'] = 'RUN-ARG-VALUE',
): Mutant {
  return { defect, foundBy, mutate: onValues((value) => deep(value, change)) }
}

/** An object without the members that are written like that. */
function withoutMembers(value: unknown, written: string): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, child]) => JSON.stringify(child) !== written))
}

/** Changes a value that is a text. */
function changeText(value: unknown, change: (text: string) => string): unknown {
  return typeof value === 'string' ? change(value) : value
}

/** Refuses a run with such a value as an argument. */
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
