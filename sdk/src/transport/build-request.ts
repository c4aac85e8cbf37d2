import type { paths } from '@wfhost/openapi'
import type { RequestParts } from './send-request.ts'

/** The operation of a path; each path of the document has one. */
type OperationAt<Path extends keyof paths> = paths[Path] extends { post: infer Operation extends object }
  ? Operation
  : paths[Path] extends { get: infer Operation extends object }
    ? Operation
    : never

type ParametersOf<Operation> = Operation extends { parameters: { path: infer Parameters } } ? Parameters : never

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : undefined

/** The parameters and the body of an operation, typed by the document. */
export interface OperationInput<Path extends keyof paths> {
  readonly address: string
  readonly path: Path
  readonly parameters: ParametersOf<OperationAt<Path>>
  readonly body: BodyOf<OperationAt<Path>>
}

/** Builds the request of an operation. Its body is serialized here, once for all attempts. */
export function buildRequest<Path extends keyof paths>({ address, path, parameters, body }: OperationInput<Path>): RequestParts {
  const values: Readonly<Record<string, string>> = Object(parameters)
  const posts = body !== undefined
  return {
    url: address + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
    method: posts ? 'POST' : 'GET',
    headers: posts ? { 'content-type': 'application/json' } : {},
    body: posts ? JSON.stringify(body) : undefined,
  }
}
