import { methodPlaces, modePlaces, pathPlaces, workflowPlaces } from '../../../catalogues/override-places.ts'
import { createRequest, operationUrl, runWorkflow } from '../../../requests.ts'
import type { CheckRequest, Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { expectOneOfStatuses, expectThat, isSuccess, requireStatus } from '../../expectations.ts'
import { addValueAtPlaces } from '../../name-places.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'
import { argumentsOf, expectArguments } from '../echoes.ts'

/** The rules that only the path, the key, the body and the method of a request decide its effect. */
export const runOverrideRules = {
  'KEY-SCOPE.named': {
    statement: 'only the path decides which workflow runs, and not a query, a cookie, a header or the body',
    advice: 'Check that the flowId comes only from the path, both for the run and for the access of the key.',
    check: verifyNamedWorkflowIgnored,
  },
  'RUN-MODE.named': {
    statement: 'only the body decides the mode of a run, and not a query, a cookie or a header',
    warnsOf: 'the header Prefer, if it makes a sync run asynchronous',
    advice: 'Check that parameters of the query and headers are not merged into the body.',
    check: verifyNamedModeIgnored,
  },
  'RUN-ENDPOINT.method-override': {
    statement: 'a POST runs the workflow, even if a header or a query names another method',
    warnsOf: 'another method that is used instead of POST',
    advice: 'Check whether the framework lets a header override the method of a request.',
    check: verifyNamedMethodIgnored,
  },
} satisfies RuleTable

/** Names another workflow in a run, with the key of each of the two workflows. */
async function verifyNamedWorkflowIgnored(target: Target): Promise<void> {
  const { echo, secondWorkflow } = target.fixtures
  const args = argumentsOf(target, { string: 'of the workflow in the path' })
  requireStatus(await runWorkflow(target, { workflow: secondWorkflow }))
  const { request } = requireStatus(await runWorkflow(target, { workflow: echo, args }))

  const otherPath = new URL(operationUrl(target, 'runPublishedWorkflow', { flowId: secondWorkflow.flowId })).pathname
  const named = addValueAtPlaces(addValueAtPlaces(request, workflowPlaces, secondWorkflow.flowId), pathPlaces, otherPath)
  const withOwnKey = await target.send(named)
  // A server may refuse undocumented members and parameters.
  if (isSuccess(withOwnKey)) await expectArguments(withOwnKey, args)

  const authorization = `Bearer ${secondWorkflow.key}`
  const withOtherKey = await target.send({ ...named, headers: { ...named.headers, authorization } })
  const description = `a run of ${echo.flowId} with the key of ${secondWorkflow.flowId}, which the query, a cookie, headers and the body name`
  expectOneOfStatuses(withOtherKey, [403, 400], description)
}

/** Names the mode async in a sync run, and expects the result of the run. */
async function verifyNamedModeIgnored(target: Target): Promise<void> {
  const { request } = requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo, mode: 'sync' }))

  const exchange = await target.send(addValueAtPlaces(request, modePlaces, 'async'))
  if (isSuccess(exchange)) {
    const expected = 'the result of a sync run, whose query, cookie and headers name the mode async'
    expectThat(hasResult(exchange), { expected, exchange })
  }
  await warnOfPreference(target, request)
}

/** Warns if a preference decides the mode. A server may honour it (RFC 7240, section 4.1), but the body states the mode. */
async function warnOfPreference(target: Target, request: CheckRequest): Promise<void> {
  const headers = { ...request.headers, prefer: 'respond-async' }
  const exchange = await target.send({ ...request, headers })
  if (!isSuccess(exchange) || hasResult(exchange)) return

  throw new RuleWarning('expected the result of a sync run with Prefer: respond-async, found none', exchange)
}

function hasResult({ body }: Exchange): boolean {
  return 'stepOutputs' in Object(body) && Object(body)['status'] === 'success'
}

async function verifyNamedMethodIgnored(target: Target): Promise<void> {
  const { echo } = target.fixtures
  requireStatus(await runWorkflow(target, { workflow: echo }))

  const request = createRequest(target, 'runPublishedWorkflow', {
    parameters: { flowId: echo.flowId },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${echo.key}` },
    body: '{"args":[],"mode":"sync"}',
  })
  const exchange = await target.send(addValueAtPlaces(request, methodPlaces, 'GET'))
  // A server may refuse unknown parameters. No document mentions these headers, so another result is only a warning.
  if (isSuccess(exchange) ? hasResult(exchange) : exchange.status === 400) return

  const names = methodPlaces.map(({ name }) => name).join(', ')
  throw new RuleWarning(`expected a POST with ${names} to run ${echo.flowId}, found ${exchange.status}`, exchange)
}
