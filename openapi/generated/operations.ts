// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
/**
 * The operations: where each is, what it takes, and the statuses that it may answer with. The paths are templates.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { operationTable } from '@wfhost/openapi'
 *
 * const { method, path, server } = operationTable.getPublicManifest
 *
 * assert.deepEqual([method, path, server], ['GET', '/v1/public/{product}/manifest', 'toolRegistry'])
 * ```
 */
export const operationTable = {
  "runPublishedWorkflow": {
    "method": "POST",
    "path": "/api/v2/external/flows/{flowId}/published-run",
    "server": "workflowService",
    "parameters": [
      {
        "name": "flowId",
        "in": "path",
        "required": true
      }
    ],
    "hasBody": true,
    "statuses": [
      200,
      202,
      400,
      401,
      403,
      404,
      429,
      504
    ]
  },
  "getPublicManifest": {
    "method": "GET",
    "path": "/v1/public/{product}/manifest",
    "server": "toolRegistry",
    "parameters": [
      {
        "name": "product",
        "in": "path",
        "required": true
      }
    ],
    "hasBody": false,
    "statuses": [
      200,
      400,
      401,
      404,
      429
    ]
  },
  "getOrganizationManifest": {
    "method": "GET",
    "path": "/v1/orgs/{orgId}/{product}/manifest",
    "server": "toolRegistry",
    "parameters": [
      {
        "name": "orgId",
        "in": "path",
        "required": true
      },
      {
        "name": "product",
        "in": "path",
        "required": true
      }
    ],
    "hasBody": false,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429
    ]
  },
  "executeTool": {
    "method": "POST",
    "path": "/v1/public/{product}/execute",
    "server": "toolRegistry",
    "parameters": [
      {
        "name": "product",
        "in": "path",
        "required": true
      }
    ],
    "hasBody": true,
    "statuses": [
      200,
      400,
      401,
      402,
      404,
      429
    ]
  }
} as const

/** The name of an operation of the document. */
export type OperationId = keyof typeof operationTable
