import { type Answer, Refusal } from './answer.ts'
import { readBearer } from './authenticate.ts'
import { applyFaults } from './faults/apply-faults.ts'
import { isConnectionFault } from './faults/connection-fault-error.ts'
import type { Handled } from './handled.ts'
import { recordExchange } from './journal/record-exchange.ts'
import type { Call } from './operations/call.ts'
import { getRun } from './operations/get-run.ts'
import type { PlainRequest, PlainResponse } from './plain-exchange.ts'
import { respond, respondInternalError, toResponse } from './respond.ts'
import { matchRoute, type RouteMatch } from './routes.ts'
import type { World } from './world.ts'

/** Answers one request: what the operation says, checked against the document before it is sent. */
export function handleRequest(world: World, request: PlainRequest): Promise<PlainResponse> {
  return recordExchange(world, { request, handle: (handled) => handle(world, { request, handled }) })
}

async function handle(
  world: World,
  { handled, request }: { readonly request: PlainRequest; readonly handled: Handled },
): Promise<PlainResponse> {
  try {
    const path = withinBase(world, request.path)
    handled.path = (path ?? request.path) + request.search
    const match = path === undefined ? undefined : matchRoute(path, world.product)
    if (match?.route.method !== request.method)
      return toResponse(world, await answerOutsideDocument(world, { request, match, path: path ?? request.path }))
    const { operationId, operate } = match.route
    const faults = world.faults.meeting({ operation: operationId, key: () => readBearer(request) })
    handled.operation = operationId
    handled.faults = faults.map(({ kind }) => kind)
    const staleKeys = faults.some(({ kind }) => kind === 'stale-key')
    const call: Call = { request, path: match.path, staleKeys }
    const operated = async (): Promise<PlainResponse> =>
      respond(world, { operationId, answer: await refusable(() => operate(world, call)) })
    return faults.length === 0 ? await operated() : await applyFaults(world, { faults, request, handle: operated })
  } catch (error) {
    const abandoned = error === request.signal.reason || error === world.stopping.signal.reason
    if (abandoned || isConnectionFault(error)) throw error
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
  asked: { readonly request: PlainRequest; readonly match: RouteMatch | undefined; readonly path: string },
): Promise<Answer> {
  const { match, path, request } = asked
  if (match !== undefined) {
    const message = `${match.route.operationId} is called with ${match.route.method}, not with ${request.method}`
    return { status: 405, headers: { allow: match.route.method }, body: { message } }
  }
  const run = world.profile.statusEndpoint === 'runs' ? await refusable(() => getRun(world, { request, path })) : undefined
  return run ?? { status: 404, body: { message: `Nothing is at ${path}` } }
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
