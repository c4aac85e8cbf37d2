import { countFromRest, runWorkflow } from '../../calls.ts'
import type { Call, Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { control, expectStatus, inEach, isSuccess, objectBody } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { argumentsOf, expectArguments, parameterOf } from './echoes.ts'

export const runRequestRules = {
  'RUN-ENDPOINT': { statement: 'POST to the published-run path of a workflow runs it', check: runEndpoint },
  'RUN-ENDPOINT.again': {
    statement: 'a sync run that is sent again is run again',
    since: '2026-12',
    lookAt: 'whether something answers for the workflow: a cache, or what drops requests that look sent twice',
    check: runEndpointAgain,
  },
  'RUN-ENDPOINT.method': {
    statement: 'a request to the published-run path runs the workflow by POST alone',
    since: '2026-12',
    lookAt: 'how requests are routed: by method and path, since anything on the way may send a GET again',
    check: runEndpointMethod,
  },
  'RUN-ENDPOINT.path': {
    statement: 'a workflow is run under v2, and at its published-run path alone',
    since: '2026-12',
    lookAt: 'how requests are routed: by all of the path, to its end',
    check: runEndpointPath,
  },
  'RUN-ENDPOINT.chunked': {
    statement: 'a body that is sent in chunks should be read as any other',
    since: '2026-12',
    lookAt: 'how the length of a body is known: what streams has no Content-Length, and a server has to read chunks',
    check: runEndpointChunked,
  },
  'RUN-AUTH': {
    statement: 'the workflow key is accepted as a Bearer token, and should be with the scheme name in any case',
    check: runAuth,
  },
  'RUN-CONTENT-TYPE': {
    statement: 'application/json is accepted, with parameters, too, and should be in any case',
    check: runContentType,
  },
  'RUN-MALFORMED': { statement: 'a body that is not JSON is refused with 400', check: runMalformed },
  'RUN-MALFORMED.lenient': {
    statement: 'a body that only a lenient reader takes for JSON is refused with 400',
    since: '2026-12',
    lookAt: 'whether the parser reads more than JSON: a mode for what people write by hand, or another notation',
    check: runMalformedLenient,
  },
  'RUN-MALFORMED.object': { statement: 'a body that is JSON, but no object, is refused with 400', check: runMalformedObject },
  'RUN-MALFORMED.utf8': {
    statement: 'what is no UTF-8 is refused with 400, and should not be run as another text',
    since: '2026-12',
    lookAt: 'what makes a text of the bytes of a body: most decoders replace what they cannot read, and say so only if asked to',
    check: runMalformedUtf8,
  },
  'RUN-MODE': {
    statement: 'a mode that is neither sync nor async is refused with 400',
    check: (target: Target) =>
      expectBadModes(target, ['later', 'SYNC', 'syncX', 'syn', 'sýnc', 'asynchronous', ' sync', 'sync\n', 'sync\0', '0', '']),
  },
  'RUN-MODE.omitted': { statement: 'mode may be left out', check: runModeOmitted },
  'RUN-MODE.type': {
    statement: 'a mode that is no string is refused with 400',
    check: (target: Target) => expectBadModes(target, [7, 0, false, true, ['sync']]),
  },
  'RUN-MODE.null': {
    statement: 'a mode of null is refused with 400: it is no string, and mode was not left out',
    since: '2026-12',
    check: (target: Target) => expectBadModes(target, [null]),
  },
  'RUN-MODE.object': {
    statement: 'a mode that is an object or an empty list is refused with 400',
    since: '2026-12',
    check: (target: Target) => expectBadModes(target, [{}, { mode: 'sync' }, []]),
  },
} satisfies RuleTable

async function runEndpoint(target: Target): Promise<void> {
  expectStatus(await runWorkflow(target, { workflow: target.fixtures.echo }), 200)
}

async function runEndpointAgain(target: Target): Promise<void> {
  const { echo: workflow } = target.fixtures
  const ended = await countFromRest(target, workflow)
  const { string: name } = workflow.parameters
  // No cache has it from a check before, which sends something else.
  const call = { workflow, ...(name === undefined ? {} : { args: { [name]: 'sent twice' } }) }
  const runs = [await runWorkflow(target, call), await runWorkflow(target, call)]
  const count = runs.length
  const found = await ended({ count, isExact: false })
  const last = runs.map((run) => control(run)).at(-1)
  if (found >= count || last === undefined) return
  if (found === 0) throw new ControlFailed(`expected hooks.endedRuns to count a run of ${workflow.flowId}, found 0`, last)
  throw new RuleViolation(`expected ${count} runs of ${workflow.flowId} to end with success, found ${found}`, last)
}

/** Section 4.1 has POST; other methods are shown nowhere, and refused nowhere. What is safe runs nothing (RFC 9110, section 9.2.1). */
async function runEndpointMethod(target: Target): Promise<void> {
  const { call } = control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  const { body: _body, headers, ...bare } = call
  const { 'content-type': _type, ...withoutBody } = headers
  await expectNothingRun(target, [
    { ...bare, method: 'GET', headers: withoutBody },
    { ...call, method: 'PUT' },
  ])
}

/** Section 4.1 has one path, and section 9 its version; what is longer, and other versions, are as little refused. */
async function runEndpointPath(target: Target): Promise<void> {
  const { baseUrl, fixtures } = target
  const { call } = control(await runWorkflow(target, { workflow: fixtures.echo }))
  const inOtherVersion = baseUrl + call.url.slice(baseUrl.length).replace('/v2/', '/v1/')
  await expectNothingRun(
    target,
    [`${call.url}/cancel`, inOtherVersion].map((url) => ({ ...call, url })),
  )
}

async function expectNothingRun(target: Target, others: readonly Call[]): Promise<void> {
  await inEach(others, async (other) => {
    const exchange = await target.sendOutsideDocument(other)
    // A server may say something else of the workflow there.
    if (!isSuccess(exchange) || !('stepOutputs' in Object(exchange.body))) return
    const what = `${other.method} ${other.url.slice(target.baseUrl.length)}`
    throw new RuleWarning(`expected ${what} to run nothing, found the result of a run`, exchange)
  })
}

/** Whatever can send HTTP requests is a caller (section 1), and many of them send chunks (RFC 9112, section 7.1). */
async function runEndpointChunked(target: Target): Promise<void> {
  const { echo: workflow } = target.fixtures
  const args = argumentsOf(target, { string: 'in chunks' })
  control(await runWorkflow(target, { workflow, args }))
  const exchange = await runWorkflow(target, { workflow, args, headers: { 'transfer-encoding': 'chunked' } })
  if (isSuccess(exchange)) return expectArguments(exchange, args)
  throw new RuleWarning(
    `expected a body in chunks to be taken as the same one with its length, found ${exchange.status}`,
    exchange,
  )
}

async function runAuth(target: Target): Promise<void> {
  const { echo } = target.fixtures
  const runBehind = (scheme: string) => runWorkflow(target, { workflow: echo, authorization: `${scheme} ${echo.key}` })
  expectStatus(await runBehind('Bearer'), 200, `a run of ${echo.flowId} with its key behind Bearer`)
  await inEach(otherCases, async (scheme) => {
    const exchange = await runBehind(scheme)
    const what = `a run of ${echo.flowId} with its key behind ${scheme}`
    // So HTTP has it; section 5 shows one spelling alone.
    if (exchange.status === 401) {
      throw new RuleWarning(`expected ${what} to be let in (RFC 9110, section 11.1), found 401`, exchange)
    }
    expectStatus(exchange, 200, what)
  })
}

/** What a client may send in the place of Bearer. */
export const otherCases = ['bearer', 'BEARER']

async function runContentType(target: Target): Promise<void> {
  const types = ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON']
  await inEach(types, async (contentType) => {
    const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, contentType })
    const what = `a body of the type ${contentType}`
    // So HTTP has it; section 4.1 shows one spelling alone.
    if (contentType === 'Application/JSON' && [400, 415].includes(exchange.status)) {
      throw new RuleWarning(`expected ${what} to be taken (RFC 9110, section 8.3.1), found ${exchange.status}`, exchange)
    }
    expectStatus(exchange, 200, what)
  })
}

