import { type Answer, Refusal } from './answer.ts'
import { readBearer } from './authenticate.ts'
import { applyFaults } from './faults/apply-faults.ts'
import { isConnectionFault } from './faults/connection-fault-error.ts'
import type { Handled } from './handled.ts'
import { recordExchange } from './journal/record-exchange.ts'
import type { Call } from './operations/call.ts'
import { getRun } from './operations/get-run.ts'
import { BodyTooLarge } from './read-body.ts'
import { respond, respondInternalError, respondOutsideDocument } from './respond.ts'
import { matchRoute, type RouteMatch } from './routes.ts'
import type { World } from './world.ts'

/** Answers one request: what the operation says, checked against the document before it is sent. */
export function handleRequest(world: World, request: Request): Promise<Response> {
  return recordExchange(world, { request, handle: (handled) => handle(world, { request, handled }) })
}

async function handle(
  world: World,
  { handled, request }: { readonly request: Request; readonly handled: Handled },
): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url)
  try {
    const path = withinBase(world, pathname)
    handled.path = (path ?? pathname) + search
    const match = path === undefined ? undefined : matchRoute(path, world.product)
    if (match?.route.method !== request.method)
      return await answerOutsideDocument(world, { request, match, path: path ?? pathname })
    const { operationId, operate } = match.route
    const faults = world.faults.meeting({ operation: operationId, key: () => readBearer(request.headers) })
    handled.operation = operationId
    handled.faults = faults.map(({ kind }) => kind)
    const staleKeys = faults.some(({ kind }) => kind === 'stale-key')
    const call: Call = { request, handled, path: match.path, baseUrl: world.baseUrl ?? origin, staleKeys }
    const operated = async (): Promise<Response> =>
      respond(world, { operationId, answer: await refusable(() => operate(world, call)) })
    return faults.length === 0 ? await operated() : await applyFaults(world, { faults, request, handle: operated })
  } catch (error) {
    const abandoned = error === request.signal.reason || error === world.stopping.signal.reason
    if (abandoned || isConnectionFault(error)) throw error
    if (error instanceof BodyTooLarge) {
      const answer = { status: 413, headers: { connection: 'close' }, body: { message: 'The body is too large' } }
      return respondOutsideDocument(world, { method: request.method, answer })
    }
    return respondInternalError(world, error)
  }
}

/** The path below the service's base URL; undefined for one that is not below it. */
function withinBase({ basePath }: World, pathname: string): string | undefined {
  if (basePath === '') return pathname
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
}

async function answerOutsideDocument(
  world: World,
  asked: { readonly request: Request; readonly match: RouteMatch | undefined; readonly path: string },
): Promise<Response> {
  const { match, path, request } = asked
  const { headers, method } = request
  if (match !== undefined) {
    const message = `${match.route.operationId} is called with ${match.route.method}, not with ${method}`
    return respondOutsideDocument(world, {
      method,
      answer: { status: 405, headers: { allow: match.route.method }, body: { message } },
    })
  }
  const run =
    world.profile.statusEndpoint === 'runs' ? await refusable(() => getRun(world, { headers, pathname: path })) : undefined
  const nothing: Answer = { status: 404, body: { message: `Nothing is at ${path}` } }
  return respondOutsideDocument(world, { method, answer: run ?? nothing })
}

/** What an operation answers, or what it refuses with. */
async function refusable<T extends Answer | undefined>(operate: () => T | Promise<T>): Promise<T | Answer> {
  try {
    return await operate()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}
