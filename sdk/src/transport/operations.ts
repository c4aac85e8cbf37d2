import type { operations as Documented, OperationId, paths } from '@wfhost/openapi'

/** Where the document has an operation. */
type PathOf<Id extends OperationId> = {
  [Path in keyof paths]: Documented[Id] extends paths[Path]['post'] | paths[Path]['get'] ? Path : never
}[keyof paths]

type Operations = {
  readonly [Id in OperationId]: {
    readonly operation: Id
    readonly method: paths[PathOf<Id>] extends { readonly post: Documented[Id] } ? 'POST' : 'GET'
    readonly path: PathOf<Id>
    /** Whether it must not act twice. */
    readonly once: boolean
    /** The requirement that names a refusal, by status. */
    readonly requirements: Readonly<Record<number, string>>
  }
}

const MANIFEST_REFUSALS = { 400: 'MAN-EMPTY', 401: 'HOST-401', 403: 'ORG-SESSION', 429: 'LIMIT-429' }

/** The operations of the document, and what the client has to know of them. */
export const operations = {
  runPublishedWorkflow: {
    operation: 'runPublishedWorkflow',
    method: 'POST',
    path: '/api/v2/external/flows/{flowId}/published-run',
    once: true,
    requirements: { 401: 'KEY-INVALID', 403: 'KEY-SCOPE', 404: 'FLOW-UNKNOWN', 429: 'LIMIT-429', 504: 'RUN-TIMEOUT' },
  },
  getPublicManifest: {
    operation: 'getPublicManifest',
    method: 'GET',
    path: '/v1/public/{product}/manifest',
    once: false,
    requirements: MANIFEST_REFUSALS,
  },
  getOrganizationManifest: {
    operation: 'getOrganizationManifest',
    method: 'GET',
    path: '/v1/orgs/{orgId}/{product}/manifest',
    once: false,
    requirements: MANIFEST_REFUSALS,
  },
  executeTool: {
    operation: 'executeTool',
    method: 'POST',
    path: '/v1/public/{product}/execute',
    once: true,
    requirements: { 401: 'HOST-401', 429: 'LIMIT-429' },
  },
} as const satisfies Operations
