import { callerHeaders } from '../../catalogues/caller-headers.ts'
import { selectEntries } from '../../catalogues/catalogue.ts'
import { runWorkflow } from '../../requests.ts'
import type { Target } from '../../target/target.ts'
import { expectStatus, isSuccess, requirePrecondition, verifyEach } from '../expectations.ts'
import { type RuleTable, RuleWarning } from '../rule.ts'

export const runHeaderRules = {
  'RUN-ENDPOINT.callers': {
    statement: 'a run with the headers that browsers add is performed',
    advice:
      'Check protections against forged requests, and lists of origins. A forged request cannot have the key of a workflow.',
    check: verifyCallerHeadersAccepted,
  },
  'RUN-AUTH': {
    statement: 'the key is accepted as a Bearer token, and the name of the scheme should be case-insensitive',
    check: verifyBearerKeyAccepted,
  },
  'RUN-CONTENT-TYPE': {
    statement: 'the content type application/json is accepted with parameters, and should be case-insensitive',
    check: verifySpellingsOfContentType,
  },
} satisfies RuleTable

/**
 * Checks that headers such as Origin and Referer do not change the response: any program that can send HTTP requests may run a
 * workflow (section 1). Sends the headers of each kind in one run.
 */
async function verifyCallerHeadersAccepted(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const selected = selectEntries(callerHeaders, target)
  const kinds = [...new Set(selected.map(({ kind }) => kind))]

  await verifyEach(kinds, async (kind) => {
    const sent = selected.filter((header) => header.kind === kind)
    const headers = Object.fromEntries(sent.map(({ name, value }) => [name, value]))
    const exchange = await runWorkflow(target, { workflow, headers })
    if (isSuccess(exchange)) return

    requirePrecondition(await runWorkflow(target, { workflow }))
    const lines = sent.map(({ name, source, value }) => `${name}: ${value} (${source})`)
    expectStatus(exchange, 200, `a run with ${lines.join(' and ')}`)
  })
}

/** Returns other spellings of the scheme Bearer. A quick run has one. */
export function listSchemeCases({ isQuick }: Pick<Target, 'isQuick'>): readonly string[] {
  return isQuick ? ['bearer'] : ['bearer', 'BEARER']
}

/** Checks that the key is accepted after Bearer. Warns if the scheme name is not accepted in another case. */
async function verifyBearerKeyAccepted(target: Target): Promise<void> {
  const { flowId, key } = target.fixtures.echo
  const runWithScheme = (scheme: string) =>
    runWorkflow(target, { workflow: target.fixtures.echo, authorization: `${scheme} ${key}` })
  expectStatus(await runWithScheme('Bearer'), 200, `a run of ${flowId} with its key after Bearer`)

  await verifyEach(listSchemeCases(target), async (scheme) => {
    const exchange = await runWithScheme(scheme)
    const description = `a run of ${flowId} with its key after ${scheme}`

    // Schemes are not case-sensitive in HTTP, but the source document only shows one spelling (section 5).
    if (exchange.status === 401) {
      throw new RuleWarning(`expected ${description} to be accepted (RFC 9110, section 11.1), found 401`, exchange)
    }
    expectStatus(exchange, 200, description)
  })
}

const TYPE_IN_OTHER_CASE = 'Application/JSON'

/**
 * Checks that the server accepts a JSON body whose content type has parameters. A refusal of the type in another case is only
 * a warning: types are not case-sensitive in HTTP, but the source document shows one spelling (section 4.1).
 */
async function verifySpellingsOfContentType(target: Target): Promise<void> {
  const contentTypes = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    TYPE_IN_OTHER_CASE,
  ]

  await verifyEach(contentTypes, async (contentType) => {
    const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, contentType })
    const description = `a body of the type ${contentType}`

    const isRefused = exchange.status === 400 || exchange.status === 415
    if (contentType === TYPE_IN_OTHER_CASE && isRefused) {
      throw new RuleWarning(
        `expected ${description} to be accepted (RFC 9110, section 8.3.1), found ${exchange.status}`,
        exchange,
      )
    }
    expectStatus(exchange, 200, description)
  })
}
