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
      ...probePaths(),
      ...worldPaths(),
      ...journalPaths('/__mock'),
      ...journalPaths('/__mock/worlds/{id}'),
      ...operationPaths('/__mock'),
      ...operationPaths('/__mock/worlds/{id}'),
    },
  }
}

/** The paths for whoever operates a server: they are open to everyone. */
function probePaths(): object {
  const unready = z.strictObject({
    status: z.enum(['loading', 'draining', 'failing']),
    waitingFor: z.array(z.string()).optional().describe('The registries whose manifests have not been read yet.'),
    reason: z.string().optional().describe('Why the state cannot be written.'),
  })
  const health = { 200: answer('It runs.', z.strictObject({ status: z.literal('ok') })) }
  const readiness = {
    200: answer('It takes requests.', z.strictObject({ status: z.literal('ready') })),
    503: answer('It loads, it drains, or it cannot write its state.', unready),
  }
  const description = 'Answered by the command wfhost-mock.'
  return {
    '/__mock/health': { get: { operationId: 'health', security: [], responses: health } },
    '/__mock/ready': { get: { operationId: 'ready', security: [], description, responses: readiness } },
  }
}

const world = z.strictObject({ id: z.string(), url: z.string().describe('The base URL of both its services.') })

function worldPaths(): object {
  const described = answer('Where the world is.', world)
  const tooMany = refusal('The maximum number of worlds exists.')
  const file = z.strictObject({ name: z.string(), text: z.string() }).partial()
  return {
    '/__mock/world-file': {
      get: operation('readWorldFile', { 200: answer('The world file that the server was started with.', file) }),
    },
    '/__mock/worlds': {
      get: operation('listWorlds', {
        200: answer('The worlds that were created, without the one at /.', z.strictObject({ worlds: z.array(world) })),
      }),
      post: {
        description: 'Creates a world with a random id; PUT /__mock/worlds/{id} chooses the id.',
        ...operation('createWorld', { 201: described, 400: refusal('The request has a body.'), 429: tooMany }),
      },
    },
    '/__mock/worlds/{id}': {
      parameters: [worldId],
      put: {
        description: 'Creates a world, or returns the one that has the id.',
        ...operation('putWorld', {
          200: described,
          201: described,
          400: refusal('It is no id, or there is a body.'),
          429: tooMany,
        }),
      },
      delete: operation('deleteWorld', { 204: { description: 'It is gone.' }, 404: noWorld }),
    },
  }
}

function journalPaths(below: string): object {
  const { others, parameters, suffix } = placed(below)
  const events =
    'Server-sent events: exchange, with a summary of an exchange of the journal, and cleared. With Last-Event-ID, the events continue after that one.'
  const commands = 'The requests of the journal as commands, one a line, keys by name.'
  const har = answer('The journal as an HTTP Archive 1.2, keys by name.', z.looseObject({}))
  const read = (name: string, success: object): object => {
    return { parameters, get: operation(name + suffix, { 200: success, ...others }) }
  }
  return {
    [`${below}/events`]: read('followJournal', textual(events, 'text/event-stream')),
    [`${below}/journal.har`]: read('journalAsHar', har),
    [`${below}/journal.curl`]: read('journalAsCurl', textual(commands, 'text/plain')),
  }
}

function operationPaths(below: string): object {
  return Object.fromEntries(controlOperationNames.map((name) => [`${below}/operations/${name}`, operationPath(name, below)]))
}

function operationPath(name: ControlOperationName, below: string): object {
  const { description, input, output } = controlOperations[name]
  const { others, parameters, suffix } = placed(below)
  // JSON has no undefined: nothing is a missing result.
  const result = output instanceof z.ZodVoid ? {} : { result: output }
  const responses = {
    200: answer('What it returned.', z.strictObject(result)),
    400: refusal('It cannot be done, and why.'),
    ...others,
  }
  const requestBody = { required: !input.safeParse({}).success, content: json(input) }
  return { parameters, post: { description, requestBody, ...operation(name + suffix, responses) } }
}

const worldId = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: worldIdPattern.source } }
const noWorld = refusal('There is no such world.')

/** What differs between the world at `/` and the others. */
function placed(below: string): { readonly parameters: readonly object[]; readonly suffix: string; readonly others: object } {
  if (below === '/__mock') return { parameters: [], suffix: '', others: {} }
  return { parameters: [worldId], suffix: 'InWorld', others: { 404: noWorld } }
}

/** An operation that not everyone may use. */
function operation(operationId: string, responses: object): object {
  return { operationId, responses: { ...responses, 403: refusal('The control surface is not for who asked, and why.') } }
}

function answer(description: string, schema: z.ZodType): object {
  return { description, content: json(schema) }
}

function textual(description: string, type: string): object {
  return { description, content: { [type]: { schema: { type: 'string' } } } }
}

/** A response that says why a request was refused. */
function refusal(description: string): object {
  return answer(description, z.strictObject({ message: z.string() }))
}

function json(schema: z.ZodType): object {
  return { 'application/json': { schema: toJsonSchema(schema) } }
}
