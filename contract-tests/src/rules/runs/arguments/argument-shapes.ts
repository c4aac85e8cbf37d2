import { selectEntries } from '../../../catalogues/catalogue.ts'
import { similarNames, writeSimilar } from '../../../catalogues/similar-identifiers.ts'
import { listWrongArgs, listWrongArguments, specialArguments } from '../../../catalogues/wrong-values.ts'
import { runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import {
  expectObjectBody,
  expectStatus,
  expectThat,
  isSuccess,
  requireStatus,
  requireSuccess,
  verifyEach,
} from '../../expectations.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'
import { argumentsOf, expectArguments, expectEchoed, findParameterName } from '../echoes.ts'

/** The rules for the structure of arguments in a body. Other rules judge the values. */
export const argumentShapeRules = {
  'RUN-ARGS': {
    statement: 'a body without an args array is refused with 400',
    warnsOf: 'args that are accepted as a text of JSON',
    check: verifyArgsMustBeArray,
  },
  'RUN-ARGS.case': {
    statement: 'the names args, name and value are case-sensitive',
    warnsOf: 'names that are accepted in another case',
    advice: 'Check how members of a body are found: some JSON libraries ignore the case by default.',
    check: verifyMemberNamesAreCaseSensitive,
  },
  'RUN-ARG-NAME': { statement: 'an argument whose name is not a string is refused with 400', check: verifyArgumentNameIsString },
  'RUN-ARG-NAME.exact': {
    statement: 'an argument with a similar name does not replace the required argument',
    warnsOf: 'a similar name that is accepted for the parameter',
    advice:
      'Check how parameters are found by name: a database may ignore case and accents, and a library may trim, normalize or split names.',
    check: verifySimilarNamesDoNotReplaceArgument,
  },
  'RUN-ARG-NAME.reserved': {
    statement: 'an argument with a name such as status or __proto__ is refused, or is an ordinary argument',
    advice: 'Check where the names of arguments are used: as variables, or as members beside those of the run.',
    check: verifySpecialArgumentNames,
  },
  'RUN-ARGS.notation': {
    statement: 'escapes, white space and exponents do not change the meaning of a body',
    advice: 'Check what parses the body: clients in other languages escape every character beyond ASCII, and every slash.',
    check: verifyNotationOfBodyIsIrrelevant,
  },
} satisfies RuleTable

/** Checks that a body needs an array `args`: sends bodies without it or with another value, and expects 400. */
async function verifyArgsMustBeArray(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow, body: { args: [], mode: 'sync' } }))

  const argument = { name: findParameterName(target, 'string'), value: 'x' }
  const wrongArgs = selectEntries(listWrongArgs(argument), target)
  const bodies = [{}, { body: { args: [] } }, ...wrongArgs.map(({ value }) => ({ args: value }))]

  await verifyEach(bodies, async (body) => {
    const exchange = await runWorkflow(target, { workflow, body: { ...body, mode: 'sync' } })
    if ('args' in body) expectArgsRefused(exchange, body.args)
    else expectStatus(exchange, 400, 'a body without args')
  })
}

/** Fails the rule unless wrong `args` get 400. Accepted text is only a warning, since it may be serialized JSON. */
function expectArgsRefused(exchange: Exchange, args: unknown): void {
  const description = `args ${JSON.stringify(args)}`

  // An argument may be serialized JSON (section 4.1). No document extends that to args as a whole, or forbids it.
  if (typeof args === 'string' && isSuccess(exchange)) {
    throw new RuleWarning(`expected ${description}, a string, to be refused, found ${exchange.status}`, exchange)
  }
  expectStatus(exchange, 400, description)
}

/** Checks that a body with `Args`, `Name` or `Value` in the wrong case gets 400. A server that accepts it gets a warning. */
async function verifyMemberNamesAreCaseSensitive(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = findParameterName(target, 'string')
  requireStatus(await runWorkflow(target, { workflow, body: { args: [{ name, value: 'x' }], mode: 'sync' } }))

  const bodies = [{ Args: [] }, { args: [{ Name: name, value: 'x' }] }, { args: [{ name, Value: 'x' }] }]
  await verifyEach(bodies, async (body) => {
    const exchange = await runWorkflow(target, { workflow, body: { ...body, mode: 'sync' } })
    // JSON names are case-sensitive, so a required member is missing. But no document forbids a lenient server.
    expectRefusedOrWarn(exchange, `the body ${JSON.stringify(body)}`)
  })
}

