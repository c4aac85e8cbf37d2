import { nearestName } from '@wfhost/internal/messages'
import { type OperationId, operationTable } from '@wfhost/openapi'

export interface PathMatch {
  readonly operationId: OperationId
  readonly parameters: PathParameters
}

type PathParameters = ReadonlyMap<string, string>

/** A path of the API document, such as `/orgs/{orgId}/manifest`, split into segments. */
interface PathTemplate {
  readonly segments: readonly TemplateSegment[]
}

type TemplateSegment = { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'parameter'; readonly name: string }

const templates = listOperationIds().map((operationId) => ({ operationId, ...parseTemplate(operationTable[operationId].path) }))

// An endpoint for the status of a run is an assumption (RUN-STATUS-ENDPOINT). It is beside the endpoint that starts a run.
const runTemplate = parseTemplate(operationTable.runPublishedWorkflow.path.replace(/[^/]+$/, 'runs/{runId}'))

/** Returns the path of an operation with the values of its parameters. */
export function operationPath(operationId: OperationId, parameters: Readonly<Record<string, string>>): string {
  return operationTable[operationId].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}

/** Finds the operation that the API document has at a path, for any method and any product. */
export function matchPath(path: string): PathMatch | undefined {
  const segments = path.split('/')
  for (const template of templates) {
    const parameters = matchTemplate(template, segments)
    if (parameters !== undefined) return { operationId: template.operationId, parameters }
  }
  return undefined
}

/** Finds the operation at a path below which a gateway may serve the API, such as `/base/v1/…`. */
export function findOperation(path: string): PathMatch | undefined {
  let start = 0
  while (start >= 0) {
    const match = matchPath(path.slice(start))
    if (match !== undefined) return match
    start = path.indexOf('/', start + 1)
  }
  return undefined
}

// Below this share of similar segments, a suggestion would be a guess.
const minSimilarity = 0.4

/** Suggests an operation for an unknown path: its method and path, or undefined if no operation is similar. */
export function nearestOperation(path: string, product: string): string | undefined {
  const segments = path.split('/')
  const candidates = templates.map((template) => ({
    operationId: template.operationId,
    similarity: measureSimilarity(template, segments),
  }))

  const [best] = candidates.toSorted((one, other) => other.similarity - one.similarity)
  if (best === undefined || best.similarity < minSimilarity) return undefined

  const operation = operationTable[best.operationId]
  return `${operation.method} ${operation.path.replace('{product}', product)}`
}

/** Returns the share of the literal segments of a template that a path contains, from 0 to 1. Similar spelling is enough. */
function measureSimilarity({ segments }: PathTemplate, pathSegments: readonly string[]): number {
  const literals = segments.flatMap((segment) => (segment.kind === 'literal' && segment.text !== '' ? [segment.text] : []))
  const similar = literals.filter((text) => pathSegments.some((candidate) => nearestName(candidate, [text]) !== undefined))
  return similar.length / literals.length
}

/** Returns the parameters in the path of the status of a run, or undefined for any other path. */
export function matchRunPath(path: string): PathParameters | undefined {
  return matchTemplate(runTemplate, path.split('/'))
}

/** Returns whether this server can have a resource at a path, also below the path of a world. */
export function isApiPath(path: string): boolean {
  // The server redirects the path without a slash.
  if (path === '/__mock' || path.startsWith('/__mock/')) return true
  const pathInWorld = path.replace(/^\/worlds\/[^/]+(?=\/)/, '')
  return matchPath(pathInWorld) !== undefined || matchRunPath(pathInWorld) !== undefined
}

function listOperationIds(): readonly OperationId[] {
  // The generated table has exactly these names.
  return Object.keys(operationTable) as OperationId[]
}

function parseTemplate(path: string): PathTemplate {
  const segments = path.split('/').map((text): TemplateSegment => {
    const name = /^\{(.+)\}$/.exec(text)?.[1]
    return name === undefined ? { kind: 'literal', text } : { kind: 'parameter', name }
  })
  return { segments }
}

/** Matches the segments of a path with a template. Returns the parameters, or undefined if a segment differs. */
function matchTemplate({ segments }: PathTemplate, pathSegments: readonly string[]): PathParameters | undefined {
  if (segments.length !== pathSegments.length) return undefined

  // All segments are compared before the map is created, because most templates do not match.
  const isMatch = segments.every((segment, index) => matchesSegment(segment, pathSegments[index]))
  if (!isMatch) return undefined

  const parameters = new Map<string, string>()
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'parameter') parameters.set(segment.name, decodeSegment(pathSegments[index] ?? ''))
  }
  return parameters
}

/** Returns whether a segment of a path is the literal of a template, or can be the value of its parameter. */
function matchesSegment(segment: TemplateSegment, pathSegment: string | undefined): boolean {
  return segment.kind === 'literal' ? pathSegment === segment.text : pathSegment !== ''
}

/** Decodes the percent-encoding of a segment. Returns a segment with invalid encoding unchanged. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