const wellFormed = '{"args":[],"mode":"sync"}'

async function runMalformed(target: Target): Promise<void> {
  const name = parameterOf(target, 'string')
  // Where a number is asked for, the type of NaN is no reason to refuse it.
  const { number = name, object = name } = target.fixtures.echo.parameters
  await expectMalformed(target, [
    ['a body that is cut short', '{"args":[],"mode":"sync"'],
    ['a body with something behind its JSON', `${wellFormed}x`],
    ['a body with another one behind it', wellFormed + wellFormed],
    ['a body with a comma before its end', '{"args":[],"mode":"sync",}'],
    ['a body with single quotes', "{'args':[],'mode':'sync'}"],
    ['a body with names without quotes', '{args:[],mode:"sync"}'],
    ['a body with a comment', '{"args":[],/* all */"mode":"sync"}'],
    ['a body with NaN', `{"args":[{"name":${JSON.stringify(number)},"value":NaN}],"mode":"sync"}`],
    ['a body with NaN in nested data', `{"args":[{"name":${JSON.stringify(object)},"value":{"a":[NaN]}}],"mode":"sync"}`],
    ['a body with a number that begins with 0', `{"args":[{"name":${JSON.stringify(number)},"value":07}],"mode":"sync"}`],
    ['a body with a line break in a string', `{"args":[{"name":${JSON.stringify(name)},"value":"two\nlines"}],"mode":"sync"}`],
    ['a form', 'args=1'],
    ['a form of names in brackets', `args[0][name]=${name}&args[0][value]=x&mode=sync`],
    ['an empty body', ''],
    ['a body that is no UTF-8', `\udcff${wellFormed}`],
  ])
}

