import { forbidden, json, refusal } from './parts.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const headers = { type: 'object', additionalProperties: text }

const violation = strict({
  needed: {
    request: { ...count, description: 'The number of the exchange.' },
    direction: { type: 'string', enum: ['request', 'response'] },
    place: { ...text, description: 'Such as body.args.0.value; empty for the whole.' },
    message: text,
    severity: { type: 'string', enum: ['error', 'warning'] },
  },
  optional: { operation: text },
})

const exchange = strict({
  needed: {
    number: { type: 'integer', minimum: 1 },
    at: { type: 'string', format: 'date-time' },
    durationMs: count,
    request: strict({ needed: { method: text, path: text, headers, body: text } }),
    violations: { type: 'array', items: violation, description: 'Everything that the document does not allow, in full.' },
  },
  optional: {
    operation: { ...text, description: 'Of the document; not there for a request that it does not have.' },
    response: strict({ needed: { status: { type: 'integer' }, headers, body: text } }),
  },
})

/** The journal of a guard. */
export function guardPaths(): object {
  const noGuard = refusal('There is no guard.')
  return {
    '/__mock/guard/journal': {
      description: 'Of the command wfhost-mock with --guard.',
      get: {
        operationId: 'guardJournal',
        parameters: [
          {
            name: 'violations',
            in: 'query',
            description: 'Leaves out what the document allows.',
            schema: { type: 'string', enum: ['only'] },
          },
        ],
        responses: {
          200: {
            description: 'What passed the guard, the oldest first, without credentials.',
            content: json(strict({ needed: { exchanges: { type: 'array', items: exchange } } })),
          },
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

function strict({ needed, optional = {} }: { readonly needed: object; readonly optional?: object }): object {
  return {
    type: 'object',
    properties: { ...needed, ...optional },
    required: Object.keys(needed),
    additionalProperties: false,
  }
}
