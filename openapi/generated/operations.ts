// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
/**
 * The four operations of the API by their ids: method, path template, parameters, and the documented responses by status.
 * Operations and responses list the ids of their requirements, and of the questions that the source document leaves open.
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
    "requirements": [
      "RUN-ENDPOINT",
      "RUN-AUTH",
      "RUN-SYNC",
      "RUN-ASYNC",
      "RUN-TIMEOUT",
      "LIMIT-BACKOFF"
    ],
    "assumptions": [
      "CHECK-ORDER",
      "RUN-STATUS-ENDPOINT"
    ],
    "responses": {
      "200": {
        "requirements": [
          "RUN-OK"
        ],
        "assumptions": [
          "RUN-FAILED-HTTP"
        ]
      },
      "202": {
        "requirements": [],
        "assumptions": [
          "RUN-ID-FIELD"
        ]
      },
      "400": {
        "requirements": [
          "RUN-MALFORMED",
          "RUN-ARG-TYPE",
          "RUN-ARG-MISSING"
        ],
        "assumptions": []
      },
      "401": {
        "requirements": [
          "KEY-INVALID",
          "KEY-REGENERATED"
        ],
        "assumptions": []
      },
      "403": {
        "requirements": [
          "KEY-SCOPE"
        ],
        "assumptions": []
      },
      "404": {
        "requirements": [
          "FLOW-UNKNOWN",
          "FLOW-UNPUBLISHED",
          "FLOW-ARCHIVED"
        ],
        "assumptions": []
      },
      "429": {
        "requirements": [
          "LIMIT-429"
        ],
        "assumptions": [
          "LIMIT-VALUES"
        ]
      },
      "504": {
        "requirements": [],
        "assumptions": [
          "RUN-TIMEOUT-FORM"
        ]
      }
    }
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
    "requirements": [
      "MAN-ENDPOINT",
      "MAN-ORG",
      "HOST-ENV",
      "REG-VERSION"
    ],
    "assumptions": [],
    "responses": {
      "200": {
        "requirements": [
          "MAN-CONTENT",
          "MAN-VERSION",
          "MAN-SKIP"
        ],
        "assumptions": []
      },
      "400": {
        "requirements": [
          "MAN-EMPTY"
        ],
        "assumptions": []
      },
      "401": {
        "requirements": [
          "HOST-401"
        ],
        "assumptions": []
      },
      "404": {
        "requirements": [
          "PRODUCT-SEGMENT"
        ],
        "assumptions": [
          "REG-ERROR-BODY"
        ]
      },
      "429": {
        "requirements": [
          "LIMIT-429"
        ],
        "assumptions": []
      }
    }
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
    "requirements": [
      "ORG-ENDPOINT",
      "ORG-AUTH",
      "REG-VERSION"
    ],
    "assumptions": [],
    "responses": {
      "200": {
        "requirements": [
          "ORG-CONTENT",
          "ORG-FALLBACK"
        ],
        "assumptions": [
          "ORG-FALLBACK-SCOPE"
        ]
      },
      "400": {
        "requirements": [
          "MAN-EMPTY"
        ],
        "assumptions": []
      },
      "401": {
        "requirements": [
          "HOST-401"
        ],
        "assumptions": []
      },
      "403": {
        "requirements": [],
        "assumptions": [
          "ORG-SESSION"
        ]
      },
      "404": {
        "requirements": [
          "PRODUCT-SEGMENT"
        ],
        "assumptions": [
          "REG-ERROR-BODY"
        ]
      },
      "429": {
        "requirements": [
          "LIMIT-429"
        ],
        "assumptions": []
      }
    }
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
    "requirements": [
      "EXE-ENDPOINT",
      "EXE-SANDBOX",
      "EXE-CREDIT",
      "EXE-CREDIT-FAILED",
      "HOST-ENV",
      "REG-VERSION"
    ],
    "assumptions": [],
    "responses": {
      "200": {
        "requirements": [],
        "assumptions": []
      },
      "400": {
        "requirements": [],
        "assumptions": [
          "EXE-PAYLOAD"
        ]
      },
      "401": {
        "requirements": [
          "HOST-401"
        ],
        "assumptions": []
      },
      "402": {
        "requirements": [],
        "assumptions": [
          "EXE-PAYLOAD"
        ]
      },
      "404": {
        "requirements": [],
        "assumptions": [
          "EXE-PAYLOAD"
        ]
      },
      "429": {
        "requirements": [
          "LIMIT-429"
        ],
        "assumptions": []
      }
    }
  }
} as const

/**
 * The id of an operation in the API document, such as `runPublishedWorkflow`.
 *
 * @example
 * ```ts
 * import { type OperationId, operationTable } from '@wfhost/openapi'
 *
 * function describe(operation: OperationId): string {
 *   const { method, path } = operationTable[operation]
 *   return `${method} ${path}`
 * }
 * ```
 */
export type OperationId = keyof typeof operationTable
