import { type OperationId, operationTable } from '@wfhost/openapi'
import { executeTool } from '../tools/execute-tool.ts'
import { getOrganizationManifest, getPublicManifest } from '../tools/manifest.ts'
import { runPath, runPublishedWorkflow } from '../workflows/run-published-workflow.ts'
import type { Operation } from './call.ts'

/** The path of an operation, and its implementation. */
export interface Route {
  readonly operationId: OperationId
  readonly method: string
  /** The segments of the path in the document. */
  readonly template: readonly string[]
  /** The names of the segments that are parameters, in braces in the document. */
  readonly names: readonly (string | undefined)[]
  readonly operate: Operation
}

/** A route and the path parameters of a request. */
export interface RouteMatch {
  readonly route: Route
  readonly path: ReadonlyMap<string, string>
}

/** All operations of the document, with their implementations. */
const routes: readonly Route[] = [
  route('runPublishedWorkflow', runPublishedWorkflow),
  route('getPublicManifest', getPublicManifest),
  route('getOrganizationManifest', getOrganizationManifest),
  route('executeTool', executeTool),
]

/** Whether the document describes a path, with any product name, also under the path of a world. */
export function isDescribed(pathname: string): boolean {
  if (pathname.startsWith('/__mock/')) return true
  const path = pathname.replace(/^\/worlds\/[^/]+(?=\/)/, '')
  return runPath.test(path) || routes.some((candidate) => matchSegments(candidate, path.split('/')) !== undefined)
}

/** Finds the route of a path; undefined if the document does not describe the path. */
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
    // Invalid percent-encoding is kept as it is.
    return segment
  }
}
