import { type OperationId, operationTable } from '@wfhost/openapi'
import type { Operation } from './operations/call.ts'
import { executeTool } from './operations/execute-tool.ts'
import { getOrganizationManifest } from './operations/get-organization-manifest.ts'
import { getPublicManifest } from './operations/get-public-manifest.ts'
import { runPath } from './operations/get-run.ts'
import { runPublishedWorkflow } from './operations/run-published-workflow.ts'

/** Where an operation is and what does it. */
export interface Route {
  readonly operationId: OperationId
  readonly method: string
  /** The path of the document, by segments. */
  readonly template: readonly string[]
  /** The names of those that are parameters, which stand in braces. */
  readonly names: readonly (string | undefined)[]
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

/** Whether the document has something at a path, whatever the product is called; a host's worlds have it below theirs. */
export function isDescribed(pathname: string): boolean {
  if (pathname.startsWith('/__mock/')) return true
  const path = pathname.replace(/^\/worlds\/[^/]+(?=\/)/, '')
  return runPath.test(path) || routes.some((candidate) => matchSegments(candidate, path.split('/')) !== undefined)
}

/** The route of a path, with what the path says; undefined for a path that the document does not have. */
export function matchRoute(pathname: string, product: string): RouteMatch | undefined {
  const segments = pathname.split('/')
  for (const candidate of routes) {
    const path = matchSegments(candidate, segments)
    if (path !== undefined && (path.get('product') ?? product) === product) return { route: candidate, path }
  }
  return undefined
}

function route(operationId: OperationId, operate: Operation): Route {
  const { method, path } = operationTable[operationId]
  const template = path.split('/')
  return { operationId, method, template, names: template.map((segment) => /^\{(.+)\}$/.exec(segment)?.[1]), operate }
}

function matchSegments({ names, template }: Route, segments: readonly string[]): Map<string, string> | undefined {
  if (template.length !== segments.length) return undefined
  for (let index = 0; index < template.length; index += 1) {
    const segment = segments[index]
    if (names[index] === undefined ? segment !== template[index] : segment === '') return undefined
  }
  const path = new Map<string, string>()
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]
    if (name !== undefined) path.set(name, decoded(segments[index] ?? ''))
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
