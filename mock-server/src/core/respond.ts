import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import { type Answer, JsonResponse } from './answer.ts'
import { present } from './present.ts'
import type { World } from './world.ts'

/** Makes the response of an operation, checked against the document and in the form of the profile. */
export function respond(
  world: World,
  { answer, operationId }: { readonly answer: Answer; readonly operationId: OperationId },
): Response {
  const presented = present(answer, { operationId, profile: world.profile })
  const response = toResponse(world, presented)
  const headers = presented === answer ? response.headers : headersOf(world, answer)
  const problems = validateResponse(operationId, { status: answer.status, headers, body: answer.body })
  if (problems.length === 0) return response
  const found = problems.map(({ message }) => message).join('; ')
  throw new Error(`The answer ${answer.status} of ${operationId} is not as the document says: ${found}`)
}

/** Makes the response to a request that names no operation of the document. */
export function respondOutsideDocument(
  world: World,
  { answer, method }: { readonly answer: Answer; readonly method: string },
): Response {
  const response = toResponse(world, answer)
  // RFC 9110, section 9.3.2: the answer to HEAD has no content.
  return method === 'HEAD' ? new Response(null, response) : response
}

/** Tells of an error of ours and answers with it. */
export function respondInternalError(world: World, error: unknown): Response {
  const internal = error instanceof Error ? error : new Error(String(error))
  world.onInternalError(internal)
  const body = JSON.stringify({ message: `Internal error: ${internal.message}` })
  return new JsonResponse(body, { status: 500, headers: { 'content-type': 'application/json' } })
}

function toResponse(world: World, answer: Answer): JsonResponse {
  const { body, status } = answer
  // Of the forms of an error body one is plain text.
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new JsonResponse(text, { status, headers: headersOf(world, answer) })
}

function headersOf(world: World, { headers }: Answer): Headers {
  return new Headers({ date: world.dateHeader(), 'content-type': 'application/json', ...headers })
}
