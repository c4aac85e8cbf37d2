import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import { type Answer, JsonResponse, Refusal } from './answer.ts'
import type { Call } from './operations/call.ts'
import { getRun } from './operations/get-run.ts'
import { present } from './present.ts'
import { matchRoute, type Route } from './routes.ts'
import type { World } from './world.ts'

/** Answers one request: what the operation says, checked against the document before it is sent. */
export async function handleRequest(world: World, request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url)
  const match = matchRoute(pathname, world.product)
  if (match === undefined && world.profile.statusEndpoint === 'runs') {
    const answer = askedRun(world, { headers: request.headers, pathname })
    if (answer !== undefined) return outsideDocument(request, answer)
  }
  if (match === undefined) return outsideDocument(request, { status: 404, body: { message: `Nothing is at ${pathname}` } })
  const { path, route } = match
  if (request.method !== route.method) {
    const message = `${route.operationId} is called with ${route.method}, not with ${request.method}`
    return outsideDocument(request, { status: 405, headers: { allow: route.method }, body: { message } })
  }
  try {
    const answer = await answerOf(world, { route, call: { request, path, baseUrl: world.baseUrl ?? origin } })
    const presented = present(answer, { operationId: route.operationId, profile: world.profile })
    const response = respond(presented)
    checkResponse(route.operationId, { answer, headers: presented === answer ? response.headers : headersOf(answer) })
    return response
  } catch (error) {
    const internal = error instanceof Error ? error : new Error(String(error))
    world.onInternalError(internal)
    return respond({ status: 500, body: { message: `Internal error: ${internal.message}` } })
  }
}

function askedRun(world: World, request: { readonly headers: Headers; readonly pathname: string }): Answer | undefined {
  try {
    return getRun(world, request)
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

async function answerOf(world: World, { call, route }: { readonly route: Route; readonly call: Call }): Promise<Answer> {
  try {
    return await route.operate(world, call)
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

function respond(answer: Answer): JsonResponse {
  const { body, status } = answer
  // Of the forms of an error body one is plain text.
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new JsonResponse(text, { status, headers: headersOf(answer) })
}

function headersOf({ headers }: Answer): Headers {
  return new Headers({ 'content-type': 'application/json', ...headers })
}

/** An answer to a request that names no operation of the document. */
function outsideDocument({ method }: Request, answer: Answer): Response {
  const response = respond(answer)
  // RFC 9110, section 9.3.2: the answer to HEAD has no content.
  return method === 'HEAD' ? new Response(null, response) : response
}

function checkResponse(
  operationId: OperationId,
  { answer, headers }: { readonly answer: Answer; readonly headers: Headers },
): void {
  const { body, status } = answer
  const problems = validateResponse(operationId, { status, headers, body })
  if (problems.length === 0) return
  const found = problems.map(({ message }) => message).join('; ')
  throw new Error(`The answer ${status} of ${operationId} is not as the document says: ${found}`)
}
