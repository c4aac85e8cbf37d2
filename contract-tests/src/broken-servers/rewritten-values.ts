import type { BrokenServer } from './broken-server.ts'
import { deep, isObject } from './json.ts'
import { onValues } from './on-request.ts'

/** Servers behind something that means well by the values that pass through it: a sanitizer, a serializer, a store. */
export const rewrittenValues: readonly BrokenServer[] = [
  rewrites('markup in texts is escaped', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  rewrites('line breaks become those of Unix', (text) => text.replaceAll('\r\n', '\n')),
  rewrites('texts that look like a time are moved to UTC', (text) =>
    /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text,
  ),
  rewrites('texts that look like a number become one', (text) => (/^\d+$/.test(text) ? Number(text) : text)),
  rewrites('the text null becomes null', (text) => (text === 'null' ? null : text)),
  recounts('whole numbers are cut to 32 bits', (count) => (Number.isInteger(count) ? count | 0 : count)),
  recounts('numbers are rounded to six places', (count) => Number(count.toFixed(6))),
  renames('names inside nested data are written in snake case', (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
  renames('names inside nested data lose their spaces', (name) => name.replaceAll(' ', '')),
]

function rewrites(defect: string, rewrite: (text: string) => unknown): BrokenServer {
  return changes(defect, (value) => (typeof value === 'string' ? rewrite(value) : value))
}

function recounts(defect: string, recount: (count: number) => number): BrokenServer {
  return changes(defect, (value) => (typeof value === 'number' ? recount(value) : value))
}

function renames(defect: string, rename: (name: string) => string): BrokenServer {
  return changes(defect, (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, child]) => [rename(name), child])) : value,
  )
}

function changes(defect: string, change: (value: unknown) => unknown): BrokenServer {
  return { defect, foundBy: 'RUN-ARG-VALUE', breakService: onValues((value) => deep(value, change)) }
}
