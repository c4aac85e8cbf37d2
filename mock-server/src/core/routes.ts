import { type OperationId, operationTable } from '@wfhost/openapi'
import type { Operation } from './operations/call.ts'
import { executeTool } from './operations/execute-tool.ts'
import { getOrganizationManifest } from './operations/get-organization-manifest.ts'
import { getPublicManifest } from './operations/get-public-manifest.ts'
import { runPublishedWorkflow } from './operations/run-published-workflow.ts'

/** Where an operation is and what does it. */
export interface Route {
  readonly operationId: OperationId
  readonly method: string
  /** The path of the document, by segments; those in braces are parameters. */
  readonly segments: readonly string[]
  readonly operate: Operation
}

/** A route, with what the path says by the names that the document gives to its parts. */
export interface RouteMatch {
  readonly route: Route
  readonly path: ReadonlyMap<string, string>
}

/** Every operation of the document: its place from there, its behaviour from here. */
const routes: readonly Route[] = [
  route('runPublishedWorkflow', runPublishedWorkflow),
  route('getPublicManifest', getPublicManifest),
  route('getOrganizationManifest', getOrganizationManifest),
  route('executeTool', executeTool),
]

/** The route of a path, with what the path says; undefined for a path that the document does not have. */
export function matchRoute(pathname: string, product: string): RouteMatch | undefined {
  const segments = pathname.split('/')
  for (const candidate of routes) {
    const path = matchSegments(candidate.segments, segments)
    if (path !== undefined && (path.get('product') ?? product) === product) return { route: candidate, path }
  }
  return undefined
}

function route(operationId: OperationId, operate: Operation): Route {
  const { method, path } = operationTable[operationId]
  return { operationId, method, segments: path.split('/'), operate }
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
