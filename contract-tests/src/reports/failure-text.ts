import type { CheckResult } from '../engine/conformance-report.ts'
import { baselineText, failedExchangeOf, hooksText, problemText, reasonText, requestText, responseText } from './exchange-text.ts'

/** All that a person needs to act on a check, as plain text. */
export function failureText(check: CheckResult): string {
  const exchange = failedExchangeOf(check)
  const known = baselineText(check)
  const hooks = hooksText(check)
  return [
    `should: ${check.statement}`,
    `why: ${reasonText(check)}`,
    `problem: ${problemText(check)}`,
    ...(known === undefined ? [] : [`baseline: ${known}`]),
    ...(hooks === undefined ? [] : [`hooks:\n${hooks}`]),
    ...(exchange === undefined
      ? []
      : [`\nsent:\n${requestText(exchange)}`, `\nreceived:\n${responseText(exchange)}`, `\nrepeat: ${exchange.curl}`]),
    `replay: wfhost-conformance replay ${check.id} -c …`,
  ].join('\n')
}
