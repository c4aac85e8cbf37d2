import { type Part, readDocument } from './tool.ts'

/**
 * Copies the API document for testers of a server: with the real product, and with examples that belong together. With `named`,
 * the request and the response of an example have the same name. With `single`, only the first example of 200 stays.
 */
export function copyForTesters(examples: 'named' | 'single'): Part {
  const document = simplifyForTesters()
  const { paths, components } = document
  for (const [path, item] of Object.entries<Part>(paths)) {
    const operation: Part = item['get'] ?? item['post']
    operation['security'] = operation['security'].slice(0, 1)
    // The public manifest has no parameter except this one, whose example does not affect the response.
    operation['parameters'] = operation['parameters'].filter((parameter: Part) => parameter['$ref'] === undefined)
    if (examples === 'named') keepPairs(operation, components)
    else keepFirst(operation)
    delete paths[path]
    paths[path.replace('{product}', 'wfhost')] = item
  }
  return document
}

/** Copies the document without parts that some testers cannot read: cookies as security, and `allOf` beside `required`. */
export function simplifyForTesters(): Part {
  const document = readDocument()
  const { components } = document
  delete components.securitySchemes.consoleSession
  for (const schema of Object.values<Part>(components.schemas)) {
    if (schema['allOf'] === undefined) continue
    delete schema['allOf']
    schema['additionalProperties'] = true
  }
  return document
}

function keepPairs(operation: Part, components: Part): void {
  const given: Part[] = operation['requestBody'] === undefined ? operation['parameters'] : [mediaOf(operation['requestBody'])]
  const names = given.flatMap((part) => Object.keys(part['examples']))
  for (const [status, response] of Object.entries<Part>(operation['responses'])) {
    const own: Part = structuredClone(response['$ref'] ? components['responses'][response['$ref'].split('/').at(-1)] : response)
    operation['responses'][status] = own
    for (const name of Object.keys(mediaOf(own)['examples'])) if (!names.includes(name)) delete mediaOf(own)['examples'][name]
    for (const header of Object.values<Part>(components['headers'])) delete header['examples']
  }
}

function keepFirst(operation: Part): void {
  const { 200: answer } = operation['responses']
  operation['responses'] = { 200: answer }
  const body = operation['requestBody'] === undefined ? [] : [mediaOf(operation['requestBody'])]
  for (const part of [...operation['parameters'], ...body, mediaOf(answer)]) {
    const [first] = Object.values<Part>(part['examples'])
    delete part['examples']
    part['example'] = first?.['value']
  }
}

function mediaOf(part: Part): Part {
  return part['content']['application/json']
}
