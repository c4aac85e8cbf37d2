import { document, type OperationId, operationTable, type RequirementId } from '@wfhost/openapi'

/** The requirement ids that the document gives for an operation and one of its responses. */
export interface Cited {
  readonly requirements: readonly RequirementId[]
  readonly assumptions: readonly RequirementId[]
}

/** The requirements that the document cites for an operation and a status. */
export function citedRequirements(operationId: OperationId, status: number): Cited {
  const { method, path } = operationTable[operationId]
  const operation = member(document, ['paths', path, method.toLowerCase()])
  const elements = [operation, resolved(member(operation, ['responses', String(status)]))]
  return {
    requirements: unique(elements.flatMap((element) => list(member(element, ['x-requirements'])))),
    assumptions: unique(
      elements.flatMap((element) => list(member(element, ['x-unspecified'])).map((open) => member(open, ['requirement']))),
    ),
  }
}

function resolved(element: unknown): unknown {
  const reference = member(element, ['$ref'])
  return typeof reference === 'string' ? member(document, reference.split('/').slice(1)) : element
}

function member(element: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    element,
  )
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function unique(ids: readonly unknown[]): RequirementId[] {
  // A test of the register checks that every id in the document exists.
  return [...new Set(ids)] as RequirementId[]
}
