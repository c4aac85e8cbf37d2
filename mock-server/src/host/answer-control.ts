import type { MockService } from '../core/create-mock-service.ts'
import { toCurl, toHar } from '../core/journal/journal-formats.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { synchronizeAll } from '../core/registry/registry-entries.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { describeJsonFault } from '../core/requests/read-body.ts'
import type { World } from '../core/world/world.ts'
import { inspectorFile } from '../inspector-files.ts'
import { findAccessProblem } from './find-access-problem.ts'
import { followJournal } from './follow-journal.ts'
import { idExpected, type Worlds, worldIdPattern } from './worlds.ts'

export interface ControlSurface {
  readonly worlds: Worlds
  /** The world at `/`, and its operations. */
  readonly world: World
  readonly service: MockService
  readonly token: string | undefined
  readonly maxWorlds: number
  readonly createWorld: (baseUrl: string) => World
  readonly operationsOf: (world: World) => MockService
}

export async function answerControl(surface: ControlSurface, request: PlainRequest): Promise<PlainResponse> {
  // Open to everyone: a probe has no token.
  if (request.method === 'GET' && request.path === '/__mock/health') return json(200, { status: 'ok' })
  const page = request.method === 'GET' ? inspectorFile(surface, request) : undefined
  if (page !== undefined) return page
  const why = findAccessProblem(surface, request)
  if (why !== undefined) return message(403, why)
  const [, , first = '', second = '', third = '', fourth = '', ...rest] = request.path.split('/')
  if (rest.length > 0) return nothing()
  if (first === 'events' && second === '') return follow(surface.world, request)
  if (isExport(first) && second === '') return exportJournal(surface.service, { as: first, baseUrl: request.origin, request })
  if (first === 'operations' && third === '') return operate(surface.service, { name: second, request })
  if (first === 'worlds' && third === '') return manageWorld(surface, { id: second, request })
  if (first === 'worlds' && (third === 'operations' || ((third === 'events' || isExport(third)) && fourth === ''))) {
    const world = surface.worlds.use(second)
    if (world === undefined) return message(404, `There is no world "${second}"`)
    if (third === 'events') return follow(world, request)
    const service = surface.operationsOf(world)
    if (third === 'operations') return operate(service, { name: fourth, request })
    return exportJournal(service, { as: third, baseUrl: describe(second, request).baseUrl, request })
  }
  if (first === 'guard') return message(404, 'There is no guard here: wfhost-mock --guard has one')
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
  if (request.method === 'GET' && id === '') return json(200, { worlds: worlds.ids().map((known) => describe(known, request)) })
  const creates = id === '' ? 'POST' : 'PUT'
  if (request.method !== creates) return notAllowed(request, id === '' ? ['GET', 'POST'] : ['PUT', 'DELETE'])
  // A body would be ignored, and most likely contains an id.
  if (request.body !== undefined)
    return message(400, 'Cannot create a world: expected no body; PUT /__mock/worlds/{id} gives it an id')
  if (id === '') return addWorld(surface, { id: crypto.randomUUID(), request })
  if (!worldIdPattern.test(id)) return message(400, idExpected(id))
  if (worlds.use(id) === undefined) return addWorld(surface, { id, request })
  return json(200, describe(id, request))
}

async function addWorld(
  surface: ControlSurface,
  { id, request }: { readonly id: string; readonly request: PlainRequest },
): Promise<PlainResponse> {
  const { createWorld, maxWorlds, worlds } = surface
  if (worlds.size >= maxWorlds)
    return message(429, `Cannot create world "${id}": there are ${maxWorlds} already; remove one, or raise maxWorlds`)
  const described = describe(id, request)
  const world = createWorld(described.baseUrl)
  worlds.add(id, world)
  await synchronizeAll(world)
  return json(201, described)
}

function describe(id: string, { origin }: PlainRequest): { readonly id: string; readonly baseUrl: string } {
  return { id, baseUrl: `${origin}/worlds/${id}` }
}

async function operate(
  service: MockService,
  { name, request }: { readonly name: string; readonly request: PlainRequest },
): Promise<PlainResponse> {
  // Their schemas are made when they are needed: a server starts without them.
  const { callOperation, isControlOperation, whyNoOperation } = await import('./control-handlers.ts')
  if (!isControlOperation(name)) return message(404, `${whyNoOperation(name)}; see /__mock/openapi.json`)
  if (request.method !== 'POST') return notAllowed(request, ['POST'])
  try {
    const result = await callOperation(service, { name, input: readInput(name, request.body || '{}') })
    return json(200, result === undefined ? {} : { result })
  } catch (error) {
    return message(400, error instanceof Error ? error.message : String(error))
  }
}

function readInput(name: string, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new MockStateError(`Cannot call ${name}: expected its arguments as JSON, ${describeJsonFault(body)}`)
  }
}

// As an HTTP Archive, or as curl commands.
const journalExports = ['journal.har', 'journal.curl'] as const

type JournalExport = (typeof journalExports)[number]

function isExport(name: string): name is JournalExport {
  return journalExports.some((known) => known === name)
}

/** The journal of the service at a base URL. Keys appear by name. */
function exportJournal(
  service: Pick<MockService, 'journal'>,
  { as, baseUrl, request }: { readonly as: JournalExport; readonly baseUrl: string; readonly request: PlainRequest },
): PlainResponse {
  if (request.method !== 'GET') return notAllowed(request, ['GET'])
  if (as === 'journal.har') return json(200, toHar(service.journal(), baseUrl))
  const commands = service.journal().map((entry) => `${toCurl(entry, baseUrl)}\n`)
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: commands.join('') }
}

export const closed: PlainResponse = message(
  404,
  'The control surface is closed; wfhost-mock --token opens it to whoever has the token',
)

const gone: PlainResponse = { status: 204, headers: {}, body: '' }

/** A JSON response of the control surface. */
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