async function runMalformedLenient(target: Target): Promise<void> {
  const name = parameterOf(target, 'string')
  const { array = name, boolean = name, number = name } = target.fixtures.echo.parameters
  const bodyWith = (parameter: string, value: string) =>
    `{"args":[{"name":${JSON.stringify(parameter)},"value":${value}}],"mode":"sync"}`
  await expectMalformed(target, [
    ['a body with a bracket behind it', `${wellFormed}]`],
    ['a body behind a line of other characters', `)]}'\n${wellFormed}`],
    ['a body with a zero byte behind it', `${wellFormed}\0`],
    ['a body with a form feed between its members', '{"args":[],\f"mode":"sync"}'],
    ['a body with a comment behind //', '{"args":[],// all\n"mode":"sync"}'],
    ['a body with a comment behind #', '{"args":[],# all\n"mode":"sync"}'],
    ['a body with = and ; for : and ,', '{"args"=[];"mode"="sync"}'],
    ['a body with a number that begins with a point', bodyWith(number, '.5')],
    ['a body with a number that ends with a point', bodyWith(number, '1.')],
    ['a body with a number that begins with +', bodyWith(number, '+1')],
    ['a body with a number in hexadecimal', bodyWith(number, '0x10')],
    ['a body with a truth value in capitals', bodyWith(boolean, 'TRUE')],
    ['a body with a list in which an item is left out', bodyWith(array, '[1,,2]')],
    ['a body without a comma between its members', '{"args":[] "mode":"sync"}'],
    ['a body with a list in which a comma is left out', bodyWith(array, '[1 2]')],
    ['a body with an escape that JSON has not', bodyWith(name, '"\\q"')],
    ['a body with an escape in hexadecimal', bodyWith(name, '"\\x41"')],
  ])
}

async function runMalformedObject(target: Target): Promise<void> {
  await expectMalformed(target, [
    ['a list as the body', '[]'],
    ['the body in a list', `[${wellFormed}]`],
    ['a string as the body', '"text"'],
    ['null as the body', 'null'],
    ['the body as a JSON text', JSON.stringify(wellFormed)],
  ])
}

async function runMalformedUtf8(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = JSON.stringify(parameterOf(target, 'string'))
  const bodyWith = (letter: string) => `{"args":[{"name":${name},"value":"M${letter}ller"}],"mode":"sync"}`
  control(await runWorkflow(target, { workflow, text: bodyWith('ü') }))
  const inUtf16 = [...wellFormed].map((character) => `${character}\0`).join('')
  const others = { '"Müller" in Latin-1': bodyWith('\udcfc'), 'a body in UTF-16': inUtf16 }
  await inEach(Object.entries(others), async ([what, text]) => {
    const exchange = await runWorkflow(target, { workflow, text })
    // RFC 8259 has JSON in UTF-8 alone (section 8.1), and lets a parser accept what is no JSON (section 9).
    if (isSuccess(exchange)) throw new RuleWarning(`expected ${what} to be refused, as it is no UTF-8`, exchange)
    expectStatus(exchange, 400, `${what}, which is no UTF-8`)
  })
}

async function expectMalformed(target: Target, bodies: readonly (readonly [what: string, text: string])[]): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, text: wellFormed }))
  await inEach(bodies, async ([what, text]) => expectStatus(await runWorkflow(target, { workflow, text }), 400, what))
}

async function runModeOmitted(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, mode: 'sync' }))
  const omitted: Exchange = await runWorkflow(target, { workflow, body: { args: [] } })
  if (!isSuccess(omitted)) expectStatus(omitted, 200, 'a body without a mode')
  // What is behind something else, such as a notice that there is no mode, is no answer in either.
  if (omitted.body === undefined && omitted.text.includes('{')) objectBody(omitted)
}

async function expectBadModes(target: Target, modes: readonly unknown[]): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, mode: 'sync' }))
  await inEach(modes, async (mode) => {
    const exchange = await runWorkflow(target, { workflow, body: { args: [], mode } })
    expectStatus(exchange, 400, `the mode ${JSON.stringify(mode)}`)
  })
}
