import { nearestName } from '@wfhost/internal/messages'
import { type OperationId, operationTable } from '@wfhost/openapi'

export interface PathMatch {
  readonly operationId: OperationId
  readonly parameters: PathParameters
}

type PathParameters = ReadonlyMap<string, string>

interface Template {
  readonly segments: readonly string[]
  /** The names of the segments that are parameters, in braces in the document. */
  readonly names: readonly (string | undefined)[]
}

const templates = operationIds().map((operationId) => ({ operationId, ...toTemplate(operationTable[operationId].path) }))

// Not in the document (RUN-STATUS-ENDPOINT): beside the endpoint that starts a run.
const runTemplate = toTemplate(operationTable.runPublishedWorkflow.path.replace(/[^/]+$/, 'runs/{runId}'))

export function operationPath(operationId: OperationId, parameters: Readonly<Record<string, string>>): string {
  return operationTable[operationId].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}

/** The operation that the document has at a path, whatever the method and the product; undefined if it has none. */
export function matchPath(pathname: string): PathMatch | undefined {
  const segments = pathname.split('/')
  for (const template of templates) {
    const parameters = matchTemplate(template, segments)
    if (parameters !== undefined) return { operationId: template.operationId, parameters }
  }
  return undefined
}

/** The operation at a path that a gateway may have put the API under, such as `/base/v1/…`; undefined if it has none. */
export function findOperation(pathname: string): PathMatch | undefined {
  for (let start = 0; start >= 0; start = pathname.indexOf('/', start + 1)) {
    const match = matchPath(pathname.slice(start))
    if (match !== undefined) return match
  }
  return undefined
}

/** The method and the path of the operation that was probably meant; undefined if the path is like none. */
export function nearestOperation(pathname: string, product: string): string | undefined {
  const given = pathname.split('/')
  const scored = templates.map(({ names, operationId, segments }) => {
    const fixed = segments.filter((segment, index) => segment !== '' && names[index] === undefined)
    const found = fixed.filter((segment) => given.some((part) => nearestName(part, [segment]) !== undefined))
    return { operationId, score: found.length / fixed.length }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  if (best === undefined || best.score < 0.4) return undefined
  const { method, path } = operationTable[best.operationId]
  return `${method} ${path.replace('{product}', product)}`
}

/** The parameters in the path of the state of a run, which is not in the document; undefined for any other path. */
export function matchRunPath(pathname: string): PathParameters | undefined {
  return matchTemplate(runTemplate, pathname.split('/'))
}

/** Whether this server may have something at a path, also under the path of a world. */
export function isDescribed(pathname: string): boolean {
  if (pathname.startsWith('/__mock/')) return true
  const path = pathname.replace(/^\/worlds\/[^/]+(?=\/)/, '')
  return matchPath(path) !== undefined || matchRunPath(path) !== undefined
}

function operationIds(): readonly OperationId[] {
  // An object of the generated table has exactly these names.
  return Object.keys(operationTable) as OperationId[]
}

function toTemplate(path: string): Template {
  const segments = path.split('/')
  return { segments, names: segments.map((segment) => /^\{(.+)\}$/.exec(segment)?.[1]) }
}

function matchTemplate({ names, segments }: Template, found: readonly string[]): PathParameters | undefined {
  if (segments.length !== found.length) return undefined
  for (let index = 0; index < segments.length; index += 1) {
    if (names[index] === undefined ? found[index] !== segments[index] : found[index] === '') return undefined
  }
  const parameters = new Map<string, string>()
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]
    if (name !== undefined) parameters.set(name, decodeSegment(found[index] ?? ''))
  }
  return parameters
}

export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    // Invalid percent-encoding is kept as it is.
    return segment
  }
}
