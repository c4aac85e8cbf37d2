import type { operations } from '@wfhost/openapi'
import type { RequestParts } from './create-request.ts'

/** The path and the method of each operation. A type test holds them against the document. */
const OPERATIONS = {
  runPublishedWorkflow: ['POST', '/api/v2/external/flows/{flowId}/published-run'],
  getPublicManifest: ['GET', '/v1/public/{product}/manifest'],
  getOrganizationManifest: ['GET', '/v1/orgs/{orgId}/{product}/manifest'],
  executeTool: ['POST', '/v1/public/{product}/execute'],
} as const satisfies Readonly<Record<keyof operations, readonly [string, string]>>

type PathParameters<Id extends keyof operations> = operations[Id]['parameters']['path']

type Body<Id extends keyof operations> = operations[Id] extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Content } }
}
  ? Content
  : undefined

/** What an operation is called with, as the document has it. */
export interface RequestWords<Id extends keyof operations> {
  readonly operation: Id
  readonly address: string
  readonly path: PathParameters<Id>
  readonly body: Body<Id>
}

/** Words the request of an operation. Its body is serialized here, once for all attempts. */
export function wordRequest<Id extends keyof operations>(words: RequestWords<Id>): RequestParts {
  const { address, body } = words
  const [method, template] = OPERATIONS[words.operation]
  const values: Readonly<Record<string, string>> = { ...words.path }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
  return {
    url: address + path,
    method,
    headers: new Headers(headers),
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}
