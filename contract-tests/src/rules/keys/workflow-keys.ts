import { otherSchemes, similarSchemes, type WrongScheme } from '../../catalogues/authorization-schemes.ts'
import { selectEntries } from '../../catalogues/catalogue.ts'
import { conditionalHeaders } from '../../catalogues/conditional-headers.ts'
import { identityHeaders } from '../../catalogues/override-places.ts'
import { createRequest, modes, runWorkflow } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { expectOneOfStatuses, expectStatus, requireStatus, verifyEach } from '../expectations.ts'
import type { RuleTable } from '../rule.ts'
import {
  elsewhereStatuses,
  listRewrittenKeys,
  listSimilarKeys,
  membersWithKey,
  otherHeadersWithKey,
  queryWithKey,
  type WrongKey,
} from './wrong-keys.ts'

const KEY_COMPARISON = 'Check that a key is compared completely and case-sensitively, and not by its beginning.'
const HEADER_PARSING = 'Check how the header Authorization is parsed: the scheme is Bearer, and the rest is the key.'

export const workflowKeyRules = {
  'KEY-INVALID': {
    statement: 'a run with a wrong key is refused with 401',
    advice: KEY_COMPARISON,
    check: verifyWrongKeysRefused,
  },
  'KEY-INVALID.missing': { statement: 'a run without a key is refused with 401', check: verifyMissingKeyRefused },
  'KEY-INVALID.identity': {
    statement: 'a run without a key is refused with 401, also if headers name a user or a local address',
    advice: 'Check which headers of proxies the server trusts, and that its proxy removes them from requests of clients.',
    check: verifyIdentityHeadersIgnored,
  },
  'KEY-INVALID.scheme': {
    statement: 'a run with a key after another scheme than Bearer, or without a scheme, is refused with 401',
    advice: HEADER_PARSING,
    check: verifyOtherSchemesRefused,
  },
  'KEY-INVALID.elsewhere': {
    statement: 'a run with the key in the query, in a cookie or in another header is refused with 401',
    advice: 'Check whether the framework reads keys from other places than the header Authorization.',
    check: verifyKeyInOtherPlacesRefused,
  },
  'KEY-INVALID.hosting': { statement: 'a run with a tool-hosting key is refused', check: verifyHostingKeyRefused },
  'KEY-INVALID.rewritten': {
    statement: 'a run with an encoded, quoted or embedded key is refused with 401',
    advice: KEY_COMPARISON,
    check: verifyRewrittenKeysRefused,
  },
  'KEY-INVALID.scheme-name': {
    statement: 'a run with a scheme such as XBearer is refused with 401',
    advice: HEADER_PARSING,
    check: verifySimilarSchemesRefused,
  },
  'KEY-INVALID.body': {
    statement: 'a run with the key only in the body is refused with 401',
    check: verifyKeyInBodyRefused,
  },
  'KEY-INVALID.conditional': {
    statement: 'a run without a key is refused with 401, even if it is conditional or accepts a cached response',
    advice: 'Check that conditions, ranges and caches are evaluated after the key.',
    check: verifyConditionalRunsRefused,
  },
  'KEY-SCOPE': {
    statement: 'the key of another workflow is refused with 403, also within one workspace',
    check: verifyOtherKeysRefused,
  },
} satisfies RuleTable

/** A run with a wrong Authorization header. */
interface WrongRun extends Pick<WrongKey, 'statuses'> {
  /** Continues the words "a run with …". */
  readonly description: string
  /** Null leaves the header out. */
  readonly authorization: string | null
}

/** Runs the echo workflow with its key, and expects each wrong Authorization header to be refused. Returns the valid run. */
async function expectRefused(target: Target, wrongRuns: readonly WrongRun[]): Promise<Exchange> {
  const workflow = target.fixtures.echo
  const validRun = requireStatus(await runWorkflow(target, { workflow }))

  await verifyEach(wrongRuns, async ({ authorization, description, statuses = [401] }) => {
    const exchange = await runWorkflow(target, { workflow, authorization })
    expectOneOfStatuses(exchange, statuses, `a run of ${workflow.flowId} with ${description}`)
  })
  return validRun
}

/** Checks that an unknown key, and keys that resemble the valid key, get 401. */
async function verifyWrongKeysRefused(target: Target): Promise<void> {
  const unknownKey = { description: 'that does not exist', value: 'wrong-key' }
  const wrongKeys = [unknownKey, ...listSimilarKeys(target, target.fixtures.echo.key)]

  await expectRefused(target, wrongKeys.map(sendAsBearer))
}

/** Checks that a run without a key gets 401, also if it sends the cookies that the server set in the response to a valid run. */
async function verifyMissingKeyRefused(target: Target): Promise<void> {
  const validRun = await expectRefused(target, [
    { description: 'no Authorization header', authorization: null },
    { description: 'Bearer and no key', authorization: 'Bearer' },
  ])

  const cookies = validRun.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  if (cookies.length === 0) return

  const workflow = target.fixtures.echo
  const headers = { cookie: cookies.join('; ') }
  const exchange = await runWorkflow(target, { workflow, authorization: null, headers })
  const description = `a run of ${workflow.flowId} with no Authorization header and the cookie that a run with its key set`
  expectStatus(exchange, 401, description)
}

/**
 * Checks that headers such as X-Forwarded-User do not replace the key. Some servers trust these headers, because their own
 * proxy sets them, and forget to remove the headers of clients.
 */
