import { operationTable } from '@wfhost/openapi'
import { profileOptions } from '../core/profile.ts'
import { faultKinds } from '../faults/fault.ts'
import type { Shape } from './shape.ts'

const text: Shape = { type: 'string', minLength: 1 }
const count: Shape = { type: 'integer', minimum: 0 }
const countFromOne: Shape = { type: 'integer', minimum: 1 }
const amount: Shape = { type: 'number', minimum: 0 }

const parameter: Shape = {
  type: 'object',
  properties: {
    name: text,
    type: { type: 'string', enum: ['string', 'number', 'boolean', 'object', 'array'] },
    required: { type: 'boolean' },
  },
  required: ['name', 'type'],
}

const failure: Shape = { type: 'object', properties: { name: text, value: { type: 'string' } }, required: ['name', 'value'] }

const behaviour = {
  result: { description: 'Always this, any JSON.' },
  expression: { type: 'string', minLength: 1, description: 'A JSONata expression of what is given.' },
  failure: { ...failure, description: 'Always this error.' },
  delayMs: { ...count, description: 'How long it takes.' },
} as const satisfies Readonly<Record<string, Shape>>

const tool: Shape = {
  type: 'object',
  description: 'A tool. Its expression sees args (arguments is the same) and variables.',
  properties: { name: text, description: { type: 'string' }, parameters: { type: 'array', items: parameter }, ...behaviour },
  required: ['name'],
  oneOf: [{ required: ['result'] }, { required: ['expression'] }, { required: ['failure'] }],
}

const toolSet: Shape = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    visibility: { type: 'string', enum: ['private', 'public'] },
    versions: {
      type: 'array',
      items: {
        type: 'object',
        properties: { version: text, tools: { type: 'array', items: tool } },
        required: ['version', 'tools'],
      },
    },
    published: { type: 'object', additionalProperties: text, description: 'The published version by environment.' },
  },
  required: ['id', 'versions'],
}

const organization: Shape = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    credits: count,
    environments: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, variables: { type: 'object', additionalProperties: { type: 'string' } } },
        required: ['name'],
      },
    },
    toolSets: { type: 'array', items: toolSet },
    toolHostingKeys: {
      type: 'array',
      items: { type: 'object', properties: { name: text, environment: text, key: text }, required: ['name', 'environment'] },
    },
    consoleSessions: { type: 'array', items: text },
  },
  required: ['id'],
}

const step: Shape = {
  type: 'object',
  description: 'A step. Its expression sees args (arguments is the same) and the results of the steps before it.',
  properties: {
    id: text,
    ...behaviour,
    useTool: {
      type: 'object',
      properties: {
        registry: text,
        toolSet: text,
        tool: text,
        arguments: { type: 'string', description: 'A JSONata expression.' },
      },
      required: ['toolSet', 'tool'],
    },
  },
  required: ['id'],
  oneOf: [{ required: ['result'] }, { required: ['expression'] }, { required: ['failure'] }, { required: ['useTool'] }],
}

/** A workflow in a world file. */
export const workflowShape: Shape = {
  type: 'object',
  properties: {
    flowId: text,
    name: text,
    key: text,
    published: { type: 'boolean' },
    archived: { type: 'boolean' },
    parameters: { type: 'array', items: parameter },
    steps: { type: 'array', items: step },
    ...behaviour,
  },
  required: ['flowId'],
  oneOf: [{ required: ['result'] }, { required: ['expression'] }, { required: ['failure'] }],
}

/** A rate limit in a world file. */
export const rateLimitShape: Shape = {
  type: 'object',
  properties: {
    requests: count,
    windowMs: { type: 'number', minimum: 1 },
    per: { type: 'string', enum: ['key', 'workflow', 'organization'] },
    algorithm: { type: 'string', enum: ['fixed-window', 'token-bucket'] },
  },
  required: ['requests', 'windowMs'],
}

/** A fault in a world file. */
export const faultShape: Shape = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: faultKinds },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: {},
    retryAfterSeconds: count,
    latency: {
      type: 'object',
      properties: {
        distribution: { type: 'string', enum: ['fixed', 'uniform', 'lognormal'] },
        ms: amount,
        minMs: amount,
        maxMs: amount,
        medianMs: amount,
        sigma: amount,
      },
      required: ['distribution'],
    },
    pieces: countFromOne,
    everyMs: amount,
    operation: { type: 'string', enum: Object.keys(operationTable) },
    flowId: text,
    key: text,
    nth: countFromOne,
    probability: { type: 'number', minimum: 0, maximum: 1 },
    count: countFromOne,
  },
  required: ['kind'],
}

/** The JSON Schema of a world file, for editors and for reading one. */
export const worldSchema: Shape = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A world of the reference server',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    organizations: { type: 'array', items: organization },
    workspaces: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: text,
          name: text,
          workflows: { type: 'array', items: workflowShape },
          members: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                name: text,
                permissions: { type: 'array', items: { type: 'string', enum: ['viewToolAccess', 'createRegistries'] } },
              },
              required: ['name', 'permissions'],
            },
          },
          registries: {
            type: 'array',
            items: {
              type: 'object',
              properties: { name: text, manifestUrl: text, apiKey: text },
              required: ['name', 'apiKey'],
            },
          },
        },
        required: ['id'],
      },
    },
    rateLimit: rateLimitShape,
    faults: { type: 'array', items: faultShape, description: 'What goes wrong from the start.' },
    workflowServiceConfigured: { type: 'boolean' },
    profile: {
      type: 'object',
      description: 'The choices that assumptions lists.',
      properties: Object.fromEntries(Object.entries(profileOptions).map(([name]) => [name, {}])),
    },
  },
}
