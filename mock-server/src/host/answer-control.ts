import type { MockService } from '../core/create-mock-service.ts'
import { didYouMean } from '../core/nearest-name.ts'
import { synchronizeAll } from '../core/registry/synchronize.ts'
import { describeJsonFault } from '../core/requests/json-fault.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import type { World } from '../core/world/world.ts'
import { json, message, notAllowed, nothing } from './answers.ts'
import { type ControlArguments, controlArguments } from './control-arguments.ts'
import { controlOperations } from './control-operations.ts'
import { controlDocument } from './document/control-document.ts'
import { exportJournal, isExport } from './export-journal.ts'
import { findAccessProblem } from './find-access-problem.ts'
import { findArgumentProblem } from './find-argument-problem.ts'
import { idExpected, worldIdPattern } from './world-id.ts'
import type { Worlds } from './worlds.ts'

/** What the control surface operates on. */
export interface ControlSurface {
  readonly worlds: Worlds
  readonly service: MockService
  readonly token: string | undefined
  readonly maxWorlds: number
  readonly createWorld: (baseUrl: string) => World
  readonly operationsOf: (world: World) => MockService
}

/** Answers a request under `/__mock/`. */
export async function answerControl(surface: ControlSurface, request: PlainRequest): Promise<PlainResponse> {
  // Open to everyone: a probe has no token.
  if (request.method === 'GET' && request.path === '/__mock/health') return json(200, { status: 'ok' })
  const why = findAccessProblem(surface, request)
  if (why !== undefined) return message(403, why)
  const [, , first = '', second = '', third = '', fourth = '', ...rest] = request.path.split('/')
  if (rest.length > 0) return nothing()
  if (isExport(first) && second === '') return exportJournal(surface.service, { as: first, baseUrl: request.origin, request })
  if (first === 'operations' && third === '') return operate(surface.service, { name: second, request })
  if (first === 'worlds' && third === '') return manageWorld(surface, { id: second, request })
  if (first === 'worlds' && (third === 'operations' || (isExport(third) && fourth === ''))) {
    const world = surface.worlds.use(second)
    if (world === undefined) return message(404, `There is no world "${second}"`)
    const service = surface.operationsOf(world)
    if (third === 'operations') return operate(service, { name: fourth, request })
    return exportJournal(service, { as: third, baseUrl: describe(second, request).baseUrl, request })
  }
  if (first === 'guard') return message(404, 'There is no guard here: wfhost-mock --guard has one')
  return first === 'openapi.json' && second === '' && request.method === 'GET' ? json(200, controlDocument()) : nothing()
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
  const operations = controlOperations(service)
  const operation = operations.get(name)
  const takes: ControlArguments | undefined = new Map(Object.entries(controlArguments)).get(name)
  if (operation === undefined || takes === undefined)
    return message(404, `There is no operation "${name}"${didYouMean(name, [...operations.keys()])}; see /__mock/openapi.json`)
  if (request.method !== 'POST') return notAllowed(request, ['POST'])
  try {
    const given = readArguments(request.body ?? '[]')
    if (typeof given === 'string') return message(400, `Cannot call ${name}: ${given}`)
    const why = findArgumentProblem(given, takes)
    if (why !== undefined) return message(400, `Cannot call ${name}: ${why}`)
    const args = given.map((argument: unknown) => argument ?? undefined)
    const result = await Reflect.apply(operation, undefined, args)
    return json(200, result === undefined ? {} : { result })
  } catch (error) {
    return message(400, error instanceof Error ? error.message : String(error))
  }
}

/** The arguments of an operation, or what is wrong with them. */
function readArguments(body: string): readonly unknown[] | string {
  try {
    const given: unknown = JSON.parse(body)
    return Array.isArray(given) ? given : 'expected an array of arguments, as in ["acme",5]'
  } catch {
    return `expected an array of arguments as JSON, as in ["acme",5], ${describeJsonFault(body)}`
  }
}

const gone: PlainResponse = { status: 204, headers: {}, body: '' }
