import { closed } from '../world-file/create-world-schema.ts'
import { type ControlArguments, type ControlOperationName, controlArguments } from './control-arguments.ts'
import { controlOperationNames } from './control-operations.ts'

/** The OpenAPI document of the control surface. It is not part of the API under test. */
export function controlDocument(): object {
  const error = {
    description: 'It cannot be done, and why.',
    content: json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
  }
  const call = (name: ControlOperationName, parameters: readonly object[]): object => ({
    parameters,
    post: {
      operationId: parameters.length === 0 ? name : `${name}InWorld`,
      requestBody: { required: controlArguments[name].needed.length > 0, content: json(argumentsOf(name)) },
      responses: {
        200: { description: 'What it returned.', content: json({ type: 'object', properties: { result: {} } }) },
        400: error,
      },
    },
  })
  const world = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } }
  const described = {
    description: 'Where the world is.',
    content: json({
      type: 'object',
      required: ['id', 'baseUrl'],
      properties: { id: { type: 'string' }, baseUrl: { type: 'string' } },
    }),
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Control surface of the reference server', version: '0.1.0' },
    security: [{}, { token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/__mock/health': { get: { operationId: 'health', security: [], responses: { 200: { description: 'It runs.' } } } },
      '/__mock/ready': {
        get: {
          operationId: 'ready',
          security: [],
          description: 'Answered by the command wfhost-mock.',
          responses: { 200: { description: 'It takes requests.' }, 503: { description: 'It loads, or it drains.' } },
        },
      },
      '/__mock/metrics': {
        get: {
          operationId: 'metrics',
          description: 'Answered by the command wfhost-mock.',
          responses: {
            200: { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
            403: error,
          },
        },
      },
      '/__mock/worlds': { post: { operationId: 'createWorld', responses: { 201: described } } },
      '/__mock/worlds/{id}': {
        parameters: [world],
        put: { operationId: 'putWorld', responses: { 200: described, 201: described } },
        delete: { operationId: 'deleteWorld', responses: { 204: { description: 'It is gone.' } } },
      },
      ...Object.fromEntries(controlOperationNames.map((name) => [`/__mock/operations/${name}`, call(name, [])])),
      ...Object.fromEntries(controlOperationNames.map((name) => [`/__mock/worlds/{id}/operations/${name}`, call(name, [world])])),
    },
  }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

function argumentsOf(name: ControlOperationName): object {
  const { needed, optional = [] }: ControlArguments = controlArguments[name]
  const shapes = [...needed, ...optional]
  const some = shapes.length === 0 ? {} : { prefixItems: shapes.map(closed) }
  return { type: 'array', description: `The arguments of ${name}.`, ...some, minItems: needed.length, maxItems: shapes.length }
}