async function verifyIdentityHeadersIgnored(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow }))

  const headers = Object.fromEntries(identityHeaders.map(({ name, value }) => [name, value]))
  const exchange = await runWorkflow(target, { workflow, authorization: null, headers })

  // A server may refuse unknown headers as malformed before it looks for a key.
  expectOneOfStatuses(exchange, [401, 400], `a run of ${workflow.flowId} without a key, with headers of a proxy`)
}

/** Checks that the key gets 401 after another scheme than Bearer, and without a scheme. */
async function verifyOtherSchemesRefused(target: Target): Promise<void> {
  await expectRefused(target, listRunsWithSchemes(target, otherSchemes))
}

/** Checks that the key gets 401 after schemes that only contain the word Bearer. */
async function verifySimilarSchemesRefused(target: Target): Promise<void> {
  await expectRefused(target, listRunsWithSchemes(target, similarSchemes))
}

/** Lists the runs that send the valid key with wrong schemes: all of them, or the first of each kind in a quick run. */
function listRunsWithSchemes(target: Target, schemes: readonly WrongScheme[]): WrongRun[] {
  const { key } = target.fixtures.echo

  return selectEntries(schemes, target).map(({ description, write }) => ({
    description: `its key ${description}`,
    authorization: write(key),
  }))
}

/** Checks that encoded, quoted and embedded forms of the valid key get 401. */
async function verifyRewrittenKeysRefused(target: Target): Promise<void> {
  const wrongHeaders = listRewrittenKeys(target, target.fixtures.echo.key)

  await expectRefused(
    target,
    wrongHeaders.map((header) => ({ ...header, description: `a key ${header.description}` })),
  )
}

/** Returns the run that sends a wrong key as a Bearer token. */
function sendAsBearer({ description, statuses, value }: WrongKey): WrongRun {
  const run = { description: `a key ${description}`, authorization: `Bearer ${value}` }
  return statuses === undefined ? run : { ...run, statuses }
}

/**
 * Checks that a key counts only in the Authorization header: sends the valid key in the query, in a cookie and in other
 * headers, and expects 401. The source document names no other place (section 5).
 */
async function verifyKeyInOtherPlacesRefused(target: Target): Promise<void> {
  const { echo } = target.fixtures
  const { flowId, key } = echo
  requireStatus(await runWorkflow(target, { workflow: echo }))

  const request = createRequest(target, 'runPublishedWorkflow', {
    parameters: { flowId },
    headers: { 'content-type': 'application/json', ...otherHeadersWithKey(key) },
    body: '{"args":[],"mode":"sync"}',
  })
  const url = `${request.url}?${queryWithKey(key)}`
  const exchange = await target.send({ ...request, url })

  const description = `a run of ${flowId} with its key in the query, in a cookie and in other headers alone`
  expectOneOfStatuses(exchange, elsewhereStatuses, description)
}

/** Checks that a key in members of the body gets 401. */
async function verifyKeyInBodyRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const { flowId, key } = workflow
  // The precondition has no such members, because a server may refuse undocumented members.
  requireStatus(await runWorkflow(target, { workflow }))

  const body = { args: [], mode: 'sync', ...membersWithKey(key) }
  const exchange = await runWorkflow(target, { workflow, body, authorization: null })
  expectStatus(exchange, 401, `a run of ${flowId} with its key in the body alone`)
}

/** Checks that conditional requests without a key get 401, as other requests without a key do. */
async function verifyConditionalRunsRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow }))

  await verifyEach(selectEntries(conditionalHeaders, target), async ({ description, headers, statuses = [401] }) => {
    const exchange = await runWorkflow(target, { workflow, authorization: null, headers })
    expectOneOfStatuses(exchange, statuses, `a run of ${workflow.flowId} without a key and with ${description}`)
  })
}

/** Checks that a tool-hosting key, which belongs to the registry, runs no workflow in either mode. */
async function verifyHostingKeyRefused(target: Target): Promise<void> {
  const { fixtures } = target
  requireStatus(await runWorkflow(target, { workflow: fixtures.echo }))

  // A target without a registry has no tool-hosting key, and any text serves as an unknown key.
  const key = 'registry' in fixtures ? fixtures.registry.key : 'key-of-no-organization'
  await verifyEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow: fixtures.echo, authorization: `Bearer ${key}`, mode })
    // A tool-hosting key may count as invalid, or as a key without access.
    expectOneOfStatuses(exchange, [401, 403], `a run of ${fixtures.echo.flowId} in mode ${mode} with a tool-hosting key`)
  })
}

/**
 * Checks that the key of one workflow runs no other workflow. Sends the keys of a workflow in the same workspace, of one in
 * another workspace and of an archived one, and expects 403.
 */
async function verifyOtherKeysRefused(target: Target): Promise<void> {
  const { echo, otherWorkspace, secondWorkflow } = target.fixtures
  requireStatus(await runWorkflow(target, { workflow: echo }))

  await verifyEach([secondWorkflow, otherWorkspace], async (otherWorkflow) => {
    requireStatus(await runWorkflow(target, { workflow: otherWorkflow }))
    const exchange = await runWorkflow(target, { workflow: { flowId: echo.flowId, key: otherWorkflow.key } })
    expectStatus(exchange, 403, `a run of ${echo.flowId} with the key of ${otherWorkflow.flowId}`)
  })

  if (!('archived' in target.fixtures)) return
  const { flowId, key } = target.fixtures.archived
  const exchange = await runWorkflow(target, { workflow: { flowId: echo.flowId, key } })
  // The key may have been revoked when its workflow was archived.
  expectOneOfStatuses(exchange, [403, 401], `a run of ${echo.flowId} with the key of the archived workflow ${flowId}`)
}
