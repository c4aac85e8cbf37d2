import { callerHeaders } from '../../../catalogues/caller-headers.ts'
import { selectEntries } from '../../../catalogues/catalogue.ts'
import { runWorkflow } from '../../../requests.ts'
import type { Target } from '../../../target/target.ts'
import { isSuccess, requireStatus, verifyEach } from '../../expectations.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'

export const callerHeaderRules = {
  'RUN-ENDPOINT.callers': {
    statement: 'a run with the headers that browsers add should be performed',
    warnsOf: 'a run that is refused because of such a header',
    advice:
      'Check protections against forged requests, and lists of origins. A forged request cannot have the key of a workflow.',
    check: verifyCallerHeadersAccepted,
  },
} satisfies RuleTable

/**
 * Checks that headers such as Origin and Referer do not change the response. A refusal is only a warning: any program that can
 * send HTTP requests may run a workflow (section 1), but the source document mentions none of these headers. Sends the headers of
 * each kind in one run.
 */
async function verifyCallerHeadersAccepted(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const selected = selectEntries(callerHeaders, target)
  const kinds = [...new Set(selected.map(({ kind }) => kind))]

  await verifyEach(kinds, async (kind) => {
    const headersOfKind = selected.filter((header) => header.kind === kind)
    const headers = Object.fromEntries(headersOfKind.map(({ name, value }) => [name, value]))
    const exchange = await runWorkflow(target, { workflow, headers })
    if (isSuccess(exchange)) return

    requireStatus(await runWorkflow(target, { workflow }))
    const lines = headersOfKind.map(({ name, source, value }) => `${name}: ${value} (${source})`)
    throw new RuleWarning(`expected status 200 for a run with ${lines.join(' and ')}, found ${exchange.status}`, exchange)
  })
}
