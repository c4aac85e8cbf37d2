import type { Operation } from './operations/call.ts'
import { executeTool } from './operations/execute-tool.ts'
import { getOrganizationManifest } from './operations/get-organization-manifest.ts'
import { getPublicManifest } from './operations/get-public-manifest.ts'
import { runPublishedWorkflow } from './operations/run-published-workflow.ts'

/** The operations of the document. */
export type OperationId = 'runPublishedWorkflow' | 'getPublicManifest' | 'getOrganizationManifest' | 'executeTool'

/** Where an operation is and what does it. */
export interface Route {
  readonly operationId: OperationId
  readonly method: 'GET' | 'POST'
  /** The path of the document, by segments; those in braces are parameters. */
  readonly segments: readonly string[]
  readonly operate: Operation
}

/** Every operation of the document. */
export const routes: readonly Route[] = [
  {
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    segments: segmentsOf('/api/v2/external/flows/{flowId}/published-run'),
    operate: runPublishedWorkflow,
  },
  {
    operationId: 'getPublicManifest',
    method: 'GET',
    segments: segmentsOf('/v1/public/{product}/manifest'),
    operate: getPublicManifest,
  },
  {
    operationId: 'getOrganizationManifest',
    method: 'GET',
    segments: segmentsOf('/v1/orgs/{orgId}/{product}/manifest'),
    operate: getOrganizationManifest,
  },
  { operationId: 'executeTool', method: 'POST', segments: segmentsOf('/v1/public/{product}/execute'), operate: executeTool },
]

/** The route of a path, with what the path says; undefined for a path that the document does not have. */
export function matchRoute(
  pathname: string,
  product: string,
): { readonly route: Route; readonly path: ReadonlyMap<string, string> } | undefined {
  const segments = pathname.split('/')
  for (const candidate of routes) {
    const path = matchSegments(candidate.segments, segments)
    if (path !== undefined && (path.get('product') ?? product) === product) return { route: candidate, path }
  }
  return undefined
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/')
}

function matchSegments(template: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  if (template.length !== segments.length) return undefined
  const path = new Map<string, string>()
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? ''
    if (!expected.startsWith('{')) {
      if (segment !== expected) return undefined
    } else if (segment === '') return undefined
    else path.set(expected.slice(1, -1), decoded(segment))
  }
  return path
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    // Not an encoding of anything: taken as it stands.
    return segment
  }
}