/** Fails the rule unless a request is refused with 400. An accepted request is only a warning. */
function expectRefusedOrWarn(exchange: Exchange, description: string): void {
  if (isSuccess(exchange)) throw new RuleWarning(`expected ${description} to be refused, found ${exchange.status}`, exchange)
  expectStatus(exchange, 400, description)
}

/** Checks that an argument whose name is not a string gets 400. */
async function verifyArgumentNameIsString(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = findParameterName(target, 'string')
  requireStatus(await runWorkflow(target, { workflow, body: { args: [{ name, value: 'x' }], mode: 'sync' } }))

  const wrongArguments = selectEntries(listWrongArguments(name), target)
  await verifyEach(wrongArguments, async ({ value: argument }) => {
    const exchange = await runWorkflow(target, { workflow, body: { args: [argument], mode: 'sync' } })
    expectStatus(exchange, 400, `the argument ${JSON.stringify(argument)}`)
  })
}

/** Checks that an argument with a similar name does not count as the required argument. */
async function verifySimilarNamesDoNotReplaceArgument(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { flowId, required, validArguments } = workflow
  const { [required]: value, ...otherArguments } = validArguments
  requireSuccess(await runWorkflow(target, { workflow, args: validArguments }))
  requireStatus(await runWorkflow(target, { workflow, args: otherArguments }), 400)

  const names = writeSimilar(selectEntries(similarNames, target), required)
  await verifyEach(names, async ({ similar: name }) => {
    const exchange = await runWorkflow(target, { workflow, args: { ...otherArguments, [name]: value } })
    // No document states whether a server may treat similar names as equal.
    const description = `a run of ${flowId} with ${JSON.stringify(name)} instead of the required argument ${required}`
    if (isSuccess(exchange)) throw new RuleWarning(`expected ${description} to be refused, found ${exchange.status}`, exchange)
    expectStatus(exchange, 400, description)
  })
}

/**
 * Checks that an argument with a special name, such as `mode` or `__proto__`, is refused or does not affect the run. Sends it
 * beside a valid argument, and expects the valid one in the result.
 */
async function verifySpecialArgumentNames(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const parameterName = findParameterName(target, 'string')
  const validArguments = { [parameterName]: 'kept' }
  requireStatus(await runWorkflow(target, { workflow, args: validArguments }))

  // A quick run sends only some of the special arguments.
  const selectedArguments = selectEntries(specialArguments, target)
  // The parameter of the echo workflow may have a special name itself. An argument with this name would replace the valid one.
  const sentArguments = selectedArguments.filter(({ name }) => name !== parameterName)

  await verifyEach(sentArguments, async ({ name, value }) => {
    // A computed name creates an own property, even for `__proto__`.
    const args = { ...validArguments, [name]: value }
    const exchange = await runWorkflow(target, { workflow, args })

    // The workflow does not declare this argument. No document states whether an undeclared argument is refused.
    if (exchange.status === 400) return

    const argument = `the undeclared argument ${JSON.stringify(name)}`
    expectStatus(exchange, 200, `a run of ${workflow.flowId} with ${argument}`)

    const { status } = expectObjectBody(exchange)
    const expected = `status success of a sync run with ${argument}`
    expectThat(status === 'success', { expected, found: JSON.stringify(status), exchange })
    await expectArguments(exchange, validArguments)
  })
}

/** Checks that escapes, white space and exponents in a body do not change the arguments. */
async function verifyNotationOfBodyIsIrrelevant(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const args = argumentsOf(target, { string: 'Grüße / 😀', number: 150, object: { größe: 'a/b 😀' } })
  findParameterName(target, 'string')
  await expectEchoed(target, args)

  const body = { args: Object.entries(args).map(([name, value]) => ({ name, value })), mode: 'sync' }
  const exchange = await runWorkflow(target, { workflow, rawBody: toOtherNotation(JSON.stringify(body, null, '\t')) })
  expectStatus(exchange, 200, 'a body with escapes, white space and an exponent')
  await expectArguments(exchange, args)
}

/**
 * Writes JSON in another notation with the same meaning: with escapes, white space and an exponent (RFC 8259, sections 2, 6
 * and 7). Libraries of other languages write JSON like this.
 */
function toOtherNotation(json: string): string {
  return json
    .replace('"args"', String.raw`"\u0061rgs"`)
    .replace(/: 150\b/, ': 1.50E+2')
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[^\0-~]/g, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'))
    .replaceAll('\n', ' \r\n')
}
