import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type JsonObject, objectAt } from './json-object.ts'

/** The document as it stands in openapi.yaml. */
export async function readDocument(): Promise<JsonObject> {
  return objectAt(parse(await readFile(new URL('../openapi.yaml', import.meta.url), 'utf8')), 'openapi.yaml')
}
