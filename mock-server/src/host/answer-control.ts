import type { MockService } from '../core/create-mock-service.ts'
import { toCurl, toHar } from '../core/journal/journal-formats.ts'
import { deepestNesting, describeJsonError, isTooDeep } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { synchronizeAll } from '../core/registry/registry-entries.ts'
import { decodeSegment } from '../core/requests/paths.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { getPublicUrl } from '../core/requests/public-url.ts'
import type { World } from '../core/world/world.ts'
import { inspectorFile } from '../inspector-files.ts'
import { findAccessProblem } from './find-access-problem.ts'
import { followJournal } from './follow-journal.ts'
import { idExpected, type Worlds, worldIdPattern } from './worlds.ts'

export interface ControlSurface {
  readonly worlds: Worlds
  readonly world: World
  readonly service: MockService
  readonly token: string | undefined
  readonly maxWorlds: number
  readonly worldFile: (() => Promise<{ readonly name: string; readonly text: string }>) | undefined
  readonly createWorld: (baseUrl: string) => World
  readonly operationsOf: (world: World) => MockService
}

export async function answerControl(surface: ControlSurface, request: PlainRequest): Promise<PlainResponse> {
  // Open to everyone: a probe has no token.
  if (request.method === 'GET' && request.path === '/__mock/health') return json(200, { status: 'ok' })
  const page = request.method === 'GET' ? await inspectorFile(surface, request) : undefined
  if (page !== undefined) return page
  const why = findAccessProblem(surface, request)
  if (why !== undefined) return message(403, why)
  const [, , ...path] = request.path.split('/')
  const id = path[0] === 'worlds' && path.length > 2 ? path[1] : undefined
  const world = id === undefined ? surface.world : surface.worlds.use(id)
  if (world === undefined) return message(404, `There is no world "${decodeSegment(id ?? '')}"`)
  const [first = '', second = '', ...rest] = id === undefined ? path : path.slice(2)
  if (rest.length > 0) return nothing()
  const service = id === undefined ? surface.service : surface.operationsOf(world)
  if (first === 'operations') return operate(request, { name: second, find: () => findOperation(service, second) })
  if (first === 'inspect') return operate(request, { name: second, find: () => findInspection(world, second) })
  if (first === 'events' && second === '') return follow(world, request)
  const baseUrl = id === undefined ? getPublicUrl(surface.world, request) : describe(surface, id, request).url
  if ((first === 'journal.har' || first === 'journal.curl') && second === '')
    return exportJournal(service, { asHar: first === 'journal.har', baseUrl, request })
  if (id !== undefined) return nothing()
  if (first === 'world-file' && request.method === 'GET') return json(200, (await surface.worldFile?.()) ?? {})
  if (first === 'worlds') return manageWorld(surface, { id: decodeSegment(second), request })
  if (first !== 'openapi.json' || second !== '' || request.method !== 'GET') return nothing()
  const { controlDocument } = await import('./control-document.ts')
  return json(200, controlDocument())
}

function follow(world: World, request: PlainRequest): PlainResponse {
  return request.method === 'GET' ? followJournal(world, request) : notAllowed(request, ['GET'])
}

async function manageWorld(
  surface: ControlSurface,
  { id, request }: { readonly id: string; readonly request: PlainRequest },
): Promise<PlainResponse> {
  const { worlds } = surface
  if (request.method === 'DELETE' && id !== '') return worlds.remove(id) ? gone : message(404, `There is no world "${id}"`)
  if (request.method === 'GET' && id === '')
    return json(200, { worlds: worlds.ids().map((known) => describe(surface, known, request)) })
  const creates = id === '' ? 'POST' : 'PUT'
  if (request.method !== creates) return notAllowed(request, id === '' ? ['GET', 'POST'] : ['PUT', 'DELETE'])
  // A body would be ignored, and most likely contains an id.
  if (request.body !== undefined)
    return message(400, 'Cannot create a world: expected no body; PUT /__mock/worlds/{id} gives it an id')
  if (id === '') return addWorld(surface, { id: crypto.randomUUID(), request })
  if (!worldIdPattern.test(id)) return message(400, idExpected(id))
  if (worlds.use(id) === undefined) return addWorld(surface, { id, request })
  return json(200, describe(surface, id, request))
}

async function addWorld(
  surface: ControlSurface,
  { id, request }: { readonly id: string; readonly request: PlainRequest },
): Promise<PlainResponse> {
  const { createWorld, maxWorlds, worlds } = surface
  if (worlds.size >= maxWorlds)
    return message(429, `Cannot create world "${id}": there are ${maxWorlds} already; remove one, or raise maxWorlds`)
  const described = describe(surface, id, request)
  const world = createWorld(described.url)
  worlds.add(id, world)
  await synchronizeAll(world)
  return json(201, described)
}

function describe({ world }: ControlSurface, id: string, request: PlainRequest): { readonly id: string; readonly url: string } {
  return { id, url: `${getPublicUrl(world, request)}/worlds/${id}` }
}

/** Why there is no such operation, or what it does. */
type Found = string | ((input: unknown) => Promise<unknown>)

async function operate(
  request: PlainRequest,
  { find, name }: { readonly name: string; readonly find: () => Promise<Found> },
): Promise<PlainResponse> {
  const found = await find()
  if (typeof found === 'string') return message(404, found)
  if (request.method !== 'POST') return notAllowed(request, ['POST'])
  try {
    const result = await found(readInput(name, request.body || '{}'))
    return json(200, result === undefined ? {} : { result })
  } catch (error) {
    return message(400, error instanceof Error ? error.message : String(error))
  }
}

// Their schemas are made when they are needed: a server starts without them.
async function findOperation(service: MockService, name: string): Promise<Found> {
  const { callOperation, isControlOperation, whyNoOperation } = await import('./control-handlers.ts')
  if (!isControlOperation(name)) return `${whyNoOperation(name)}; see /__mock/openapi.json`
  return (input) => callOperation(service, { name, input })
}

async function findInspection(world: World, name: string): Promise<Found> {
  const { inspect, isInspection } = await import('./inspections.ts')
  return isInspection(name) ? (input) => inspect(world, { name, input }) : `There is no inspection "${name}"`
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

/** The journal of the service at a base URL. Keys appear by name. */
function exportJournal(
  service: Pick<MockService, 'journal'>,
  { asHar, baseUrl, request }: { readonly asHar: boolean; readonly baseUrl: string; readonly request: PlainRequest },
): PlainResponse {
  if (request.method !== 'GET') return notAllowed(request, ['GET'])
  if (asHar) return json(200, toHar(service.journal(), baseUrl))
  const commands = service.journal().map((entry) => `${toCurl(entry, baseUrl)}\n`)
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: commands.join('') }
}

export const closed: PlainResponse = message(
  404,
  'The control surface is closed; wfhost-mock --token opens it to whoever has the token',
)

const gone: PlainResponse = { status: 204, headers: {}, body: '' }

export function json(status: number, body: object): PlainResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function message(status: number, text: string): PlainResponse {
  return json(status, { message: text })
}

function nothing(): PlainResponse {
  return message(404, 'Nothing is here; see /__mock/openapi.json')
}

function notAllowed({ method, path }: PlainRequest, allowed: readonly string[]): PlainResponse {
  const allow = allowed.join(', ')
  return { ...message(405, `${path} takes ${allow}, not ${method}`), headers: { 'content-type': 'application/json', allow } }
}
