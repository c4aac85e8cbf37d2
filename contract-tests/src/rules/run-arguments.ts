import { isDeepStrictEqual } from 'node:util'
import { runWorkflow } from '../calls.ts'
import type { Target } from '../target/target.ts'
import {
  control,
  controlSuccess,
  type Difference,
  expectStatus,
  expectThat,
  firstDifference,
  isObject,
  isSuccess,
  objectBody,
} from './expectations.ts'
import { type RuleTable, RuleWarning } from './rule.ts'
import { sampleArguments } from './sample-arguments.ts'

export const runArgumentRules = {
  'RUN-ARGS': {
    statement: 'a body without an args array is refused with 400',
    check: runArgs,
  },
  'RUN-ARG-NAME': {
    statement: 'an argument without a string as its name is refused with 400',
    check: runArgName,
  },
  'RUN-ARG-VALUE': {
    statement:
      'a string, number, boolean, object or array reaches the workflow unharmed; an argument without a value is refused with 400',
    check: runArgValue,
  },
  'RUN-ARG-TYPE': {
    statement: 'a value of another type than the workflow expects is refused with 400, in each mode',
    check: runArgType,
  },
  'RUN-ARG-MISSING': {
    statement: 'a run without a required argument is refused with 400, in each mode',
    check: runArgMissing,
  },
  'RUN-ARG-NULL': {
    statement: 'null as a value is refused with 400; inside nested data it is ordinary JSON',
    check: runArgNull,
  },
  'RUN-JSON-STRING': {
    statement: 'a string that holds serialized JSON reaches the workflow as that string, byte for byte',
    check: runJsonString,
  },
} satisfies RuleTable

async function runArgs(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, body: { args: [], mode: 'sync' } }))
  expectStatus(await runWorkflow(target, { workflow, body: { mode: 'sync' } }), 400)
  const argument = { name: workflow.parameters.string, value: 'x' }
  for (const args of [{}, null, argument, '[]', JSON.stringify([argument])]) {
    expectStatus(await runWorkflow(target, { workflow, body: { args, mode: 'sync' } }), 400)
  }
}

async function runArgName(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = workflow.parameters.string
  control(await runWorkflow(target, { workflow, body: { args: [{ name, value: 'x' }], mode: 'sync' } }))
  for (const argument of [{ value: 'x' }, { name: 7, value: 'x' }, { name: null, value: 'x' }, 'x']) {
    expectStatus(await runWorkflow(target, { workflow, body: { args: [argument], mode: 'sync' } }), 400)
  }
}

async function runArgValue(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const { parameters } = workflow
  control(await runWorkflow(target, { workflow }))
  for (const sent of sampleArguments(parameters)) {
    const exchange = await runWorkflow(target, { workflow, args: sent })
    expectStatus(exchange, 200)
    objectBody(exchange)
    // As numbers: the body of an exchange has the digits of those that are too long to be told apart.
    const { result } = JSON.parse(exchange.text)
    for (const [name, value] of Object.entries(sent)) {
      const difference = firstDifference(value, isObject(result) ? result[name] : undefined)
      const expected = `argument ${name} back as it was sent${difference === undefined ? '' : `, found ${described(difference)}`}`
      expectThat(difference === undefined, { expected, in: exchange })
    }
  }
  const body = { args: [{ name: parameters.string }], mode: 'sync' }
  expectStatus(await runWorkflow(target, { workflow, body }), 400)
}

function described({ found, pointer, sent }: Difference): string {
  const place = pointer === '' ? '' : ` at ${pointer}`
  return `${JSON.stringify(found) ?? 'nothing'} instead of ${JSON.stringify(sent) ?? 'nothing'}${place}`
}

// Each of another type than its parameter, and none that could be read as it: what a JSON string becomes is not shown.
const others = {
  string: [7, 0, true, { a: 1 }, {}, [1]],
  number: ['seven', '', 'NaN', true, false, { a: 1 }, [1]],
  boolean: ['perhaps', '', 1, 0, { a: 1 }, [1]],
  object: ['seven', 7, true, [1], []],
  array: ['seven', 7, true, { a: 1 }, {}],
} as const
const right = { string: 'text', number: 7, boolean: true, object: { a: 1 }, array: [1] } as const

