import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import type { World } from '../world/world.ts'
import type { Answer } from './answer.ts'
import type { PlainResponse } from './plain-exchange.ts'
import { present } from './present.ts'

/** Creates the response of an operation, in the format of the profile and checked against the document. */
export function respond(
  world: World,
  { answer, operationId }: { readonly answer: Answer; readonly operationId: OperationId },
): PlainResponse {
  const presented = present(answer, { operationId, profile: world.profile })
  const response = toResponse(world, presented)
  const headers = presented === answer ? response.headers : headersOf(world, answer)
  const get = (name: string): string | null => headers[name.toLowerCase()] ?? null
  const problems = validateResponse(operationId, { status: answer.status, headers: { get }, body: answer.body })
  if (problems.length === 0) return response
  const found = problems.map(({ message }) => message).join('; ')
  throw new Error(`The answer ${answer.status} of ${operationId} is not as the document says: ${found}`)
}

/** Reports an internal error, and responds with 500. */
export function respondInternalError(world: World, error: unknown): PlainResponse {
  const internal = error instanceof Error ? error : new Error(String(error))
  world.onInternalError(internal)
  return toResponse(world, { status: 500, body: { message: `Internal error: ${internal.message}` } })
}

/** Converts an answer to a response. */
export function toResponse(world: World, answer: Answer): PlainResponse {
  const { body, status } = answer
  // One of the formats of an error body is plain text.
  return { status, headers: headersOf(world, answer), body: typeof body === 'string' ? body : JSON.stringify(body) }
}

function headersOf(world: World, { headers }: Answer): Readonly<Record<string, string>> {
  return { date: world.dateHeader(), 'content-type': 'application/json', ...headers }
}
