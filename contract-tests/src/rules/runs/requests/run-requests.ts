import { selectEntries } from '../../../catalogues/catalogue.ts'
import {
  lenientBodies,
  type MalformedBody,
  malformedBodies,
  nonObjectBodies,
  type ParameterNames,
  WELL_FORMED_BODY,
} from '../../../catalogues/malformed-bodies.ts'
import { mistypedModes, structuredModes, type WrongValue, wrongModes } from '../../../catalogues/wrong-values.ts'
import { runWorkflow } from '../../../requests.ts'
import type { CheckRequest } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { createRunCounter } from '../../../waiting.ts'
import { expectObjectBody, expectStatus, isSuccess, requireStatus, verifyEach } from '../../expectations.ts'
import { type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { argumentsOf, expectArguments, findParameterName } from '../echoes.ts'
import { createUncountedRunError } from '../uncounted-run.ts'
import { verifyNonUtf8BodiesRefused } from './body-encodings.ts'

export const runRequestRules = {
  'RUN-ENDPOINT': { statement: 'POST to the published-run path of a workflow runs it', check: verifyPostRunsWorkflow },
  'RUN-ENDPOINT.again': {
    statement: 'a repeated sync request runs the workflow again',
    advice: 'Check whether a cache or a duplicate filter responds in place of the workflow.',
    check: verifyRepeatedRunRunsTwice,
  },
  'RUN-ENDPOINT.method': {
    statement: 'only POST to the published-run path runs the workflow',
    warnsOf: 'another method that also runs the workflow',
    advice: 'Check that requests are routed by method and path: proxies may repeat a GET.',
    check: verifyOtherMethodsRunNothing,
  },
  'RUN-ENDPOINT.path': {
    statement: 'only the published-run path below v2 runs the workflow',
    warnsOf: 'another path that also runs the workflow',
    advice: 'Check that requests are routed by the complete path.',
    check: verifyOtherPathsRunNothing,
  },
  'RUN-ENDPOINT.chunked': {
    statement: 'a body in chunks is read like any other body',
    warnsOf: 'a refusal of a chunked body',
    advice: 'Check how the length of a body is read: a streamed body has no Content-Length, and servers must read chunks.',
    check: verifyChunkedBodyAccepted,
  },
  'RUN-AUTH': {
    statement: 'the key is accepted as a Bearer token, and the name of the scheme should be case-insensitive',
    warnsOf: 'a scheme name that is accepted only in one case',
    check: verifyBearerKeyAccepted,
  },
  'RUN-CONTENT-TYPE': {
    statement: 'the content type application/json is accepted with parameters, and should be case-insensitive',
    warnsOf: 'a content type that is accepted only in small letters',
    check: verifyContentTypeVariants,
  },
  'RUN-MALFORMED': { statement: 'a body that is not JSON is refused with 400', check: verifyMalformedJsonRefused },
  'RUN-MALFORMED.lenient': {
    statement: 'a body that only a lenient JSON parser accepts is refused with 400',
    advice: 'Check whether the parser accepts more than JSON, such as JSON5 or YAML.',
    check: verifyLenientJsonRefused,
  },
  'RUN-MALFORMED.object': {
    statement: 'a JSON body other than an object is refused with 400',
    check: verifyNonObjectsRefused,
  },
  'RUN-MALFORMED.utf8': {
    statement: 'a body that is not UTF-8 is refused with 400, and should not be decoded as other text',
    warnsOf: 'a body in another encoding that is decoded anyway',
    advice: 'Check how the bytes of a body are decoded: most decoders replace invalid bytes unless they run in a strict mode.',
    check: verifyNonUtf8BodiesRefused,
  },
  'RUN-MODE': {
    statement: 'a mode that is neither sync nor async is refused with 400',
    check: (target: Target) => expectModesRefused(target, wrongModes),
  },
  'RUN-MODE.omitted': { statement: 'the member mode is optional', check: verifyModeIsOptional },
  'RUN-MODE.type': {
    statement: 'a mode that is not a string is refused with 400',
    check: (target: Target) => expectModesRefused(target, mistypedModes),
  },
  'RUN-MODE.null': {
    statement: 'a mode of null is refused with 400',
    check: (target: Target) =>
      expectModesRefused(target, [{ kind: 'null', value: null, source: 'Go: null leaves a field as it is' }]),
  },
  'RUN-MODE.object': {
    statement: 'a mode that is an object or an empty list is refused with 400',
    check: (target: Target) => expectModesRefused(target, structuredModes),
  },
} satisfies RuleTable

/** Checks that POST to the path of a workflow runs it. */
async function verifyPostRunsWorkflow(target: Target): Promise<void> {
  expectStatus(await runWorkflow(target, { workflow: target.fixtures.echo }), 200)
}

/**
 * Checks that a repeated request runs the workflow again. Sends the same run twice, and counts the successful runs with the
 * hook `endedRuns`. A cache that responds in place of the workflow fails the check.
 */
async function verifyRepeatedRunRunsTwice(target: Target): Promise<void> {
  const { echo: workflow } = target.fixtures
  const runCounter = await createRunCounter(target, workflow)

  // No other check sends this text, so no cache has a response to it.
  const name = workflow.parameters.string
  const args = name === undefined ? undefined : { [name]: 'sent twice' }
  requireStatus(await runWorkflow(target, { workflow, args }))
  const secondExchange = requireStatus(await runWorkflow(target, { workflow, args }))

  const endedRunCount = await runCounter.waitFor({ minCount: 2 })
  if (endedRunCount >= 2) return
  if (endedRunCount === 0) throw createUncountedRunError(workflow.flowId, secondExchange)

  throw new RuleViolation(`expected 2 successful runs of ${workflow.flowId}, found ${endedRunCount}`, secondExchange)
}

/**
 * Warns if GET or PUT runs a workflow. The source document only has POST (section 4.1) and forbids no other method, but GET
 * must be safe (RFC 9110, section 9.2.1).
 */
async function verifyOtherMethodsRunNothing(target: Target): Promise<void> {
  const { request } = requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo }))
  const { 'content-type': _contentType, ...headersWithoutBody } = request.headers

  await expectNothingRun(target, [
    { ...request, method: 'GET', headers: headersWithoutBody, body: undefined },
    { ...request, method: 'PUT' },
  ])
}

