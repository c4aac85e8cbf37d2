import { follow, type JsonObject, jsonSchemaOf, listOperations, members, type Operation, objectAt } from '../generate/document.ts'

/** An example of the document, with its schema. */
export interface Example {
  readonly operationId: string
  /** `request`, a status, `parameter flowId`, or `429 Retry-After`. */
  readonly of: string
  readonly name: string
  readonly schema: unknown
  readonly value: unknown
}

/** Lists every example of every operation, with its kind. */
export interface Examples {
  readonly requests: readonly Example[]
  readonly responses: readonly (Example & { readonly status: number })[]
  readonly parameters: readonly (Example & { readonly parameter: string })[]
  readonly headers: readonly (Example & { readonly status: number; readonly header: string })[]
}

export function listExamples(document: JsonObject): Examples {
  const operations = listOperations(document)
  return {
    requests: operations.flatMap((operation) =>
      operation.requestBody === undefined ? [] : bodyExamples(operation.requestBody, { operation, of: 'request' }),
    ),
    responses: operations.flatMap((operation) =>
      operation.responses.flatMap(({ response, status }) =>
        bodyExamples(response, { operation, of: String(status) }).map((example) => ({ ...example, status })),
      ),
    ),
    parameters: operations.flatMap((operation) =>
      operation.parameters.flatMap((parameter) => {
        const name = String(parameter['name'])
        return valueExamples(parameter, { operation, of: `parameter ${name}` }).map((example) => ({
          ...example,
          parameter: name,
        }))
      }),
    ),
    headers: operations.flatMap((operation) =>
      operation.responses.flatMap(({ response, status }) =>
        Object.entries(objectAt(response['headers'] ?? {}, 'headers')).flatMap(([header, entry]) =>
          valueExamples(follow(document, entry), { operation, of: `${status} ${header}` }).map((example) => ({
            ...example,
            status,
            header,
          })),
        ),
      ),
    ),
  }
}

interface Holder {
  readonly operation: Operation
  readonly of: string
}

function bodyExamples(body: JsonObject, { of, operation }: Holder): Example[] {
  const content = objectAt(objectAt(body['content'], of)['application/json'], of)
  return valueExamples({ schema: jsonSchemaOf(body, of), examples: content['examples'] }, { of, operation })
}

function valueExamples({ examples, schema }: JsonObject, { of, operation }: Holder): Example[] {
  const { operationId } = operation
  return members(examples, of).map(([name, { value }]) => ({ operationId, of, name, schema, value }))
}
