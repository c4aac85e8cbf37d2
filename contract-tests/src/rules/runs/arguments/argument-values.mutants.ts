import {
  deep,
  intercept,
  isObject,
  type Mutant,
  type MutantResponse,
  mutantsOf,
  onArguments,
  onRequest,
  onValues,
  refuse,
  without,
} from '../../../../proof/mutants/mutant.ts'
import { changesValues, changeText, cutsLists, limitsBodies, refusesValues } from '../../../../proof/mutants/parts/values.ts'

/** Servers that change or refuse the values of arguments. */
export const mutants: readonly Mutant[] = [
  changesValues('numbers are cut to whole ones', (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  changesValues('whole numbers lose their sign', (value) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.abs(value) : value,
  ),
  ...['json_class', '@class', '$type'].map((name) =>
    changesValues(`the value of a member ${name} is treated as the class of its object`, (value) =>
      isObject(value) ? without(value, name) : value,
    ),
  ),
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
    needsOtherRequests: true,
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
  changesTexts('strings are trimmed', (text) => text.trim()),
  changesTexts('characters outside Latin-1 become question marks', (text) => text.replaceAll(/[\u0100-\uffff]/g, '?')),
  changesTexts('characters outside the basic plane are cut in halves', (text) =>
    text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  ),
  changesTexts('strings are normalized', (text) => text.normalize('NFC')),
  changesTexts('quotation marks are escaped once too often', (text) => text.replaceAll('"', '\\"')),
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
  changesTexts('markup in texts is escaped', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  changesTexts('line breaks become Unix line breaks', (text) => text.replaceAll('\r\n', '\n')),
  changesTexts('texts that look like a time are moved to UTC', (text) =>
    /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text,
  ),
  changesTexts('texts that look like a time in UTC get its offset in digits', (text) =>
    text.replace(/^(\d{4}-\d\d-\d\dT[\d:]+)Z$/, '$1+00:00'),
  ),
  changesArguments('a text that is a time in UTC gets its offset in digits, unless another value has the same text', (value) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT[\d:]+)Z$/, '$1+00:00') : value,
  ),
  changesTexts('texts that look like a day become a time', (text) => text.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00Z')),
  changesInside('texts inside nested data are trimmed', (text) => text.trim()),
  changesInside('texts inside nested data are normalized', (text) => text.normalize('NFC')),
  changesTexts('a backslash and an n become a line break', (text) => text.replaceAll('\\n', '\n')),
  changesTexts('two percent signs become one percent sign', (text) => text.replaceAll('%%', '%')),
  changesTexts('an at sign before a text is left out', (text) => text.replace(/^@/, '')),
  changesTexts('texts that look like what PHP serializes are read', (text) => (/^i:\d+;$/.test(text) ? 7 : text)),
  changesTexts('a line break at the end of a text is left out', (text) => text.replace(/\n$/, '')),
  changesTexts('scripts in texts are left out', (text) => text.replaceAll(/<script>.*?<\/script>/g, '')),
  changesTexts('apostrophes are doubled', (text) => text.replaceAll("'", "''")),
  changesTexts('typographic quotation marks become straight', (text) => text.replaceAll(/[“”]/g, '"')),
  changesTexts('typographic apostrophes become straight', (text) => text.replaceAll('’', "'")),
  changesTexts('addresses of mail are written in small letters', (text) => (/^\w+@\S+$/.test(text) ? text.toLowerCase() : text)),
  changesTexts('a text that looks like a password is hidden', (text) => text.replace(/(password=)\S+/, '$1***')),
  changesTexts('a byte order mark before a text is left out', (text) => text.replace(/^\ufeff/, '')),
  changesTexts('texts that look like a number become a number', (text) => (/^\d+$/.test(text) ? Number(text) : text)),
  changesTexts('the text null becomes null', (text) => (text === 'null' ? null : text)),
  changesTexts('placeholders of templates are filled in', (text) => text.replaceAll(/\{\{\w+\}\}/g, '')),
  changesTexts('placeholders of shells are filled in', (text) => text.replaceAll(/\$\{\w+\}/g, '')),
  changesTexts('texts that look like a number with an exponent become a number', (text) =>
    /^\d+e\d+$/.test(text) ? Number(text) : text,
  ),
  changesTexts('texts that look like a hexadecimal number become a number', (text) => (/^0x/.test(text) ? Number(text) : text)),
  changesTexts('yes and no become true and false', (text) => (/^(yes|no)$/.test(text) ? text === 'yes' : text)),
  changesTexts('the texts true and false become values', (text) => (text === 'true' ? true : text)),
  changesTexts('an apostrophe is added before text that a spreadsheet reads as a formula', (text) => text.replace(/^=/, "'=")),
  changesTexts('characters without a width are left out', (text) => text.replaceAll(/[\u200b\ufeff]/g, '')),
  changesTexts('control characters are left out', (text) => text.replaceAll('\u001b', '')),
  changesTexts('the control character U+007F is left out', (text) => text.replaceAll('\u007f', '')),
  changesArguments('a byte order mark before the text of an argument is left out', (value) =>
    typeof value === 'string' ? value.replace(/^\ufeff/, '') : value,
  ),
  changesTexts('no-break spaces become ordinary spaces', (text) => text.replaceAll('\u00a0', ' ')),
  changesTexts('separators of lines become line breaks', (text) => text.replaceAll('\u2028', '\n')),
  changesTexts('entities become characters', (text) => text.replaceAll('&#39;', "'")),
  changesTexts('addresses become links', (text) => text.replaceAll(/https:\S+/g, '<$&>')),
  changesTexts('percent-encoding is decoded', (text) => (/%(?![\dA-F]{2})/.test(text) ? text : decodeURIComponent(text))),
  changesTexts('addresses are decoded', (text) => text.replaceAll(/%2C/g, ',')),
  changesNumbers('numbers beyond 64 bits become null', (count) => (Math.abs(count) > 2 ** 63 ? null : count)),
  changesValues('whole numbers that a double cannot count become texts', (value) =>
    Number.isInteger(value) && Number(value) > 2 ** 53 && Number(value) < 2 ** 63 ? String(value) : value,
  ),
  changesValues('whole numbers beyond 64 bits become texts', (value) => (value === 2 ** 64 ? String(value) : value)),
  changesNumbers('numbers have 15 digits', (count) => Number(count.toPrecision(15))),
  changesNumbers('numbers are rounded to two places', (count) => (Math.abs(count) > 1 ? Number(count.toFixed(2)) : count)),
  changesNumbers('numbers are of single precision', (count) =>
    Number.isInteger(count) || Math.abs(count) < 1 ? count : Math.fround(count),
  ),
  changesArguments('duplicates are removed from lists', (value) => (Array.isArray(value) ? [...new Set(value)] : value)),
  changesArguments('a list ends after ten items', (value) => (Array.isArray(value) ? value.slice(0, 10) : value)),
  changesArguments('a list ends after a hundred items', (value) => (Array.isArray(value) ? value.slice(0, 100) : value)),
  changesArguments('a list of one item becomes the item', (value) =>
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ),
  changesArguments('a list of one list becomes that list', (value) =>
    Array.isArray(value) && value.length === 1 && Array.isArray(value[0]) ? value[0] : value,
  ),
  changesArguments(
    'an object ends after fifty members',
    (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, 50)) : value),
    'RUN-ARG-VALUE.sizes',
  ),
  changesArguments('an argument that looks like a day becomes a time', (value) =>
    typeof value === 'string' ? value.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00Z') : value,
  ),
  {
    defect: 'a list in twenty lists is refused',
    foundBy: 'RUN-ARG-VALUE.sizes',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => text.includes('['.repeat(20))),
  },
  ...[32_768, 8192].map(limitsBodies),
  cutsLists(500),
  changesArguments('a value that is five levels deep becomes a text', (value) => cutOff(value, 5), 'RUN-ARG-VALUE.sizes'),
  changesValues('members whose names are numbers become a list', (value) =>
    isObject(value) && '0' in value ? Object.values(value) : value,
  ),
  leavesOut('an empty text is left out', (value) => value === ''),
  leavesOut('the text 0 is left out', (value) => value === '0'),
  leavesOut('zero is left out', (value) => value === 0),
  leavesOut('an empty object is left out', (value) => isObject(value) && Object.keys(value).length === 0),
  leavesOut('an empty list is left out', (value) => Array.isArray(value) && value.length === 0),
  changesNumbers('whole numbers are cut to 32 bits', (count) => (Number.isInteger(count) ? count | 0 : count)),
  changesNumbers('numbers are rounded to six places', (count) => Number(count.toFixed(6))),
  changesNames('names inside nested data are written in snake case', (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
  changesNames('names inside nested data are normalized', (name) => name.normalize('NFC')),
  changesNames('names inside nested data end after 64 characters', (name) => name.slice(0, 64)),
  changesValues('the value of a member with the name of a secret is hidden', (value) =>
    isObject(value) && 'password' in value ? { ...value, password: '***' } : value,
  ),
  changesNames('names inside nested data are cut off before a colon', (name) => name.replace(/^.*:/, '')),
  changesNames('names inside nested data lose an at sign', (name) => name.replace(/^@/, '')),
  changesNames('names inside nested data are written with underscores', (name) => name.replaceAll('-', '_')),
  changesNames('names inside nested data lose their part in brackets', (name) => name.replace(/\[.*\]$/, '')),
  changesNames('names inside nested data that look like a number are normalized like a number', (name) =>
    /^0\d+$/.test(name) ? `${Number(name)}` : name,
  ),
  changesNames('the first of two names that differ only in case is used', (name) => (name === 'ID' ? 'id' : name)),
  changesValues('members whose names are numbers are counted anew', (value) =>
    isObject(value) && '17' in value && !Array.isArray(value) ? renumbered(value) : value,
  ),
  changesNames('names inside nested data are trimmed', (name) => name.trim()),
  changesNames('dots in names inside nested data become underscores', (name) => name.replaceAll('.', '_')),
  changesValues('a name with a dot in it becomes two levels', (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, child]) => nested(name, child))) : value,
  ),
  dropsNames('members whose names begin with a dollar sign are dropped', '$'),
  dropsNames('members whose names begin with an underscore are dropped', '_'),
  changesNames('names inside nested data lose their spaces', (name) => name.replaceAll(' ', '')),
]

