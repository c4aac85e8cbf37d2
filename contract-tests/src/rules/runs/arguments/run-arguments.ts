import { selectEntries } from '../../../catalogues/catalogue.ts'
import { wrongTypes } from '../../../catalogues/wrong-values.ts'
import { runWorkflow } from '../../../requests.ts'
import type { ParameterType, Target } from '../../../target/target.ts'
import {
  expectObjectBody,
  expectOneOfStatuses,
  expectStatus,
  isObject,
  isSuccess,
  requireStatus,
  requireSuccess,
  verifyEach,
} from '../../expectations.ts'
import { type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { argumentsOf, expectArguments, expectEchoed, findParameterName, type ValuesByType, validValues } from '../echoes.ts'

const VALIDATION = 'Check that the type of a value is validated before the value is converted.'

export const runArgumentRules = {
  'RUN-ARG-VALUE.missing': { statement: 'an argument without a value is refused with 400', check: verifyArgumentNeedsValue },
  'RUN-ARG-VALUE.nul': {
    statement: 'the character U+0000 in strings and names reaches the workflow unchanged',
    warnsOf: 'a refusal of the character U+0000 with 400',
    advice: 'Check for storage that ends a text at a zero byte, such as a column of a database or a library in C.',
    check: verifyNulCharacterUnchanged,
  },
  'RUN-ARG-VALUE.range': {
    statement: 'a run with a number beyond the range of a double is performed or refused with 400, and its response is JSON',
    advice:
      'Check what the JSON parser makes of 1e400: infinity, which JSON cannot express, may appear in the response or cause 500.',
    check: verifyHugeNumberHandled,
  },
  'RUN-ARG-TYPE': {
    statement: 'a value of a wrong type is refused with 400 at each position among the arguments',
    advice: VALIDATION,
    check: verifyMistypedArgumentRefused,
  },
  'RUN-ARG-TYPE.async': {
    statement: 'a value of a wrong type is refused with 400 in mode async',
    check: verifyMistypedStartRefused,
  },
  'RUN-ARG-TYPE.string': createTypeRule('string'),
  'RUN-ARG-TYPE.number': createTypeRule('number'),
  'RUN-ARG-TYPE.boolean': createTypeRule('boolean'),
  'RUN-ARG-TYPE.object': createTypeRule('object'),
  'RUN-ARG-TYPE.array': createTypeRule('array'),
  'RUN-ARG-TYPE.number-text': createConvertibleTextRule('number', '7'),
  'RUN-ARG-TYPE.boolean-text': createConvertibleTextRule('boolean', 'true'),
  'RUN-ARG-MISSING': {
    statement: 'a run without a required argument is refused with 400',
    check: (target: Target) => verifyMissingArgumentRefused(target, 'sync'),
  },
  'RUN-ARG-MISSING.async': {
    statement: 'a run without a required argument is refused with 400 in mode async',
    check: (target: Target) => verifyMissingArgumentRefused(target, 'async'),
  },
  'RUN-ARG-MISSING.falsy': {
    statement: 'a required argument may be empty, zero or false',
    advice: 'Check that a missing argument is recognized by its name, and not by a falsy value.',
    check: verifyFalsyArgumentAccepted,
  },
  'RUN-ARG-NULL': { statement: 'null as a value is refused with 400', check: verifyNullRefused },
  'RUN-ARG-NULL.nested': {
    statement: 'null inside nested data reaches the workflow unchanged',
    check: verifyNestedNullUnchanged,
  },
} satisfies RuleTable

/** Checks that null inside an object, and inside a list in it, reaches the workflow. */
async function verifyNestedNullUnchanged(target: Target): Promise<void> {
  const name = findParameterName(target, 'object')
  requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo }))

  await expectEchoed(target, { [name]: { nested: null, list: [null] } })
}

/** Checks that an argument without a value gets 400. */
async function verifyArgumentNeedsValue(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = findParameterName(target, 'string')
  requireStatus(await runWorkflow(target, { workflow, args: { [name]: 'x' } }))

  await verifyEach(selectParameters(target), async (parameter) => {
    const body = { args: [{ name: parameter }], mode: 'sync' }
    const exchange = await runWorkflow(target, { workflow, body })
    expectStatus(exchange, 400, `the argument ${parameter} without a value`)
  })
}

/** Values with the character U+0000, at which strings end in C and in some databases. */
const valuesWithNul: readonly { readonly description: string; readonly values: ValuesByType }[] = [
  { description: 'a string with U+0000 in it', values: { string: 'before\0after' } },
  { description: 'a name that begins with U+0000', values: { object: { '\0name': 1 } } },
]

