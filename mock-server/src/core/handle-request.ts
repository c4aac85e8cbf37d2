import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import { type Answer, JsonResponse, Refusal } from './answer.ts'
import type { Call } from './operations/call.ts'
import { matchRoute, type Route } from './routes.ts'
import type { World } from './world.ts'

/** Answers one request: what the operation says, checked against the document before it is sent. */
export async function handleRequest(world: World, request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url)
  const match = matchRoute(pathname, world.product)
  if (match === undefined) return outsideDocument(request, { status: 404, body: { message: `Nothing is at ${pathname}` } })
  const { path, route } = match
  if (request.method !== route.method) {
    const message = `${route.operationId} is called with ${route.method}, not with ${request.method}`
    return outsideDocument(request, { status: 405, headers: { allow: route.method }, body: { message } })
  }
  try {
    const answer = await answerOf(world, { route, call: { request, path, baseUrl: world.baseUrl ?? origin } })
    const response = respond(answer)
    checkResponse(route.operationId, { answer, headers: response.headers })
    return response
  } catch (error) {
    const internal = error instanceof Error ? error : new Error(String(error))
    world.onInternalError(internal)
    return respond({ status: 500, body: { message: `Internal error: ${internal.message}` } })
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

function respond({ body, headers, status }: Answer): JsonResponse {
  return new JsonResponse(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
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
  const { body, documentedAs, status } = answer
  const problems = validateResponse(operationId, { status: documentedAs ?? status, headers, body })
  if (problems.length === 0) return
  const found = problems.map(({ message }) => message).join('; ')
  throw new Error(`The answer ${status} of ${operationId} is not as the document says: ${found}`)
}
