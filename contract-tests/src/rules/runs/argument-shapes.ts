import { runWorkflow } from '../../calls.ts'
import type { Target } from '../../target/target.ts'
import { control, controlSuccess, expectStatus, expectThat, inEach, isSuccess, objectBody } from '../expectations.ts'
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
    statement: 'an argument whose name merely looks like that of the required one, or has it as a part, is not that one',
    since: '2026-12',
    lookAt:
      'how parameters are found by their names: a map or a database that looks at no case or accent, or what trims, normalizes or takes apart what it reads',
    check: runArgNameExact,
  },
  'RUN-ARG-NAME.reserved': {
    statement: 'an argument that is called as something of a run, or of a language, is refused, or is no more than that',
    since: '2026-12',
    lookAt: 'what becomes of the names of arguments: a variable, or a member beside those of the run itself',
    check: runArgNameReserved,
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
    const what = 'args' in body ? `args ${JSON.stringify(body.args)}` : 'a body without args'
    // Section 4.1 lets a string hold serialized JSON: as an argument, by its example, and not in the place of all.
    if ('args' in body && typeof body.args === 'string' && isSuccess(exchange)) {
      throw new RuleWarning(`expected ${what}, a string, to be refused, found ${exchange.status}`, exchange)
    }
    expectStatus(exchange, 400, what)
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
    [...[undefined, 7, null, true, {}, [name]].map((other) => ({ name: other, value: 'x' })), ...['x', null, [name, 'x']]],
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
  const others = [
    ...[inOtherCase(required), wide(required), inOtherNotationOfNames(required), required.replace(/[aeiou]/i, '$&\u0301')],
    ...[' ', '$', 'x.', 'x/'].map((before) => before + required),
    ...[' ', '\n', '\0x', '\u200b', '.x', ':x', '[x]'].map((behind) => required + behind),
    required.slice(0, -1),
  ]
  const differing = new Set(others.map((name) => name.normalize()).filter((name) => name !== required))
  await inEach(differing, async (name) => {
    const exchange = await runWorkflow(target, { workflow, args: { ...rest, [name]: value } })
    const what = `a run of ${workflow.flowId} with ${JSON.stringify(name)} in the place of ${required}, which is required`
    // That a server may take one name for another is shown nowhere, and refused nowhere.
    if (isSuccess(exchange)) throw new RuleWarning(`expected ${what}, to be refused, found ${exchange.status}`, exchange)
    expectStatus(exchange, 400, what)
  })
}

const reserved = { mode: 'async', status: 'failed', flowId: 'x', this: 1, constructor: 1, '\0x': 1 }

async function runArgNameReserved(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const own = { [parameterOf(target, 'string')]: 'kept' }
  control(await runWorkflow(target, { workflow, args: own }))
  const others = Object.entries(reserved).filter(([name]) => !Object.hasOwn(own, name))
  await inEach(others, async ([name, value]) => {
    const exchange = await runWorkflow(target, { workflow, args: { ...own, [name]: value } })
    // Whether a name that no parameter has is refused is not shown.
    if (exchange.status === 400) return
    expectStatus(exchange, 200, `a run of ${workflow.flowId} with an argument ${JSON.stringify(name)}, which it need not know`)
    const { status } = objectBody(exchange)
    const which = `a sync run with an argument ${JSON.stringify(name)}`
    expectThat(status === 'success', { expected: `status success of ${which}, found ${JSON.stringify(status)}`, in: exchange })
    await expectArguments(exchange, own)
  })
}

/** A name of two words, as other languages join them. */
function inOtherNotationOfNames(name: string): string {
  const joined = name.replaceAll(/[_.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())
  return joined === name ? name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : joined
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