async function runArgType(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  const wrong = { ...validArguments, [mistyped.name]: mistyped.value }
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow, args: validArguments, mode }))
    expectStatus(await runWorkflow(target, { workflow, args: wrong, mode }), 400)
  }
  const reversed = Object.fromEntries(Object.entries(wrong).toReversed())
  expectStatus(await runWorkflow(target, { workflow, args: reversed }), 400)
  const { echo } = target.fixtures
  for (const type of ['string', 'number', 'boolean', 'object', 'array'] as const) {
    const name = echo.parameters[type]
    control(await runWorkflow(target, { workflow: echo, args: { [name]: right[type] } }))
    for (const value of others[type]) {
      expectStatus(await runWorkflow(target, { workflow: echo, args: { [name]: value } }), 400)
    }
  }
  for (const [type, value] of readable) {
    const exchange = await runWorkflow(target, { workflow: echo, args: { [echo.parameters[type]]: value } })
    if (isSuccess(exchange)) throw new RuleWarning(`expected the string "${value}" to be refused as a ${type}`, exchange)
  }
}

// A string may hold serialized JSON (section 4.1), so that who reads these as what they hold does no documented wrong.
const readable = [
  ['number', '7'],
  ['boolean', 'true'],
] as const

async function runArgMissing(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { [workflow.required]: _left, ...rest } = workflow.validArguments
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow, args: workflow.validArguments, mode }))
    expectStatus(await runWorkflow(target, { workflow, args: rest, mode }), 400)
    expectStatus(await runWorkflow(target, { workflow, args: {}, mode }), 400)
  }
}

async function runArgNull(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = workflow.parameters.object
  control(await runWorkflow(target, { workflow }))
  const value = { nested: null, list: [null] }
  const nested = await runWorkflow(target, { workflow, args: { [name]: value } })
  expectStatus(nested, 200)
  const { result } = objectBody(nested)
  const kept = isObject(result) && isDeepStrictEqual(result[name], value)
  expectThat(kept, { expected: `argument ${name} back with the null inside it`, in: nested })
  expectStatus(await runWorkflow(target, { workflow, args: { [name]: null } }), 400)
}

// A payload of 66 kB: too long for a text column of 64 kB, and in all below the 100 kB that even careful servers take by
// default. The webhooks of large services send more. What the most is, no document says.
const sentences = 6000
// Every JSON text is one, and not an object alone.
const texts = ['["one", "two"]', '"quoted"', '12', 'true']

async function runJsonString(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = workflow.parameters.string
  const payload = JSON.stringify(
    { action: 'opened', title: 'Grüße ☃ \u0000 \\ "', ids: [1, 2.5e10, null], body: 'All of it. '.repeat(sentences) },
    null,
    2,
  )
  control(await runWorkflow(target, { workflow, args: { [name]: 'plain' } }))
  for (const text of [payload, ...texts]) {
    const exchange = await runWorkflow(target, { workflow, args: { [name]: text } })
    expectStatus(exchange, 200)
    const { result } = objectBody(exchange)
    const echoed = isObject(result) ? result[name] : undefined
    expectThat(echoed === text, { expected: `the serialized payload back unharmed, ${foundOf(text, echoed)}`, in: exchange })
  }
}

/** What came back instead: only its first difference tells two long texts apart. */
function foundOf(payload: string, echoed: unknown): string {
  if (typeof echoed !== 'string') return `found ${JSON.stringify(echoed)?.slice(0, 100) ?? 'nothing'}`
  const differs = payload.split('').findIndex((character, index) => character !== echoed[index])
  const length = `${echoed.length} characters instead of ${payload.length}`
  return `found ${length}, other ones from character ${differs === -1 ? payload.length : differs} on`
}
