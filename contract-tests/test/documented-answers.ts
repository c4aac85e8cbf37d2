import type { OperationId } from '@wfhost/openapi'

/** One example of one response in the document. */
export interface DocumentedAnswer {
  readonly operationId: OperationId
  readonly status: number
  readonly example: string
  readonly value: unknown
}

/** Every example of every response of every operation. */
export function documentedAnswers(document: unknown): DocumentedAnswer[] {
  return members(child(document, 'paths')).flatMap(([, item]) =>
    members(item)
      .filter(([method]) => method === 'get' || method === 'post')
      .flatMap(([, operation]) => answersOf(operation, document)),
  )
}

function answersOf(operation: unknown, document: unknown): DocumentedAnswer[] {
  const operationId = child(operation, 'operationId') as OperationId
  return members(child(operation, 'responses')).flatMap(([status, response]) => {
    const media = child(child(resolve(response, document), 'content'), 'application/json')
    return members(child(media, 'examples')).map(([example, { value }]) => ({
      operationId,
      status: Number(status),
      example,
      value,
    }))
  })
}

function resolve(value: unknown, document: unknown): unknown {
  const reference = child(value, '$ref')
  if (typeof reference !== 'string') return value
  return reference.slice(2).split('/').reduce(child, document)
}

function child(value: unknown, name: string): unknown {
  return Object(value)[name]
}

function members(value: unknown): [string, Record<string, unknown>][] {
  return Object.entries(Object(value))
}
