import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** A JSON object of the document, before its parts are known. */
export type DocumentNode = { readonly [name: string]: unknown }

/** The document as it stands in openapi.yaml. */
export async function readDocument(): Promise<DocumentNode> {
  return objectAt(parse(await readFile(new URL('../openapi.yaml', import.meta.url), 'utf8')), 'openapi.yaml')
}

/** The value as an object, or an error that names the place. */
export function objectAt(value: unknown, place: string): DocumentNode {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new Error(`Cannot read ${place}: expected an object`)
}

/** The members of an object that may be missing. */
export function members(value: unknown, place: string): [string, DocumentNode][] {
  if (value === undefined) return []
  return Object.entries(objectAt(value, place)).map(([name, member]) => [name, objectAt(member, `${place}.${name}`)])
}
