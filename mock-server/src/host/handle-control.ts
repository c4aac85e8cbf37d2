import type { MockService } from '../core/create-mock-service.ts'
import { toCurl, toHar } from '../core/journal/journal-formats.ts'
import { deepestNesting, describeJsonError, isTooDeep } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { synchronizeAll } from '../core/registry/registry-entries.ts'
import { decodeSegment } from '../core/requests/paths.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { getPublicUrl } from '../core/requests/public-url.ts'
import type { World } from '../core/world/world.ts'
import { findInspectorFile } from '../inspector-files.ts'
import { findAccessProblem } from './find-access-problem.ts'
import { followJournal } from './follow-journal.ts'
import { describeInvalidId, type Worlds, worldIdPattern } from './worlds.ts'

/** The parts of a host that its control API reads and changes. */
export interface ControlSurface {
  /** The worlds that clients have created. */
  readonly worlds: Worlds
  /** The world at `/`, and its service. */
  readonly world: World
  readonly service: MockService
  readonly token: string | undefined
  readonly maxWorlds: number
  readonly worldFile: (() => Promise<{ readonly name: string; readonly text: string }>) | undefined
  readonly createWorld: (baseUrl: string) => World
  readonly createService: (world: World) => MockService
}

/** Handles a request below `/__mock/`: the page of the inspector, and the control API of a world or of the host. */
export async function handleControl(surface: ControlSurface, request: PlainRequest): Promise<PlainResponse> {
  // Open to everyone: a probe, such as one of Docker or Kubernetes, has no token.
  if (request.method === 'GET' && request.path === '/__mock/health') return json(200, { status: 'ok' })

  // The page itself contains no data. Its requests for data need access.
  const page = request.method === 'GET' ? await findInspectorFile(surface, request) : undefined
  if (page !== undefined) return page

  const accessProblem = findAccessProblem(surface, request)
  if (accessProblem !== undefined) return message(403, accessProblem)

  const route = readRoute(request.path)
  const world = route.worldId === undefined ? surface.world : surface.worlds.findAndTouch(route.worldId)
  if (world === undefined) return message(404, `There is no world "${decodeSegment(route.worldId ?? '')}"`)
  if (route.hasMoreSegments) return respondNotFound()

  const response = await handleWorldResource({ surface, world, route, request })
  if (response !== undefined) return response

  // A resource that no world has may belong to the host, such as the list of worlds.
  return route.worldId === undefined ? handleHostResource(surface, route, request) : respondNotFound()
}

/** A path of the control API: `/__mock/{resource}/{name}`, or `/__mock/worlds/{worldId}/{resource}/{name}`. */
interface ControlRoute {
  /** Undefined for the world at `/`. */
  readonly worldId: string | undefined
  readonly resource: string
  readonly name: string
  readonly hasMoreSegments: boolean
}

function readRoute(path: string): ControlRoute {
  const segments = path.split('/').slice(2)
  const isInWorld = segments[0] === 'worlds' && segments.length > 2
  const worldId = isInWorld ? segments[1] : undefined
  const [resource = '', name = '', ...more] = isInWorld ? segments.slice(2) : segments
  return { worldId, resource, name, hasMoreSegments: more.length > 0 }
}

interface WorldRequest {
  readonly surface: ControlSurface
  readonly world: World
  readonly route: ControlRoute
  readonly request: PlainRequest
}

/**
 * Handles a request for a resource that each world has, such as `operations/publishWorkflow` (changes the world),
 * `inspect/runs` (reads it for the inspector), `events` or `journal.har`. Returns undefined for any other resource.
 */