/** Checks that texts with U+0000 reach the workflow unchanged. A refusal with 400 is a warning. */
async function verifyNulCharacterUnchanged(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = findParameterName(target, 'string')
  requireStatus(await runWorkflow(target, { workflow, args: { [name]: 'before and after' } }))

  await verifyEach(valuesWithNul, async ({ description, values }) => {
    const args = argumentsOf(target, values)
    const exchange = await runWorkflow(target, { workflow, args })
    if (exchange.status === 400) {
      throw new RuleWarning(`expected ${description} to be accepted like any other value, found 400`, exchange)
    }

    expectStatus(exchange, 200, description)
    await expectArguments(exchange, args)
  })
}

/**
 * Checks that a number beyond the range of a double gets a documented response. JSON has such numbers, and a server may limit
 * their range (RFC 8259, section 6), so the check does not judge the value in the result.
 */
async function verifyHugeNumberHandled(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = findParameterName(target, 'number')
  requireStatus(await runWorkflow(target, { workflow, args: { [name]: validValues.number } }))

  const text = `{"args":[{"name":${JSON.stringify(name)},"value":1e400}],"mode":"sync"}`
  const exchange = await runWorkflow(target, { workflow, rawBody: text })
  expectOneOfStatuses(exchange, [200, 400], `a run with 1e400 as ${name}`)
  if (isSuccess(exchange)) expectObjectBody(exchange)
}

/** Checks that a value of a wrong type gets 400, as the first and as the last argument. */
async function verifyMistypedArgumentRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  requireSuccess(await runWorkflow(target, { workflow, args: validArguments }))

  const mistypedArguments = { ...validArguments, [mistyped.name]: mistyped.value }
  const reversedArguments = Object.fromEntries(Object.entries(mistypedArguments).toReversed())
  await verifyEach([mistypedArguments, reversedArguments], async (args) => {
    const order = Object.keys(args).join(', ')
    const exchange = await runWorkflow(target, { workflow, args })
    expectStatus(exchange, 400, `${describeMistyped(target)}, in the order ${order}`)
  })
}

/** Checks that an async start with a value of a wrong type gets 400, as the same sync run does. */
async function verifyMistypedStartRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  requireSuccess(await runWorkflow(target, { workflow, args: validArguments, mode: 'async' }))

  const args = { ...validArguments, [mistyped.name]: mistyped.value }
  requireStatus(await runWorkflow(target, { workflow, args }), 400)
  const exchange = await runWorkflow(target, { workflow, args, mode: 'async' })
  expectStatus(exchange, 400, `${describeMistyped(target)} in mode async`)
}

function describeMistyped({ fixtures }: Target): string {
  const { flowId, mistyped } = fixtures.typed
  return `a run of ${flowId} with ${JSON.stringify(mistyped.value)} as ${mistyped.name}`
}

/**
 * Creates a rule that values of other types are refused. None of the values can be converted to the type, because no
 * document states what happens to a value that can.
 */
function createTypeRule(type: ParameterType) {
  const check = async (target: Target): Promise<void> => {
    const workflow = target.fixtures.echo
    const parameterName = findParameterName(target, type)
    requireStatus(await runWorkflow(target, { workflow, args: { [parameterName]: validValues[type] } }))

    await verifyEach(selectEntries(wrongTypes[type], target), async ({ value }) => {
      const exchange = await runWorkflow(target, { workflow, args: { [parameterName]: value } })
      expectStatus(exchange, 400, `${JSON.stringify(value)} as ${parameterName}, a parameter of type ${type}`)
    })
  }
  const statement = `a value of another type for a parameter of type ${type} is refused with 400`
  return { statement, advice: VALIDATION, check }
}

/**
 * Creates a rule about a string that looks like the value of another type, such as "7" for a number. The echo workflow returns
 * its arguments, so its result shows how the server treats the string:
 *
 * - The server refuses it: the rule passes.
 * - The result contains the unchanged string: the rule fails, because the workflow received a wrong type.
 * - The result has any other value: the server has converted the string, and the rule warns. The source document allows this,
 *   since a string may contain serialized JSON (section 4.1). But clients rely on the declared types.
 */
