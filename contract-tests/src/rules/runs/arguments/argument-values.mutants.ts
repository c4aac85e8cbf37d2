import { deep, isObject, type Mutant, onArguments, onRequest, onValues, refuse } from '../../../../proof/mutants/mutant.ts'
import { changesValues } from './serialized-json.mutants.ts'

const rareIdeographs = /[\u{20000}-\u{3ffff}]/gu

/** Servers behind something that means well by the values that pass through it: a sanitizer, a serializer, a store. */
export const rewrittenValues: readonly Mutant[] = [
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
  {
    defect: 'characters of ideographs that few fonts have become question marks',
    foundBy: 'RUN-ARG-VALUE.generated',
    mutate: onValues((value) => deep(value, (leaf) => (typeof leaf === 'string' ? leaf.replace(rareIdeographs, '?') : leaf))),
  },
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
  {
    ...changesArguments('an object ends after fifty members', (value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, 50)) : value,
    ),
    foundBy: 'RUN-ARG-VALUE.sizes',
  },
  changesArguments('an argument that looks like a day becomes a time', (value) =>
    typeof value === 'string' ? value.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00Z') : value,
  ),
  readsText('a pair of escapes is read as one character', (text) => text.replaceAll(/\\ud83d\\ude00/gi, '?')),
  readsText('an escaped slash keeps its backslash', (text) => text.replaceAll('\\/', '\\\\/')),
  readsText('an exponent in capitals is cut off', (text) => text.replaceAll(/E\+\d+/g, '')),
  {
    defect: 'white space of Windows in a body is malformed',
    foundBy: 'RUN-ARGS.notation',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => text.includes('\r\n\t')),
  },
  {
    defect: 'a list in twenty lists is refused',
    foundBy: 'RUN-ARG-VALUE.sizes',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => text.includes('['.repeat(20))),
  },
  {
    ...changesArguments('a value that is five levels deep becomes a text', (value) => cutOff(value, 5)),
    foundBy: 'RUN-ARG-VALUE.sizes',
  },
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

function changesArguments(defect: string, change: (value: unknown) => unknown): Mutant {
  return { defect, foundBy: 'RUN-ARG-VALUE', mutate: onValues(change) }
}

function leavesOut(defect: string, when: (value: unknown) => boolean): Mutant {
  const mutate = onArguments((argument) => ('value' in argument && when(argument['value']) ? [] : argument))
  return { defect, foundBy: 'RUN-ARG-VALUE', mutate }
}

function readsText(defect: string, read: (text: string) => string): Mutant {
  return { defect, foundBy: 'RUN-ARGS.notation', mutate: onRequest(['run'], ({ text }) => ({ text: read(text) })) }
}
