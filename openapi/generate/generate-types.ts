import openapiTypescript, { astToString } from 'openapi-typescript'
import { generatedNote } from './generated-note.ts'

const documentation = {
  paths: 'The operations of the document by path and method, as openapi-fetch and its like read them.',
  components: 'The schemas, responses, parameters and headers that the document has by name.',
  operations: 'The parameters, bodies and answers of each operation.',
}

/** The types of paths, operations and components. */
export async function generateTypes(): Promise<string> {
  const types = astToString(await openapiTypescript(new URL('../openapi.yaml', import.meta.url)))
  const documented = Object.entries(documentation).reduce(
    (text, [name, sentence]) => text.replace(`export interface ${name} {`, `/** ${sentence} */\n$&`),
    types,
  )
  return generatedNote + documented
}
