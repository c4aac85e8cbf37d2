import type { TargetDescription } from '../target/create-target.ts'

/** A request that a check sends, measured on the reference server. */
export interface PlannedRequest {
  readonly method: string
  /** The path. A place in braces, such as `{fixtures.echo.flowId}`, is replaced by its value in the configuration. */
  readonly path: string
  /** How the request identifies itself, such as `the key of fixtures.echo` or `no key`. */
  readonly credentials: string
  /** The mode of a run. @default the request states none */
  readonly mode?: 'sync' | 'async'
  /** How often the check sends the request. */
  readonly times: number
  /** How often the check sends it in a quick run. @default as often as in a full run */
  readonly quickTimes?: number
}

/** Replaces the places in the path of a request by their values in a configuration. */
export function fillRequest(request: PlannedRequest, { fixtures, product = 'wfhost' }: TargetDescription): PlannedRequest {
  const path = request.path.replace(/\{([\w.[\]]+)\}/g, (found, place: string) => {
    if (place === 'product') return product
    const value = readPlace({ fixtures }, place)
    return typeof value === 'string' ? encodeURIComponent(value) : found
  })
  return { ...request, path }
}

/** Reads a value at a place such as `fixtures.falsyOutputs[0].flowId`. */
function readPlace(root: unknown, place: string): unknown {
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '')
  return steps.reduce<unknown>((node, step) => Reflect.get(Object(node), step), root)
}

/** Formats a request on one line, such as `3 × POST /v1/public/wfhost/execute with no key`. */
export function describeRequest({ credentials, method, mode, path, times }: PlannedRequest): string {
  const modeText = mode === undefined ? '' : `, mode ${mode}`
  return `${times} × ${method} ${path} with ${credentials}${modeText}`
}
