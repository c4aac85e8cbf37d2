import { toJsonSchema } from '../../schema/json-schema.ts'
import { type ControlArguments, type ControlOperationName, controlArguments } from '../control-arguments.ts'
import { controlOperationNames } from '../control-operations.ts'
import { worldIdPattern } from '../world-id.ts'
import { forbidden, json, refusal } from './parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: worldIdPattern.source } }
const place = {
  type: 'object',
  required: ['id', 'baseUrl'],
  properties: { id: { type: 'string' }, baseUrl: { type: 'string' } },
}
const described = { description: 'Where the world is.', content: json(place) }
const noWorld = refusal('There is no such world.')
const tooMany = refusal('The maximum number of worlds exists.')

/** The paths of the worlds of a host, and of the operations on each of them and on the one at `/`. */
export function worldPaths(): object {
  return {
    '/__mock/worlds': {
      get: {
        operationId: 'listWorlds',
        responses: {
          200: {
            description: 'The worlds that were created, without the one at /.',
            content: json({ type: 'object', required: ['worlds'], properties: { worlds: { type: 'array', items: place } } }),
          },
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
      parameters: [id],
      put: {
        operationId: 'putWorld',
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
    ...exportPaths('/__mock', []),
    ...exportPaths('/__mock/worlds/{id}', [id]),
    ...Object.fromEntries(controlOperationNames.map((name) => [`/__mock/operations/${name}`, call(name, [])])),
    ...Object.fromEntries(controlOperationNames.map((name) => [`/__mock/worlds/{id}/operations/${name}`, call(name, [id])])),
  }
}

function exportPaths(below: string, parameters: readonly object[]): object {
  const inWorld = parameters.length > 0
  const suffix = inWorld ? 'InWorld' : ''
  const others = { 403: forbidden, ...(inWorld ? { 404: noWorld } : {}) }
  return {
    [`${below}/journal.har`]: {
      parameters,
      get: {
        operationId: `journalAsHar${suffix}`,
        responses: {
          200: { description: 'The journal as an HTTP Archive 1.2, keys by name.', content: json({ type: 'object' }) },
          ...others,
        },
      },
    },
    [`${below}/journal.curl`]: {
      parameters,
      get: {
        operationId: `journalAsCurl${suffix}`,
        responses: {
          200: {
            description: 'The requests of the journal as commands, one a line, keys by name.',
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
          ...others,
        },
      },
    },
  }
}

function call(name: ControlOperationName, parameters: readonly object[]): object {
  const inWorld = parameters.length > 0
  return {
    parameters,
    post: {
      operationId: inWorld ? `${name}InWorld` : name,
      requestBody: { required: controlArguments[name].needed.length > 0, content: json(argumentsOf(name)) },
      responses: {
        200: { description: 'What it returned.', content: json({ type: 'object', properties: { result: {} } }) },
        400: refusal('It cannot be done, and why.'),
        403: forbidden,
        ...(inWorld ? { 404: noWorld } : {}),
      },
    },
  }
}

function argumentsOf(name: ControlOperationName): object {
  const { needed, optional = [] }: ControlArguments = controlArguments[name]
  const shapes = [...needed, ...optional]
  const some = shapes.length === 0 ? {} : { prefixItems: shapes.map(toJsonSchema) }
  return { type: 'array', description: `The arguments of ${name}.`, ...some, minItems: needed.length, maxItems: shapes.length }
}