function handleWorldResource(worldRequest: WorldRequest): Promise<PlainResponse> | PlainResponse | undefined {
  const { request, route, surface, world } = worldRequest
  const { name: operationName, resource, worldId } = route
  // The world at / has a service already. One for a created world is cheap.
  const service = worldId === undefined ? surface.service : surface.createService(world)

  // Operations use the public interface of the world, as tests do. Inspections also read what that interface hides.
  if (resource === 'operations') {
    return handleOperation(request, { name: operationName, find: () => findOperation(service, operationName) })
  }
  if (resource === 'inspect') {
    return handleOperation(request, { name: operationName, find: () => findInspection(world, operationName) })
  }

  // The other resources have no parts, so a path with a further segment names an unknown resource.
  if (operationName !== '') return undefined

  switch (resource) {
    case 'events':
      return request.method === 'GET' ? followJournal(world, request) : respondNotAllowed(request, ['GET'])

    case 'journal.har':
    case 'journal.curl':
      return exportJournal(service, { format: resource, baseUrl: findWorldUrl(worldRequest), request })

    default:
      return undefined
  }
}

/** Returns the URL at which clients reach a world. */
function findWorldUrl({ request, route, surface }: WorldRequest): string {
  if (route.worldId === undefined) return getPublicUrl(surface.world, request)
  return describeWorld(surface, route.worldId, request).url
}

/** Handles a request for a resource that only the host has. */
async function handleHostResource(
  surface: ControlSurface,
  { name, resource }: ControlRoute,
  request: PlainRequest,
): Promise<PlainResponse> {
  if (resource === 'world-file' && request.method === 'GET') return json(200, (await surface.worldFile?.()) ?? {})
  if (resource === 'worlds') {
    return name === '' ? manageWorlds(surface, request) : manageWorld(surface, decodeSegment(name), request)
  }

  const isDocument = resource === 'openapi.json' && name === '' && request.method === 'GET'
  if (!isDocument) return respondNotFound()
  // Loaded on demand, because a server starts faster without the schemas.
  const { controlDocument } = await import('./control-document.ts')
  return json(200, controlDocument())
}

/** Lists all worlds, or creates one with a random id. */
async function manageWorlds(surface: ControlSurface, request: PlainRequest): Promise<PlainResponse> {
  if (request.method === 'GET') {
    const ids = surface.worlds.ids()
    return json(200, { worlds: ids.map((id) => describeWorld(surface, id, request)) })
  }

  if (request.method !== 'POST') return respondNotAllowed(request, ['GET', 'POST'])
  if (hasBody(request)) return respondToBody()
  return addWorld(surface, crypto.randomUUID(), request)
}

/** Removes the world with an id, or creates it unless it exists. */
async function manageWorld(surface: ControlSurface, id: string, request: PlainRequest): Promise<PlainResponse> {
  const { worlds } = surface
  if (request.method === 'DELETE') {
    return worlds.remove(id) ? noContent : message(404, `There is no world "${id}"`)
  }

  if (request.method !== 'PUT') return respondNotAllowed(request, ['PUT', 'DELETE'])
  if (hasBody(request)) return respondToBody()
  if (!worldIdPattern.test(id)) return message(400, describeInvalidId(id))

  if (worlds.findAndTouch(id) === undefined) return addWorld(surface, id, request)
  return json(200, describeWorld(surface, id, request))
}

function hasBody({ body, hasUnreadableBody }: PlainRequest): boolean {
  return body !== undefined || hasUnreadableBody
}

/** Rejects a body, which would be ignored. Most likely it contains an id. */
function respondToBody(): PlainResponse {
  return message(400, 'Cannot create a world: expected no body; PUT /__mock/worlds/{id} gives it an id')
}

async function addWorld(surface: ControlSurface, id: string, request: PlainRequest): Promise<PlainResponse> {
  const { createWorld, maxWorlds, worlds } = surface
  if (worlds.size >= maxWorlds) {
    return message(429, `Cannot create world "${id}": there are ${maxWorlds} already; remove one, or raise maxWorlds`)
  }

  const description = describeWorld(surface, id, request)
  const world = createWorld(description.url)
  worlds.add(id, world)
  await synchronizeAll(world)
  return json(201, description)
}

interface WorldDescription {
  readonly id: string
  readonly url: string
}

