import type { IPrismDiagnostic } from '@stoplight/prism-core'

/** Something in an exchange that the document does not allow. */
export interface Violation {
  /** The number of the exchange, from 1. */
  readonly request: number
  readonly direction: 'request' | 'response'
  /** The operation; undefined for a request that the document does not describe. */
  readonly operation: string | undefined
  /** Where, such as `body.args.0.value` or `headers.retry-after`; empty for the whole exchange. */
  readonly place: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** The exchange that a violation belongs to. */
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
  // Prism uses the severities of the language server protocol: 0 is an error.
  return { ...about, place: path.join('.'), message, severity: severity === 0 ? 'error' : 'warning' }
}

/** A violation on one line, for a person. */
export function writeViolation({ direction, message, operation, place, request, severity }: Violation): string {
  const where = place === '' ? '' : ` ${place}`
  return `${severity} in ${direction === 'request' ? 'request' : 'the answer to request'} ${request}${operation === undefined ? '' : ` (${operation})`}${where}: ${message}`
}
