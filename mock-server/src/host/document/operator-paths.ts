import { json } from './parts.ts'

/** The paths for probes of a server. */
export function operatorPaths(): object {
  return {
    '/__mock/health': { get: { operationId: 'health', security: [], responses: { 200: status('It runs.', ['ok']) } } },
    '/__mock/ready': {
      get: {
        operationId: 'ready',
        security: [],
        description: 'Answered by the command wfhost-mock.',
        responses: {
          200: status('It takes requests.', ['ready']),
          503: status('It loads, or it drains.', ['loading', 'draining'], {
            waitingFor: {
              type: 'array',
              items: { type: 'string' },
              description: 'The registries whose manifests have not been read yet.',
            },
          }),
        },
      },
    },
  }
}

function status(...[description, values, more = {}]: [description: string, values: readonly string[], more?: object]): object {
  const properties = { status: { type: 'string', enum: values }, ...more }
  return { description, content: json({ type: 'object', required: ['status'], properties }) }
}
