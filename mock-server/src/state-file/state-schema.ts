import type { Shape } from '../world-file/shape.ts'

/** The version of the format; it changes when an older wfhost-mock would misread the file. */
export const stateFileVersion = 1

const text: Shape = { type: 'string' }
const number: Shape = { type: 'number' }
const anything: Shape = {}

const rateLimit: Shape = {
  type: 'object',
  properties: { requests: number, windowMs: number, per: text, algorithm: text },
  required: ['requests', 'windowMs'],
}

const workflow: Shape = {
  type: 'object',
  properties: {
    flowId: text,
    workspace: text,
    status: { type: 'string', enum: ['unpublished', 'published', 'archived'] },
    key: text,
    firstKey: text,
    description: { type: 'object' },
  },
  required: ['flowId', 'workspace', 'status'],
}

const organization: Shape = {
  type: 'object',
  properties: {
    id: text,
    credits: { type: 'integer', minimum: 0 },
    toolHostingKeys: list({ name: text, environment: text, key: text }),
    published: list({ toolSet: text, environment: text, version: text }),
    variables: list({ environment: text, variables: { type: 'object', additionalProperties: text } }),
  },
  required: ['id', 'credits', 'toolHostingKeys', 'published', 'variables'],
}

const registry: Shape = {
  type: 'object',
  properties: {
    name: text,
    manifestUrl: text,
    apiKey: text,
    active: { type: 'boolean' },
    added: { type: 'boolean' },
    synced: {
      type: 'object',
      properties: {
        executeUrl: text,
        toolSets: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: text, version: text, tools: { type: 'array', items: text } },
            required: ['id', 'tools'],
          },
        },
      },
      required: ['executeUrl', 'toolSets'],
    },
  },
  required: ['name', 'manifestUrl', 'apiKey', 'active', 'added'],
}

const run: Shape = {
  type: 'object',
  properties: {
    runId: text,
    flowId: text,
    mode: { type: 'string', enum: ['sync', 'async'] },
    startedAt: number,
    endedAt: number,
    result: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['success', 'failed'] },
        result: anything,
        error: { type: 'object' },
        stepOutputs: { type: 'object' },
      },
      required: ['status', 'stepOutputs'],
      oneOf: [{ required: ['result'] }, { required: ['error'] }],
    },
  },
  required: ['runId', 'flowId', 'mode', 'startedAt'],
}

const state: Shape = {
  type: 'object',
  properties: {
    clock: {
      type: 'object',
      properties: { frozenAt: number, aheadMs: number },
      oneOf: [{ required: ['frozenAt'] }, { required: ['aheadMs'] }],
    },
    random: number,
    workflows: { type: 'array', items: workflow },
    replacedKeys: list({ key: text, flowId: text }),
    organizations: { type: 'array', items: organization },
    workspaces: list({ id: text, registries: { type: 'array', items: registry } }),
    runs: { type: 'array', items: run },
    rateLimit: {
      type: 'object',
      properties: {
        seeded: rateLimit,
        limit: rateLimit,
        counts: {
          type: 'array',
          items: {
            type: 'object',
            properties: { of: text, until: number, left: number, stated: number },
            required: ['of', 'until', 'left'],
          },
        },
      },
      required: ['counts'],
    },
    faults: list({ id: text, fault: { type: 'object' }, seen: number, met: number }),
  },
  required: ['workflows', 'replacedKeys', 'organizations', 'workspaces', 'runs', 'rateLimit', 'faults'],
}

/** The JSON Schema of a state file. */
export const stateSchema: Shape = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What happened in a world of the reference server',
  type: 'object',
  properties: { format: { type: 'string', enum: ['wfhost-mock state'] }, version: number, state },
  required: ['format', 'version', 'state'],
}

function list(properties: Readonly<Record<string, Shape>>): Shape {
  return { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } }
}