/** An object without the members that are written like that. */
function withoutMembers(value: unknown, written: string): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, child]) => JSON.stringify(child) !== written))
}

function changesTexts(defect: string, rewrite: (text: string) => unknown): Mutant {
  return changesValues(defect, (value) => (typeof value === 'string' ? rewrite(value) : value))
}

/** Changes texts inside objects and lists, and not those that are arguments. */
function changesInside(defect: string, rewrite: (text: string) => unknown): Mutant {
  const mutate = onValues((value) =>
    typeof value === 'string' ? value : deep(value, (leaf) => (typeof leaf === 'string' ? rewrite(leaf) : leaf)),
  )
  return { defect, foundBy: 'RUN-ARG-VALUE', mutate }
}

function changesNumbers(defect: string, recount: (count: number) => number | null): Mutant {
  return changesValues(defect, (value) => (typeof value === 'number' ? recount(value) : value))
}

function changesNames(defect: string, rename: (name: string) => string): Mutant {
  return changesValues(defect, (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, child]) => [rename(name), child])) : value,
  )
}

function dropsNames(defect: string, start: string): Mutant {
  return changesValues(defect, (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith(start))) : value,
  )
}

function renumbered(value: object): object {
  let next = 0
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [/^\d+$/.test(name) ? next++ : name, child]))
}

function nested(name: string, child: unknown): [string, unknown] {
  const [start = '', end, ...more] = name.split('.')
  return end === undefined || more.length > 0 ? [name, child] : [start, { [end]: child }]
}

function cutOff(value: unknown, levels: number): unknown {
  if (!isObject(value)) return value
  if (levels === 0) return '[object Object]'
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, cutOff(child, levels - 1)]))
}

function changesArguments(
  defect: string,
  change: (value: unknown) => unknown,
  foundBy: Mutant['foundBy'] = 'RUN-ARG-VALUE',
): Mutant {
  return { defect, foundBy, mutate: onValues(change) }
}

function leavesOut(defect: string, when: (value: unknown) => boolean): Mutant {
  const mutate = onArguments((argument) => ('value' in argument && when(argument['value']) ? [] : argument))
  return { defect, foundBy: 'RUN-ARG-VALUE', mutate }
}
