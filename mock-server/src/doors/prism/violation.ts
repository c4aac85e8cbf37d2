import type { IPrismDiagnostic } from '@stoplight/prism-core'

/** Something that Prism finds against the document. */
export interface Violation {
  /** The number of the request among those that came, from 1. */
  readonly request: number
  readonly direction: 'request' | 'response'
  /** The operation, or undefined for a request that the document does not have. */
  readonly operation: string | undefined
  /** Where, as `body.args.0.value` or `headers.retry-after`; empty for the whole. */
  readonly place: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** Of which request and operation something is said. */
type Subject = Pick<Violation, 'request' | 'operation'>

/** Everything that Prism found about one exchange. */
export function listViolations(
  { input, output }: { readonly input: readonly IPrismDiagnostic[]; readonly output: readonly IPrismDiagnostic[] },
  subject: Subject,
): readonly Violation[] {
  return [
    ...input.map((diagnostic) => toViolation(diagnostic, { ...subject, direction: 'request' })),
    ...output.map((diagnostic) => toViolation(diagnostic, { ...subject, direction: 'response' })),
  ]
}

function toViolation(
  { message, path = [], severity }: IPrismDiagnostic,
  about: Subject & Pick<Violation, 'direction'>,
): Violation {
  // Prism counts as the language server protocol does: 0 is an error.
  return { ...about, place: path.join('.'), message, severity: severity === 0 ? 'error' : 'warning' }
}

/** A violation on one line, for a person. */
export function writeViolation({ direction, message, operation, place, request, severity }: Violation): string {
  const where = place === '' ? '' : ` ${place}`
  return `${severity} in ${direction === 'request' ? 'request' : 'the answer to request'} ${request}${operation === undefined ? '' : ` (${operation})`}${where}: ${message}`
}
