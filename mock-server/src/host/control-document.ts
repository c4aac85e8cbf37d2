import * as z from 'zod'
import { toJsonSchema } from '../schema/check.ts'
import { type ControlOperationName, controlOperationNames, controlOperations } from '../schema/control.ts'
import { guardedExchange } from '../schema/guarded-exchange.ts'
import { worldIdPattern } from './worlds.ts'

/** The OpenAPI document of the control surface of a host. It is not part of the API under test. */
export function controlDocument(): object {
  return documentOf('Control surface of the reference server', {
    ...probePaths(),
    ...worldPaths(),
    ...journalPaths('/__mock'),
    ...journalPaths('/__mock/worlds/{id}'),
    ...operationPaths('/__mock'),
    ...operationPaths('/__mock/worlds/{id}'),
    ...guardPaths(),
  })
}

/** The OpenAPI document of the control surface of a guard, which has no worlds of its own. */
export function guardDocument(): object {
  return documentOf('Control surface of a guard', { ...probePaths(), ...guardPaths() })
}

function documentOf(title: string, paths: object): object {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version: '0.1.0' },
    security: [{}, { token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

/** The paths for whoever operates a server. */
function probePaths(): object {
  const unready = z.strictObject({
    status: z.enum(['loading', 'draining', 'failing']),
    waitingFor: z.array(z.string()).optional().describe('The registries whose manifests have not been read yet.'),
    reason: z.string().optional().describe('Why the state cannot be written.'),
  })
  return {
    '/__mock/health': {
      get: {
        operationId: 'health',
        security: [],
        responses: { 200: answer('It runs.', z.strictObject({ status: z.literal('ok') })) },
      },
    },
    '/__mock/ready': {
      get: {
        operationId: 'ready',
        security: [],
        description: 'Answered by the command wfhost-mock.',
        responses: {
          200: answer('It takes requests.', z.strictObject({ status: z.literal('ready') })),
          503: answer('It loads, it drains, or it cannot write its state.', unready),
        },
      },
    },
  }
}

const world = z.strictObject({ id: z.string(), baseUrl: z.string().describe('The base URL of both its services.') })

function worldPaths(): object {
  const described = answer('Where the world is.', world)
  const tooMany = refusal('The maximum number of worlds exists.')
  return {
    '/__mock/world-file': {
      get: {
        operationId: 'readWorldFile',
        responses: {
          200: answer(
            'The world file that the server was started with.',
            z.strictObject({ name: z.string(), text: z.string() }).partial(),
          ),
          403: forbidden,
        },
      },
    },
    '/__mock/worlds': {
      get: {
        operationId: 'listWorlds',
        responses: {
          200: answer('The worlds that were created, without the one at /.', z.strictObject({ worlds: z.array(world) })),
          403: forbidden,
        },
      },
      post: {
        operationId: 'createWorld',
        description: 'Creates a world with a random id; PUT /__mock/worlds/{id} chooses the id.',
        responses: { 201: described, 400: refusal('The request has a body.'), 403: forbidden, 429: tooMany },
      },
    },
    '/__mock/worlds/{id}': {
      parameters: [worldId],
      put: {
        operationId: 'putWorld',
        description: 'Creates a world, or returns the one that has the id.',
        responses: {
          200: described,
          201: described,
          400: refusal('It is no id, or there is a body.'),
          403: forbidden,
          429: tooMany,
        },
      },
      delete: {
        operationId: 'deleteWorld',
        responses: { 204: { description: 'It is gone.' }, 403: forbidden, 404: noWorld },
      },
    },
  }
}

function journalPaths(below: string): object {
  const { others, parameters, suffix } = placed(below)
  const events =
    'Server-sent events: exchange, with an entry of the journal, and cleared. Last-Event-ID goes on where it was left.'
  const commands = 'The requests of the journal as commands, one a line, keys by name.'
  return {
    [`${below}/events`]: {
      parameters,
      get: {
        operationId: `followJournal${suffix}`,
        responses: { 200: { description: events, content: { 'text/event-stream': { schema: { type: 'string' } } } }, ...others },
      },
    },
    [`${below}/journal.har`]: {
      parameters,
      get: {
        operationId: `journalAsHar${suffix}`,
        responses: { 200: answer('The journal as an HTTP Archive 1.2, keys by name.', z.looseObject({})), ...others },
      },
    },
    [`${below}/journal.curl`]: {
      parameters,
      get: {
        operationId: `journalAsCurl${suffix}`,
        responses: { 200: { description: commands, content: { 'text/plain': { schema: { type: 'string' } } } }, ...others },
      },
    },
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
  return {
    parameters,
    post: {
      operationId: `${name}${suffix}`,
      description,
      requestBody: { required: !input.safeParse({}).success, content: json(input) },
      responses: {
        200: answer('What it returned.', z.strictObject(result)),
        400: refusal('It cannot be done, and why.'),
        ...others,
      },
    },
  }
}

function guardPaths(): object {
  const noGuard = refusal('There is no guard.')
  const violations = {
    name: 'violations',
    in: 'query',
    description: 'Leaves out what the document allows.',
    schema: { type: 'string', enum: ['only'] },
  }
  return {
    '/__mock/guard/journal': {
      description: 'Of the command wfhost-mock with --guard.',
      get: {
        operationId: 'guardJournal',
        parameters: [violations],
        responses: {
          200: answer(
            'What passed the guard, the oldest first, without credentials.',
            z.strictObject({ exchanges: z.array(guardedExchange) }),
          ),
          400: refusal('The query asks for something else.'),
          403: forbidden,
          404: noGuard,
        },
      },
      delete: {
        operationId: 'clearGuardJournal',
        responses: { 204: { description: 'It is empty.' }, 403: forbidden, 404: noGuard },
      },
    },
  }
}

const worldId = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: worldIdPattern.source } }
const forbidden = refusal('The control surface is not for who asked, and why.')
const noWorld = refusal('There is no such world.')

/** What differs between the world at `/` and the others. */
function placed(below: string): { readonly parameters: readonly object[]; readonly suffix: string; readonly others: object } {
  if (below === '/__mock') return { parameters: [], suffix: '', others: { 403: forbidden } }
  return { parameters: [worldId], suffix: 'InWorld', others: { 403: forbidden, 404: noWorld } }
}

function answer(description: string, schema: z.ZodType): object {
  return { description, content: json(schema) }
}

/** A response that says why a request was refused. */
function refusal(description: string): object {
  return answer(description, z.strictObject({ message: z.string() }))
}

function json(schema: z.ZodType): object {
  return { 'application/json': { schema: toJsonSchema(schema) } }
}