/** Warns if other paths run a workflow. The source document only has one path (section 4.1) in one version (section 9). */
async function verifyOtherPathsRunNothing(target: Target): Promise<void> {
  const { baseUrl, fixtures } = target
  const { request } = requireStatus(await runWorkflow(target, { workflow: fixtures.echo }))

  const longerUrl = `${request.url}/cancel`
  const urlOfOtherVersion = baseUrl + request.url.slice(baseUrl.length).replace('/v2/', '/v1/')
  await expectNothingRun(target, [
    { ...request, url: longerUrl },
    { ...request, url: urlOfOtherVersion },
  ])
}

async function expectNothingRun(target: Target, requests: readonly CheckRequest[]): Promise<void> {
  await verifyEach(requests, async (request) => {
    const exchange = await target.send(request)
    // A server may respond with something else, such as a description of the workflow.
    const isRunResult = isSuccess(exchange) && 'stepOutputs' in Object(exchange.body)
    if (!isRunResult) return

    const path = request.url.slice(target.baseUrl.length)
    throw new RuleWarning(`expected ${request.method} ${path} to run nothing, found the result of a run`, exchange)
  })
}

/** Warns if a server refuses a body in chunks (RFC 9112, section 7.1), which many HTTP clients send. */
async function verifyChunkedBodyAccepted(target: Target): Promise<void> {
  const { echo: workflow } = target.fixtures
  const args = argumentsOf(target, { string: 'in chunks' })
  requireStatus(await runWorkflow(target, { workflow, args }))

  const exchange = await runWorkflow(target, { workflow, args, headers: { 'transfer-encoding': 'chunked' } })
  if (isSuccess(exchange)) return expectArguments(exchange, args)
  throw new RuleWarning(
    `expected a body in chunks to have the same status as one with Content-Length, found ${exchange.status}`,
    exchange,
  )
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

const MIXED_CASE_CONTENT_TYPE = 'Application/JSON'

/**
 * Checks that the server accepts each form of the content type of JSON: with and without parameters, and with capital letters. If
 * the server refuses only capital letters, this is a warning. Types are not case-sensitive in HTTP, but the source document only
 * shows the type in small letters (section 4.1).
 */
async function verifyContentTypeVariants(target: Target): Promise<void> {
  const contentTypes = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    MIXED_CASE_CONTENT_TYPE,
  ]

  await verifyEach(contentTypes, async (contentType) => {
    const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, contentType })
    const description = `a body of the type ${contentType}`

    const isRefused = exchange.status === 400 || exchange.status === 415
    if (contentType === MIXED_CASE_CONTENT_TYPE && isRefused) {
      throw new RuleWarning(
        `expected ${description} to be accepted (RFC 9110, section 8.3.1), found ${exchange.status}`,
        exchange,
      )
    }
    expectStatus(exchange, 200, description)
  })
}

async function verifyMalformedJsonRefused(target: Target): Promise<void> {
  await expectBodiesRefused(target, malformedBodies)
}

async function verifyLenientJsonRefused(target: Target): Promise<void> {
  await expectBodiesRefused(target, lenientBodies)
}

async function verifyNonObjectsRefused(target: Target): Promise<void> {
  await expectBodiesRefused(target, nonObjectBodies)
}

async function expectBodiesRefused(target: Target, bodies: readonly MalformedBody[]): Promise<void> {
  const workflow = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow, rawBody: WELL_FORMED_BODY }))

  const names = parameterNames(target)
  await verifyEach(selectEntries(bodies, target), async ({ description, write }) => {
    const exchange = await runWorkflow(target, { workflow, rawBody: write(names) })
    expectStatus(exchange, 400, `a body ${description}`)
  })
}

/** Returns the names of the parameters. A type without a parameter gets the one of type string. */
function parameterNames(target: Target): ParameterNames {
  const name = findParameterName(target, 'string')
  const { array = name, boolean = name, number = name, object = name } = target.fixtures.echo.parameters

  return { string: name, number, boolean, object, array }
}

/** Checks that a body without a mode is accepted. */
async function verifyModeIsOptional(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow, mode: 'sync' }))

  const exchange = await runWorkflow(target, { workflow, body: { args: [] } })
  if (!isSuccess(exchange)) expectStatus(exchange, 200, 'a body without a mode')

  // A text that contains JSON, such as a warning about the missing mode before the JSON, is an invalid response.
  if (exchange.body === undefined && exchange.text.includes('{')) expectObjectBody(exchange)
}

async function expectModesRefused(target: Target, modes: readonly WrongValue[]): Promise<void> {
  const workflow = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow, mode: 'sync' }))

  await verifyEach(selectEntries(modes, target), async ({ value: mode }) => {
    const exchange = await runWorkflow(target, { workflow, body: { args: [], mode } })
    expectStatus(exchange, 400, `the mode ${JSON.stringify(mode)}`)
  })
}