function describeWorld({ world }: ControlSurface, id: string, request: PlainRequest): WorldDescription {
  return { id, url: `${getPublicUrl(world, request)}/worlds/${id}` }
}

type OperationLookup =
  | { readonly kind: 'found'; readonly call: (input: unknown) => Promise<unknown> }
  | { readonly kind: 'unknown'; readonly reason: string }

interface NamedOperation {
  readonly name: string
  /** Called only after the method of the request was checked, because it loads the schemas. */
  readonly find: () => Promise<OperationLookup>
}

/** Calls an operation with the JSON body of a request, and responds with its result. */
async function handleOperation(request: PlainRequest, { find, name }: NamedOperation): Promise<PlainResponse> {
  const operation = await find()
  if (operation.kind === 'unknown') return message(404, operation.reason)
  if (request.method !== 'POST') return respondNotAllowed(request, ['POST'])
  if (request.hasUnreadableBody) return message(400, `Cannot call ${name}: the body is not UTF-8, or it is compressed. Send JSON`)

  try {
    const input = readInput(name, request.body || '{}')
    const result = await operation.call(input)
    return json(200, result === undefined ? {} : { result })
  } catch (error) {
    return message(400, error instanceof Error ? error.message : String(error))
  }
}

// Both import their schemas on demand, because a server starts faster without them.

async function findOperation(service: MockService, name: string): Promise<OperationLookup> {
  const { callOperation, describeUnknownOperation, isControlOperation } = await import('./control-handlers.ts')
  if (!isControlOperation(name)) {
    return { kind: 'unknown', reason: `${describeUnknownOperation(name)}; see /__mock/openapi.json` }
  }
  return { kind: 'found', call: (input) => callOperation(service, { name, input }) }
}

async function findInspection(world: World, name: string): Promise<OperationLookup> {
  const { inspect, isInspection } = await import('./inspections.ts')
  if (!isInspection(name)) return { kind: 'unknown', reason: `There is no inspection "${name}"` }
  return { kind: 'found', call: (input) => inspect(world, { name, input }) }
}

function readInput(name: string, body: string): unknown {
  const input = parseInput(name, body)
  if (isTooDeep(input))
    throw new MockStateError(`Cannot call ${name}: expected at most ${deepestNesting} levels in its arguments, found more`)
  return input
}

function parseInput(name: string, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new MockStateError(`Cannot call ${name}: expected its arguments as JSON, found ${describeJsonError(error)}`)
  }
}

interface JournalExport {
  readonly format: 'journal.har' | 'journal.curl'
  /** The base URL of the service in the exported requests. */
  readonly baseUrl: string
  readonly request: PlainRequest
}

/** Exports the journal of a service. Keys are replaced by their names. */
function exportJournal(service: Pick<MockService, 'journal'>, { baseUrl, format, request }: JournalExport): PlainResponse {
  if (request.method !== 'GET') return respondNotAllowed(request, ['GET'])
  if (format === 'journal.har') return json(200, toHar(service.journal(), baseUrl))

  const commands = service.journal().map((entry) => `${toCurl(entry, baseUrl)}\n`)
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: commands.join('') }
}

/** The response to each request below `/__mock/` if the option `control` is false. */
export const closedControl: PlainResponse = message(
  404,
  'The control surface is closed; wfhost-mock --token opens it to whoever has the token',
)

const noContent: PlainResponse = { status: 204, headers: {}, body: '' }

export function json(status: number, body: object): PlainResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function message(status: number, text: string): PlainResponse {
  return json(status, { message: text })
}

function respondNotFound(): PlainResponse {
  return message(404, 'Nothing is here; see /__mock/openapi.json')
}

function respondNotAllowed({ method, path }: PlainRequest, allowedMethods: readonly string[]): PlainResponse {
  const allow = allowedMethods.join(', ')
  const { body, status } = message(405, `${path} takes ${allow}, not ${method}`)
  return { status, body, headers: { 'content-type': 'application/json', allow } }
}
