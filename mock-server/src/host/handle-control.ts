import type { MockService } from '../core/create-mock-service.ts'
import { toCurl, toHar } from '../core/journal/journal-formats.ts'
import { syncAllRegistries } from '../core/registry/registry-entries.ts'
import { decodeSegment } from '../core/requests/paths.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { getPublicUrl } from '../core/requests/public-url.ts'
import type { World } from '../core/world/world.ts'
import { findInspectorFile } from '../inspector-files.ts'
import { json, message, noContent, respondNotAllowed, respondNotFound } from './control-responses.ts'
import { findAccessProblem } from './find-access-problem.ts'
import { followJournal } from './follow-journal.ts'
import { findInspection, findOperation, handleOperation } from './handle-operation.ts'
import { describeInvalidId, type Worlds, worldIdPattern } from './worlds.ts'

/** The parts of a host that its control API reads and changes. */
export interface ControlApi {
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
export async function handleControl(surface: ControlApi, request: PlainRequest): Promise<PlainResponse> {
  // Open to everyone: a probe, such as one of Docker or Kubernetes, has no token.
  if (request.method === 'GET' && request.path === '/__mock/health') return json(200, { status: 'ok' })

  // The page itself contains no data. Its requests for data need access.
  const page = request.method === 'GET' ? await findInspectorFile(surface, request) : undefined
  if (page !== undefined) return page

  const accessProblem = findAccessProblem(surface, request)
  if (accessProblem !== undefined) return message(403, accessProblem)

  const route = readRoute(request.path)
  if (route.worldId === undefined) return handleRootWorld(surface, route, request)
  return handleClientWorld(surface, { ...route, worldId: route.worldId }, request)
}

/** Handles a request to the control API of the world at `/`, or of the host, which has resources such as the list of worlds. */
async function handleRootWorld(surface: ControlApi, route: ControlRoute, request: PlainRequest): Promise<PlainResponse> {
  if (route.hasMoreSegments) return respondNotFound()

  const response = await handleWorldResource({ surface, world: surface.world, route, request })
  return response ?? handleHostResource(surface, route, request)
}

/** Handles a request to the control API of a world that a client has created. */
async function handleClientWorld(
  surface: ControlApi,
  route: ControlRoute & { readonly worldId: string },
  request: PlainRequest,
): Promise<PlainResponse> {
  const world = surface.worlds.findAndTouch(route.worldId)
  if (world === undefined) return message(404, `There is no world "${decodeSegment(route.worldId)}"`)
  if (route.hasMoreSegments) return respondNotFound()

  const response = await handleWorldResource({ surface, world, route, request })
  return response ?? respondNotFound()
}

/** A path of the control API: `/__mock/{resource}/{item}`, or `/__mock/worlds/{worldId}/{resource}/{item}`. */
interface ControlRoute {
  /** Undefined for the world at `/`. */
  readonly worldId: string | undefined
  readonly resource: string
  /** A part of the resource, such as `publishWorkflow` in `operations/publishWorkflow`. Empty if the path has none. */
  readonly item: string
  readonly hasMoreSegments: boolean
}

function readRoute(path: string): ControlRoute {
  const segments = path.split('/').slice(2)
  const isInWorld = segments[0] === 'worlds' && segments.length > 2
  const worldId = isInWorld ? segments[1] : undefined
  const [resource = '', item = '', ...more] = isInWorld ? segments.slice(2) : segments
  return { worldId, resource, item, hasMoreSegments: more.length > 0 }
}

interface WorldRequest {
  readonly surface: ControlApi
  readonly world: World
  readonly route: ControlRoute
  readonly request: PlainRequest
}

/**
 * Handles a request for a resource that each world has. In `operations/publishWorkflow`, `operations` is the resource, and
 * `publishWorkflow` is its item. Returns undefined for a resource that a world does not have.
 */
function handleWorldResource(worldRequest: WorldRequest): Promise<PlainResponse> | PlainResponse | undefined {
  const { request, route, world } = worldRequest
  const { item, resource } = route

  if (resource === 'operations') return callOperation(worldRequest)
  // Inspections read the world directly, because the service does not give access to all of its state.
  if (resource === 'inspect') return handleOperation(request, { name: item, find: () => findInspection(world, item) })

  // The other resources have no items, so a path with an item names an unknown resource.
  return item === '' ? handleJournalResource(worldRequest) : undefined
}

/** Calls an operation of a world, such as `publishWorkflow`. */
function callOperation(worldRequest: WorldRequest): Promise<PlainResponse> {
  const { request, route, surface, world } = worldRequest
  const service = getService(worldRequest)
  // A signal that is aborted when the world is removed. It ends an operation that waits, for example for a run.
  const removal = route.worldId === undefined ? undefined : surface.worlds.findRemoval(route.worldId)
  return handleOperation(request, { name: route.item, find: () => findOperation({ service, world, removal }, route.item) })
}

/** Sends the journal of a world: as events, or as a file. Returns undefined for another resource. */
function handleJournalResource(worldRequest: WorldRequest): Promise<PlainResponse> | PlainResponse | undefined {
  const { request, route, world } = worldRequest
  switch (route.resource) {
    case 'events':
      return request.method === 'GET' ? followJournal(world, request) : respondNotAllowed(request, ['GET'])
    case 'journal.har':
    case 'journal.curl':
      return exportJournal(getService(worldRequest), { format: route.resource, baseUrl: findWorldUrl(worldRequest), request })
    default:
      return undefined
  }
}

/** Returns the service of a world. Only the world at `/` keeps one: a service has no state, so another can be created each time. */
function getService({ route, surface, world }: WorldRequest): MockService {
  return route.worldId === undefined ? surface.service : surface.createService(world)
}

/** Returns the URL at which clients reach a world. */
function findWorldUrl({ request, route, surface }: WorldRequest): string {
  if (route.worldId === undefined) return getPublicUrl(surface.world, request)
  return describeWorld(surface, route.worldId, request).url
}

/** Handles a request for a resource that only the host has. */
async function handleHostResource(
  surface: ControlApi,
  { item, resource }: ControlRoute,
  request: PlainRequest,
): Promise<PlainResponse> {
  if (resource === 'world-file' && request.method === 'GET') return json(200, (await surface.worldFile?.()) ?? {})
  if (resource === 'worlds') {
    return item === '' ? manageWorlds(surface, request) : manageWorld(surface, decodeSegment(item), request)
  }

  const isDocument = resource === 'openapi.json' && item === '' && request.method === 'GET'
  if (!isDocument) return respondNotFound()
  // Loaded on demand, because a server starts faster without the schemas.
  const { controlDocument } = await import('./control-document.ts')
  return json(200, controlDocument())
}

/** Lists all worlds, or creates one with a random id. */
async function manageWorlds(surface: ControlApi, request: PlainRequest): Promise<PlainResponse> {
  if (request.method === 'GET') {
    const ids = surface.worlds.ids()
    return json(200, { worlds: ids.map((id) => describeWorld(surface, id, request)) })
  }

  if (request.method !== 'POST') return respondNotAllowed(request, ['GET', 'POST'])
  if (hasBody(request)) return respondToBody()
  return addWorld(surface, crypto.randomUUID(), request)
}

/** Removes the world with an id, or creates it unless it exists. */
async function manageWorld(surface: ControlApi, id: string, request: PlainRequest): Promise<PlainResponse> {
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

function hasBody({ body, isBodyInvalidUtf8 }: PlainRequest): boolean {
  return body !== undefined || isBodyInvalidUtf8
}

/** Rejects a body, which would be ignored. Most likely it contains an id. */
function respondToBody(): PlainResponse {
  return message(400, 'Cannot create a world: expected no body; PUT /__mock/worlds/{id} gives it an id')
}

async function addWorld(surface: ControlApi, id: string, request: PlainRequest): Promise<PlainResponse> {
  const { createWorld, maxWorlds, worlds } = surface
  if (worlds.size >= maxWorlds) {
    return message(429, `Cannot create world "${id}": there are ${maxWorlds} already; remove one, or raise maxWorlds`)
  }

  const description = describeWorld(surface, id, request)
  const world = createWorld(description.url)
  worlds.add(id, world)
  await syncAllRegistries(world)
  return json(201, description)
}

interface WorldDescription {
  readonly id: string
  readonly url: string
}

function describeWorld({ world }: ControlApi, id: string, request: PlainRequest): WorldDescription {
  return { id, url: `${getPublicUrl(world, request)}/worlds/${id}` }
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