function createConvertibleTextRule(type: 'number' | 'boolean', stringValue: string) {
  const check = async (target: Target): Promise<void> => {
    const workflow = target.fixtures.echo
    const parameterName = findParameterName(target, type)
    requireStatus(await runWorkflow(target, { workflow, args: { [parameterName]: validValues[type] } }))

    const exchange = await runWorkflow(target, { workflow, args: { [parameterName]: stringValue } })
    if (!isSuccess(exchange)) return

    const { result } = expectObjectBody(exchange)
    const isUnchanged = isObject(result) && result[parameterName] === stringValue
    if (isUnchanged) {
      const expected = `expected the string "${stringValue}" to be refused as a ${type} or converted`
      throw new RuleViolation(`${expected}, found "${stringValue}" as ${parameterName} in the result`, exchange)
    }
    // The server has converted the string. The rule warns about any conversion, and does not judge its result.
    throw new RuleWarning(`expected the string "${stringValue}" to be refused as a ${type}`, exchange)
  }

  const statement = `the string "${stringValue}" is refused for a parameter of type ${type}, or converted to its value`
  return { statement, warnsOf: 'a conversion of the text', check }
}

/**
 * Checks that a run without a required argument gets 400. `fixtures.typed` is a workflow with a required parameter.
 *
 * There is one check for each mode. A server that accepts the run in both modes has one defect, and only the check for mode sync
 * reports it.
 */
async function verifyMissingArgumentRefused(target: Target, mode: 'sync' | 'async'): Promise<void> {
  const workflow = target.fixtures.typed
  const { flowId, required: requiredName, validArguments } = workflow
  requireSuccess(await runWorkflow(target, { workflow, args: validArguments, mode }))

  const { [requiredName]: requiredValue, ...otherArguments } = validArguments
  // Blocks the check for mode async unless mode sync gets 400.
  if (mode === 'async') requireStatus(await runWorkflow(target, { workflow, args: otherArguments, mode: 'sync' }), 400)

  const renamedArguments = { [`other-${requiredName}`]: requiredValue, ...otherArguments }
  const incompleteArguments: (typeof validArguments)[] = [otherArguments, {}]
  // The server reads names in the same way in both modes, so one mode is enough.
  if (mode === 'sync') incompleteArguments.push(renamedArguments)

  await verifyEach(incompleteArguments, async (args) => {
    const exchange = await runWorkflow(target, { workflow, args, mode })
    const names = Object.keys(args).join(', ') || 'nothing'
    expectStatus(exchange, 400, `a run of ${flowId} without ${requiredName}, with ${names}, in mode ${mode}`)
  })
}

/** Falsy values, by the type of the parameter as `typeof` states it. */
const falsyValuesByType: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', '0'],
  number: [0],
  boolean: [false],
}

/**
 * Checks that an empty text, zero or false does not count as a missing argument. Sends each as the required argument.
 *
 * @returns advice to declare another required argument, if this one has a type without such a value
 */
async function verifyFalsyArgumentAccepted(target: Target): Promise<string | undefined> {
  const workflow = target.fixtures.typed
  const { flowId, required: requiredName, validArguments } = workflow
  requireSuccess(await runWorkflow(target, { workflow, args: validArguments }))

  const requiredType = typeof validArguments[requiredName]
  const falsyValues = falsyValuesByType[requiredType]
  if (falsyValues === undefined) {
    return `No falsy value was sent, as ${requiredName} is neither a string, a number nor a boolean: fixtures.typed may name another argument as required.`
  }

  await verifyEach(falsyValues, async (value) => {
    const exchange = await runWorkflow(target, { workflow, args: { ...validArguments, [requiredName]: value } })
    // The workflow may fail with this value, so other statuses are allowed. 400 means that the argument counts as missing.
    if (exchange.status !== 400) return

    const description = `a run of ${flowId} with ${JSON.stringify(value)} as the required argument ${requiredName}`
    throw new RuleViolation(`expected any status but 400 to ${description}, found 400`, exchange)
  })
  return undefined
}

/** Checks that null as the value of an argument gets 400. */
async function verifyNullRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  findParameterName(target, 'object')
  const args = argumentsOf(target, validValues)
  requireStatus(await runWorkflow(target, { workflow, args }))

  await verifyEach(selectParameters(target), async (name) => {
    const exchange = await runWorkflow(target, { workflow, args: { [name]: null } })
    expectStatus(exchange, 400, `null as ${name}`)
  })
}

/** Returns the names of the parameters of the echo workflow. A quick run has only the types string and object. */
function selectParameters({ fixtures, isQuick }: Target): string[] {
  const { parameters } = fixtures.echo
  const selected = isQuick ? [parameters.string, parameters.object] : Object.values(parameters)
  return selected.filter((name) => name !== undefined)
}
