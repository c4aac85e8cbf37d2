import type { BrokenServer } from './broken-server.ts'
import { deep, isObject } from './json.ts'
import { onArguments, onValues } from './on-request.ts'

/** Servers behind something that means well by the values that pass through it: a sanitizer, a serializer, a store. */
export const rewrittenValues: readonly BrokenServer[] = [
  rewrites('markup in texts is escaped', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  rewrites('line breaks become those of Unix', (text) => text.replaceAll('\r\n', '\n')),
  rewrites('texts that look like a time are moved to UTC', (text) =>
    /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text,
  ),
  rewrites('texts that look like a number become one', (text) => (/^\d+$/.test(text) ? Number(text) : text)),
  rewrites('the text null becomes null', (text) => (text === 'null' ? null : text)),
  rewrites('placeholders of templates are filled in', (text) => text.replaceAll(/\{\{\w+\}\}/g, '')),
  rewrites('placeholders of shells are filled in', (text) => text.replaceAll(/\$\{\w+\}/g, '')),
  rewrites('texts that look like a number with an exponent become one', (text) => (/^\d+e\d+$/.test(text) ? Number(text) : text)),
  rewrites('texts that look like a hexadecimal number become one', (text) => (/^0x/.test(text) ? Number(text) : text)),
  rewrites('yes and no become true and false', (text) => (/^(yes|no)$/.test(text) ? text === 'yes' : text)),
  rewrites('the texts true and false become values', (text) => (text === 'true' ? true : text)),
  rewrites('an apostrophe comes before what a spreadsheet takes for a formula', (text) => text.replace(/^=/, "'=")),
  rewrites('characters without a width are left out', (text) => text.replaceAll(/[\u200b\ufeff]/g, '')),
  rewrites('control characters are left out', (text) => text.replaceAll('\u001b', '')),
  rewrites('spaces that keep words together become ordinary ones', (text) => text.replaceAll('\u00a0', ' ')),
  rewrites('separators of lines become line breaks', (text) => text.replaceAll('\u2028', '\n')),
  rewrites('entities become the characters that they stand for', (text) => text.replaceAll('&#39;', "'")),
  rewrites('addresses become links', (text) => text.replaceAll(/https:\S+/g, '<$&>')),
  rewrites('addresses are decoded', (text) => text.replaceAll(/%2C/g, ',')),
  recounts('numbers beyond 64 bits become null', (count) => (Math.abs(count) > 2 ** 63 ? null : count)),
  recounts('numbers have 15 digits', (count) => Number(count.toPrecision(15))),
  recounts('numbers are rounded to two places', (count) => (Math.abs(count) > 1 ? Number(count.toFixed(2)) : count)),
  recounts('numbers are of single precision', (count) =>
    Number.isInteger(count) || Math.abs(count) < 1 ? count : Math.fround(count),
  ),
  wholes('what is in a list twice is in it once', (value) => (Array.isArray(value) ? [...new Set(value)] : value)),
  wholes('a list ends after ten items', (value) => (Array.isArray(value) ? value.slice(0, 10) : value)),
  wholes('a list ends after a hundred items', (value) => (Array.isArray(value) ? value.slice(0, 100) : value)),
  wholes('a list of one item becomes the item', (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
  wholes('what is five levels deep becomes a text', (value) => cutOff(value, 5)),
  changes('members whose names are numbers become a list', (value) =>
    isObject(value) && '0' in value ? Object.values(value) : value,
  ),
  leavesOut('an empty text is left out', (value) => value === ''),
  leavesOut('zero is left out', (value) => value === 0),
  leavesOut('an empty object is left out', (value) => isObject(value) && Object.keys(value).length === 0),
  leavesOut('an empty list is left out', (value) => Array.isArray(value) && value.length === 0),
  recounts('whole numbers are cut to 32 bits', (count) => (Number.isInteger(count) ? count | 0 : count)),
  recounts('numbers are rounded to six places', (count) => Number(count.toFixed(6))),
  renames('names inside nested data are written in snake case', (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
  renames('names inside nested data are trimmed', (name) => name.trim()),
  renames('dots in names inside nested data become underscores', (name) => name.replaceAll('.', '_')),
  dropsNames('members whose names begin with a dollar sign are dropped', '$'),
  dropsNames('members whose names begin with an underscore are dropped', '_'),
  renames('names inside nested data lose their spaces', (name) => name.replaceAll(' ', '')),
]

function rewrites(defect: string, rewrite: (text: string) => unknown): BrokenServer {
  return changes(defect, (value) => (typeof value === 'string' ? rewrite(value) : value))
}

function recounts(defect: string, recount: (count: number) => number | null): BrokenServer {
  return changes(defect, (value) => (typeof value === 'number' ? recount(value) : value))
}

function renames(defect: string, rename: (name: string) => string): BrokenServer {
  return changes(defect, (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, child]) => [rename(name), child])) : value,
  )
}

function dropsNames(defect: string, start: string): BrokenServer {
  return changes(defect, (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith(start))) : value,
  )
}

function cutOff(value: unknown, levels: number): unknown {
  if (!isObject(value)) return value
  if (levels === 0) return '[object Object]'
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, cutOff(child, levels - 1)]))
}

function wholes(defect: string, change: (value: unknown) => unknown): BrokenServer {
  return { defect, foundBy: 'RUN-ARG-VALUE', breakService: onValues(change) }
}

function leavesOut(defect: string, when: (value: unknown) => boolean): BrokenServer {
  const breakService = onArguments((argument) => ('value' in argument && when(argument['value']) ? [] : argument))
  return { defect, foundBy: 'RUN-ARG-VALUE', breakService }
}

function changes(defect: string, change: (value: unknown) => unknown): BrokenServer {
  return { defect, foundBy: 'RUN-ARG-VALUE', breakService: onValues((value) => deep(value, change)) }
}
