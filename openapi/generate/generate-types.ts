import openapiTypescript, { astToString } from 'openapi-typescript'
import { generatedNote } from './generated-note.ts'

/** The types of paths, operations and components. */
export async function generateTypes(): Promise<string> {
  return generatedNote + astToString(await openapiTypescript(new URL('../openapi.yaml', import.meta.url)))
}
