import { runWorkflow } from '../../calls.ts'
import type { Target } from '../../target/target.ts'
import { control, controlSuccess, expectStatus, inEach, isSuccess } from '../expectations.ts'
import { inOtherCase } from '../keys/nearly-right.ts'
import { type RuleTable, RuleWarning } from '../rule.ts'
import { argumentsOf, expectArguments, expectEchoed, parameterOf } from './echoes.ts'

/** How arguments stand in a body, whatever their values are. */
export const argumentShapeRules = {
  'RUN-ARGS': { statement: 'a body without an args array is refused with 400', check: runArgs },
  'RUN-ARGS.case': {
    statement: 'args, name and value have the letters that the document gives them',
    since: '2026-12',
    lookAt: 'how members of a body are found: some readers of JSON look at no case unless told to',
    check: runArgsCase,
  },
  'RUN-ARG-NAME': { statement: 'an argument without a string as its name is refused with 400', check: runArgName },
  'RUN-ARG-NAME.exact': {
    statement:
      'an argument of a name in the other case, with a space around it, in wide letters, or with a part behind it, is not the required one of that name',
    since: '2026-12',
    lookAt:
      'how parameters are found by their names: a map that looks at no case, or what trims, normalizes or takes apart what it reads',
    check: runArgNameExact,
  },
  'RUN-ARGS.notation': {
    statement: 'a body with escapes, white space and exponents means what the same JSON means without them',
    since: '2026-12',
    lookAt: 'what reads the body: clients in other languages escape every letter beyond ASCII, and every slash',
    check: runArgsNotation,
  },
} satisfies RuleTable

async function runArgs(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, body: { args: [], mode: 'sync' } }))
  const argument = { name: parameterOf(target, 'string'), value: 'x' }
  const bodies = [{}, { body: { args: [] } }, ...[{}, null, argument, '[]', JSON.stringify([argument])].map((args) => ({ args }))]
  await inEach(bodies, async (body) => {
    const exchange = await runWorkflow(target, { workflow, body: { ...body, mode: 'sync' } })
    expectStatus(exchange, 400, 'args' in body ? `args ${JSON.stringify(body.args)}` : 'a body without args')
  })
}

async function runArgsCase(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  control(await runWorkflow(target, { workflow, body: { args: [{ name, value: 'x' }], mode: 'sync' } }))
  const bodies = [{ Args: [] }, { args: [{ Name: name, value: 'x' }] }, { args: [{ name, Value: 'x' }] }]
  await inEach(bodies, async (body) => {
    const exchange = await runWorkflow(target, { workflow, body: { ...body, mode: 'sync' } })
    const what = `the body ${JSON.stringify(body)}`
    // In JSON they are other names, so that one is missing; that nobody may be lenient is not shown.
    if (isSuccess(exchange)) throw new RuleWarning(`expected ${what} to be refused, found ${exchange.status}`, exchange)
    expectStatus(exchange, 400, what)
  })
}

async function runArgName(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  control(await runWorkflow(target, { workflow, body: { args: [{ name, value: 'x' }], mode: 'sync' } }))
  await inEach(
    [{ value: 'x' }, { name: 7, value: 'x' }, { name: null, value: 'x' }, 'x', null, [name, 'x']],
    async (argument) => {
      const exchange = await runWorkflow(target, { workflow, body: { args: [argument], mode: 'sync' } })
      expectStatus(exchange, 400, `the argument ${JSON.stringify(argument)}`)
    },
  )
}

async function runArgNameExact(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { required, validArguments } = workflow
  const { [required]: value, ...rest } = validArguments
  controlSuccess(await runWorkflow(target, { workflow, args: validArguments }))
  control(await runWorkflow(target, { workflow, args: rest }), 400)
  const others = [inOtherCase(required), ` ${required}`, `${required} `, wide(required), `${required}.x`, `${required}[x]`]
  const differing = others.filter((name) => name !== required)
  await inEach(differing, async (name) => {
    const exchange = await runWorkflow(target, { workflow, args: { ...rest, [name]: value } })
    const what = `a run of ${workflow.flowId} with ${JSON.stringify(name)} in the place of ${required}, which is required`
    // That a server may take one name for another is shown nowhere, and refused nowhere.
    if (isSuccess(exchange)) throw new RuleWarning(`expected ${what}, to be refused, found ${exchange.status}`, exchange)
    expectStatus(exchange, 400, what)
  })
}

/** What NFKC makes the same text of: printable ASCII as East Asian fonts have it. */
function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0))
}

/** RFC 8259, sections 2, 6 and 7: what most writers of JSON write otherwise, and every reader reads alike. */
async function runArgsNotation(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const values = { string: 'Grüße / 😀', number: 150, object: { größe: 'a/b 😀' } }
  const args = argumentsOf(target, values)
  parameterOf(target, 'string')
  await expectEchoed(target, args)
  const body = { args: Object.entries(args).map(([name, value]) => ({ name, value })), mode: 'sync' }
  const text = inOtherNotation(JSON.stringify(body, null, '\t'))
  const exchange = await runWorkflow(target, { workflow, text })
  expectStatus(exchange, 200, 'a body with escapes, white space and an exponent')
  await expectArguments(exchange, args)
}

function inOtherNotation(json: string): string {
  return json
    .replace('"args"', String.raw`"\u0061rgs"`)
    .replace(/: 150\b/, ': 1.50E+2')
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[^\0-~]/g, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'))
    .replaceAll('\n', ' \r\n')
}
