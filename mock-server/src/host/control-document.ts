import * as z from 'zod'
import { toJsonSchema } from '../schema/check.ts'
import { type ControlOperationName, controlOperationNames, controlOperations } from '../schema/control.ts'
import { worldIdPattern } from './worlds.ts'

const version = '0.1.0'

/** The OpenAPI document of the control surface of a host. It is not part of the API under test. */
export function controlDocument(): object {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Control surface of the reference server', version },
    security: [{}, { token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      ...createProbePaths(),
      ...createWorldPaths(),
      ...createJournalPaths('/__mock'),
      ...createJournalPaths('/__mock/worlds/{id}'),
      ...createOperationPaths('/__mock'),
      ...createOperationPaths('/__mock/worlds/{id}'),
    },
  }
}

/** Describes the paths for probes of the environment, which are open to everyone. */
function createProbePaths(): object {
  const unready = z.strictObject({
    status: z.enum(['loading', 'draining', 'failing']),
    waitingFor: z.array(z.string()).optional().describe('The registries whose manifests have not been read yet.'),
    reason: z.string().optional().describe('Why the state cannot be written.'),
  })
  const health = { 200: jsonResponse('It runs.', z.strictObject({ status: z.literal('ok') })) }
  const readiness = {
    200: jsonResponse('It takes requests.', z.strictObject({ status: z.literal('ready') })),
    503: jsonResponse('It loads, it drains, or it cannot write its state.', unready),
  }
  const description = 'Only a server that the command wfhost-mock started has this path.'
  return {
    '/__mock/health': { get: { operationId: 'health', security: [], responses: health } },
    '/__mock/ready': { get: { operationId: 'ready', security: [], description, responses: readiness } },
  }
}

const worldSchema = z.strictObject({ id: z.string(), url: z.string().describe('The base URL of both its services.') })

/** Describes the paths that list, create and remove worlds, in the form of an OpenAPI document. */
function createWorldPaths(): object {
  const worldResponse = jsonResponse('The world and its URL.', worldSchema)
  const tooManyWorldsResponse = errorResponse('The maximum number of worlds exists.')
  // The name and the text of the file. If the server has no world file, it responds with an empty object.
  const worldFileSchema = z.strictObject({ name: z.string(), text: z.string() }).partial()

  return {
    '/__mock/world-file': {
      get: describeOperation('readWorldFile', {
        200: jsonResponse('The world file that the server was started with.', worldFileSchema),
      }),
    },
    '/__mock/worlds': {
      get: describeOperation('listWorlds', {
        200: jsonResponse(
          'The worlds that were created, without the one at /.',
          z.strictObject({ worlds: z.array(worldSchema) }),
        ),
      }),
      post: {
        description: 'Creates a world with a random id; PUT /__mock/worlds/{id} chooses the id.',
        ...describeOperation('createWorld', {
          201: worldResponse,
          400: errorResponse('The request has a body.'),
          429: tooManyWorldsResponse,
        }),
      },
    },
    '/__mock/worlds/{id}': {
      parameters: [worldIdParameter],
      put: {
        description: 'Creates a world, or returns the one that has the id.',
        ...describeOperation('putWorld', {
          200: worldResponse,
          201: worldResponse,
          400: errorResponse('The id is invalid, or the request has a body.'),
          429: tooManyWorldsResponse,
        }),
      },
      delete: describeOperation('deleteWorld', { 204: { description: 'The world was removed.' }, 404: worldNotFoundResponse }),
    },
  }
}

/** Describes the paths that export the journal of a world. */
function createJournalPaths(basePath: string): object {
  const { errors, parameters, suffix } = locate(basePath)
  const events =
    'Server-sent events: exchange, with a summary of an exchange of the journal, and cleared. With Last-Event-ID, the events continue after that one.'
  const commands = 'The requests of the journal as commands, one a line, keys by name.'
  const har = jsonResponse('The journal as an HTTP Archive 1.2, keys by name.', z.looseObject({}))
  const read = (name: string, success: object): object => {
    return { parameters, get: describeOperation(name + suffix, { 200: success, ...errors }) }
  }
  return {
    [`${basePath}/events`]: read('followJournal', textResponse(events, 'text/event-stream')),
    [`${basePath}/journal.har`]: read('journalAsHar', har),
    [`${basePath}/journal.curl`]: read('journalAsCurl', textResponse(commands, 'text/plain')),
  }
}

/** Describes one path for each operation of the control API. */
function createOperationPaths(basePath: string): object {
  const paths = controlOperationNames.map((name) => [`${basePath}/operations/${name}`, createOperationPath(name, basePath)])
  return Object.fromEntries(paths)
}

function createOperationPath(name: ControlOperationName, basePath: string): object {
  const { description, input, output } = controlOperations[name]
  const { errors, parameters, suffix } = locate(basePath)
  // JSON has no undefined, so an operation without a result has no such member.
  const result = output instanceof z.ZodVoid ? {} : { result: output }
  const responses = {
    200: jsonResponse('What it returned.', z.strictObject(result)),
    400: errorResponse('It cannot be done, and why.'),
    ...errors,
  }
  const requestBody = { required: !input.safeParse({}).success, content: json(input) }
  return { parameters, post: { description, requestBody, ...describeOperation(name + suffix, responses) } }
}

const worldIdParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: worldIdPattern.source } }
const worldNotFoundResponse = errorResponse('There is no such world.')

interface PathLocation {
  readonly parameters: readonly object[]
  /** Makes the operationId unique. */
  readonly suffix: string
  readonly errors: object
}

/** Returns the parts of a path that differ between the world at `/` and the other worlds. */
function locate(basePath: string): PathLocation {
  if (basePath === '/__mock') return { parameters: [], suffix: '', errors: {} }
  return { parameters: [worldIdParameter], suffix: 'InWorld', errors: { 404: worldNotFoundResponse } }
}

/** Describes an operation that needs access to the control surface. */
function describeOperation(operationId: string, responses: object): object {
  return {
    operationId,
    responses: { ...responses, 403: errorResponse('The client may not use the control surface, and the reason.') },
  }
}

function jsonResponse(description: string, schema: z.ZodType): object {
  return { description, content: json(schema) }
}

function textResponse(description: string, type: string): object {
  return { description, content: { [type]: { schema: { type: 'string' } } } }
}

/** Describes a response with the reason of a refusal. */
function errorResponse(description: string): object {
  return jsonResponse(description, z.strictObject({ message: z.string() }))
}

function json(schema: z.ZodType): object {
  return { 'application/json': { schema: toJsonSchema(schema) } }
}
