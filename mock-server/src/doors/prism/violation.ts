import type { IPrismDiagnostic } from '@stoplight/prism-core'

/** Something that Prism finds against the document. */
export interface Violation {
  readonly direction: 'request' | 'response'
  /** The operation, or undefined for a request that the document does not have. */
  readonly operation: string | undefined
  /** Where, as `body.args.0.value` or `headers.retry-after`; empty for the whole. */
  readonly place: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** Tells the callback everything that Prism found about one exchange. */
export function reportViolations(
  found: {
    readonly operation: string | undefined
    readonly validations: { readonly input: readonly IPrismDiagnostic[]; readonly output: readonly IPrismDiagnostic[] }
  },
  onViolation: (violation: Violation) => void,
): void {
  const { operation, validations } = found
  for (const diagnostic of validations.input) onViolation(toViolation(diagnostic, { direction: 'request', operation }))
  for (const diagnostic of validations.output) onViolation(toViolation(diagnostic, { direction: 'response', operation }))
}

function toViolation(
  { message, path = [], severity }: IPrismDiagnostic,
  about: { readonly direction: 'request' | 'response'; readonly operation: string | undefined },
): Violation {
  // Prism counts as the language server protocol does: 0 is an error.
  return { ...about, place: path.join('.'), message, severity: severity === 0 ? 'error' : 'warning' }
}
