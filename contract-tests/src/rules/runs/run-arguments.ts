import { runWorkflow } from '../../calls.ts'
import type { ParameterType, Target } from '../../target/target.ts'
import { control, controlSuccess, expectStatus, inEach, isObject, isSuccess, objectBody } from '../expectations.ts'
import { type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { argumentsOf, expectArguments, expectEchoed, parameterOf, sampleArguments } from './echoes.ts'

const valid = 'how values are validated: by their type alone, before anything is made of them'

export const runArgumentRules = {
  'RUN-ARG-VALUE': {
    statement: 'a string, number, boolean, object or array reaches the workflow unharmed',
    lookAt: 'who reads and writes the body on the way: sanitizers, serializers, columns of a database',
    check: runArgValue,
  },
  'RUN-ARG-VALUE.missing': { statement: 'an argument without a value is refused with 400', check: runArgValueMissing },
  'RUN-ARG-VALUE.empty': {
    statement: 'empty lists, objects and texts inside nested data reach the workflow unharmed',
    since: '2026-12',
    check: (target: Target) => expectValues(target, emptyValues),
  },
  'RUN-ARG-VALUE.inherited-names': {
    statement: 'members of nested data whose names every object of a language has reach the workflow unharmed',
    since: '2026-12',
    lookAt: 'how nested data is copied: a member named __proto__ is set by JSON.parse, and lost by an assignment',
    check: (target: Target) => expectValues(target, [{ object: inheritedNames }]),
  },
  'RUN-ARG-VALUE.nul': {
    statement: 'a string with U+0000 in it, and a member whose name begins with it, reach the workflow unharmed',
    since: '2026-12',
    lookAt: 'what keeps texts that end at a zero byte, such as a column of a database or a library in C',
    check: runArgValueNul,
  },
  'RUN-ARG-TYPE': {
    statement: 'a value of another type than the workflow expects is refused with 400, wherever it stands among the arguments',
    lookAt: valid,
    check: runArgType,
  },
  'RUN-ARG-TYPE.async': {
    statement: 'a value of another type than the workflow expects is refused with 400 in mode async, too',
    check: runArgTypeAsync,
  },
  'RUN-ARG-TYPE.string': typeRule('string', [7, 0, false, true, { a: 1 }, {}, [1], []]),
  'RUN-ARG-TYPE.number': typeRule('number', ['seven', '', 'NaN', '0x1A', true, false, { a: 1 }, [1]]),
  'RUN-ARG-TYPE.boolean': typeRule('boolean', ['perhaps', 'yes', '1', '', 1, 0, { a: 1 }, [1], []]),
  'RUN-ARG-TYPE.object': typeRule('object', ['seven', '[1]', 7, true, [1], []]),
  'RUN-ARG-TYPE.array': typeRule('array', ['seven', '', '{"a":1}', 7, true, { a: 1 }, { 0: 'a', 1: 'b' }, {}]),
  'RUN-ARG-TYPE.number-text': textRule('number', '7'),
  'RUN-ARG-TYPE.boolean-text': textRule('boolean', 'true'),
  'RUN-ARG-MISSING': {
    statement: 'a run without a required argument is refused with 400',
    check: (target: Target) => expectMissing(target, 'sync'),
  },
  'RUN-ARG-MISSING.async': {
    statement: 'a run without a required argument is refused with 400 in mode async, too',
    check: (target: Target) => expectMissing(target, 'async'),
  },
  'RUN-ARG-MISSING.falsy': {
    statement: 'a required argument that is empty, zero or false is not missing',
    since: '2026-12',
    lookAt: 'how a missing argument is told: by its name, and not by whether its value is truthy',
    check: runArgMissingFalsy,
  },
  'RUN-ARG-NULL': { statement: 'null as a value is refused with 400', check: runArgNull },
  'RUN-ARG-NULL.nested': {
    statement: 'null inside nested data is ordinary JSON, and reaches the workflow',
    check: (target: Target) => expectValues(target, [{ object: { nested: null, list: [null] } }]),
  },
  'RUN-JSON-STRING': {
    statement: 'a string that holds serialized JSON reaches the workflow as that string, byte for byte',
    check: runJsonString,
  },
} satisfies RuleTable

const emptyValues = [
  { object: { list: [], object: {}, text: '', inside: { list: [[]], objects: [{}] } }, array: [[], {}, '', [[]]] },
] as const

// By JSON.parse, as a literal would set the prototype.
const inheritedNames: unknown = JSON.parse(
  // The last ones are methods of what Python and Ruby make of it.
  '{"constructor":{"prototype":{"b":5}},"__proto__":{"a":2},"toString":"3","prototype":[4],"items":1,"keys":2,"values":3,"get":4,"size":5}',
)

/** Runs the echo workflow with each of several sets of values, after one run that has to work. */
async function expectValues(
  target: Target,
  values: Parameters<typeof inEach<(typeof sampleArguments)[number]>>[0],
): Promise<void> {
  control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  await inEach(values, async (one) => void (await expectEchoed(target, argumentsOf(target, one))))
}

async function runArgValue(target: Target): Promise<void> {
  await expectValues(target, sampleArguments)
}

async function runArgValueMissing(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  control(await runWorkflow(target, { workflow, args: { [name]: 'x' } }))
  await inEach(Object.values(workflow.parameters), async (parameter) => {
    const body = { args: [{ name: parameter }], mode: 'sync' }
    expectStatus(await runWorkflow(target, { workflow, body }), 400, `the argument ${parameter} without a value`)
  })
}

async function runArgValueNul(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  control(await runWorkflow(target, { workflow, args: { [name]: 'before and after' } }))
  const each = {
    'a string with U+0000 in it': { string: 'before\0after' },
    'a name that begins with U+0000': { object: { '\0name': 1 } },
  }
  await inEach(Object.entries(each), async ([what, values]) => {
    const args = argumentsOf(target, values)
    const exchange = await runWorkflow(target, { workflow, args })
    if (exchange.status === 400) throw new RuleWarning(`expected ${what} to be taken as any other, found 400`, exchange)
    expectStatus(exchange, 200, what)
    await expectArguments(exchange, args)
  })
}

async function runArgType(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  const wrong = { ...validArguments, [mistyped.name]: mistyped.value }
  controlSuccess(await runWorkflow(target, { workflow, args: validArguments }))
  const reversed = Object.fromEntries(Object.entries(wrong).toReversed())
  await inEach([wrong, reversed], async (args) => {
    const order = Object.keys(args).join(', ')
    expectStatus(await runWorkflow(target, { workflow, args }), 400, `${describeMistyped(target)}, in the order ${order}`)
  })
}

async function runArgTypeAsync(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  const args = { ...validArguments, [mistyped.name]: mistyped.value }
  controlSuccess(await runWorkflow(target, { workflow, args: validArguments, mode: 'async' }))
  control(await runWorkflow(target, { workflow, args }), 400)
  expectStatus(await runWorkflow(target, { workflow, args, mode: 'async' }), 400, `${describeMistyped(target)} in mode async`)
}

function describeMistyped({ fixtures }: Target): string {
  const { flowId, mistyped } = fixtures.typed
  return `a run of ${flowId} with ${JSON.stringify(mistyped.value)} as ${mistyped.name}`
}

const right = { string: 'text', number: 7, boolean: true, object: { a: 1 }, array: [1] } as const

/** None of the values could be read as one of the type: what a JSON string becomes is not shown. */
function typeRule(type: ParameterType, others: readonly unknown[]) {
  return {
    statement: `a value of another type for a parameter of type ${type} is refused with 400`,
    lookAt: valid,
    check: async (target: Target): Promise<void> => {
      const workflow = target.fixtures.echo
      const name = parameterOf(target, type)
      control(await runWorkflow(target, { workflow, args: { [name]: right[type] } }))
      await inEach(others, async (value) => {
        const exchange = await runWorkflow(target, { workflow, args: { [name]: value } })
        expectStatus(exchange, 400, `${JSON.stringify(value)} as ${name}, which is of type ${type}`)
      })
    },
  }
}

/** A string may hold serialized JSON (section 4.1), so that who reads it as what it holds does no documented wrong. */
function textRule(type: 'number' | 'boolean', text: string) {
  return {
    statement: `the string "${text}" is refused for a parameter of type ${type}, or read as what it holds`,
    check: async (target: Target): Promise<void> => {
      const workflow = target.fixtures.echo
      const name = parameterOf(target, type)
      control(await runWorkflow(target, { workflow, args: { [name]: right[type] } }))
      const exchange = await runWorkflow(target, { workflow, args: { [name]: text } })
      if (!isSuccess(exchange)) return
      const expected = `expected the string "${text}" to be refused as a ${type}`
      const { result } = objectBody(exchange)
      if (isObject(result) && result[name] === text)
        throw new RuleViolation(`${expected}, or read as one, found "${text}" as ${name} in the result`, exchange)
      throw new RuleWarning(expected, exchange)
    },
  }
}

async function expectMissing(target: Target, mode: 'sync' | 'async'): Promise<void> {
  const workflow = target.fixtures.typed
  const { [workflow.required]: _left, ...rest } = workflow.validArguments
  controlSuccess(await runWorkflow(target, { workflow, args: workflow.validArguments, mode }))
  // In mode async alone: a server that never asks for the argument has another defect.
  if (mode === 'async') control(await runWorkflow(target, { workflow, args: rest }), 400)
  // Whether a name that nobody knows is refused is not shown: in the place of the required one it is no more than that.
  const unknown = { [`other-${workflow.required}`]: workflow.validArguments[workflow.required], ...rest }
  await inEach(mode === 'sync' ? [rest, {}, unknown] : [rest, {}], async (args) => {
    const exchange = await runWorkflow(target, { workflow, args, mode })
    const others = Object.keys(args).join(', ') || 'nothing'
    expectStatus(exchange, 400, `a run of ${workflow.flowId} without ${workflow.required}, with ${others}, in mode ${mode}`)
  })
}

const falsy: Readonly<Record<string, readonly unknown[]>> = { string: ['', '0'], number: [0], boolean: [false] }

async function runArgMissingFalsy(target: Target): Promise<string | undefined> {
  const workflow = target.fixtures.typed
  const { required, validArguments } = workflow
  controlSuccess(await runWorkflow(target, { workflow, args: validArguments }))
  const values = falsy[typeof validArguments[required]]
  if (values === undefined) {
    return `No falsy value was sent, as ${required} is neither a string, a number nor a boolean: fixtures.typed may name another argument as required.`
  }
  await inEach(values, async (value) => {
    const exchange = await runWorkflow(target, { workflow, args: { ...validArguments, [required]: value } })
    // What the workflow makes of it is not shown; that it is missing is not so.
    if (exchange.status !== 400) return
    expectStatus(exchange, 200, `a run of ${workflow.flowId} with ${JSON.stringify(value)} as ${required}, which is required`)
  })
  return undefined
}

async function runArgNull(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  parameterOf(target, 'object')
  const args = argumentsOf(target, right)
  control(await runWorkflow(target, { workflow, args }))
  await inEach(Object.keys(args), async (name) => {
    expectStatus(await runWorkflow(target, { workflow, args: { [name]: null } }), 400, `null as ${name}`)
  })
}

// A payload of 66 kB: too long for a text column of 64 kB, and in all below the 100 kB that even careful servers take by
// default. The webhooks of large services send more. What the most is, no document says.
const sentences = 6000
// Every JSON text is one, and not an object alone.
const serialized = ['["one", "two"]', '"quoted"', '12', 'true']

async function runJsonString(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  const payload = JSON.stringify(
    { action: 'opened', title: 'Grüße ☃ \u0000 \\ "', ids: [1, 2.5e10, null], body: 'All of it. '.repeat(sentences) },
    null,
    2,
  )
  control(await runWorkflow(target, { workflow, args: { [name]: 'plain' } }))
  await inEach([payload, ...serialized], async (text) => {
    const args = { [name]: text }
    const { status, ...sent } = await runWorkflow(target, { workflow, args })
    if (text !== payload || status !== 413) return void (await expectEchoed(target, args))
    // How much a server takes is not shown.
    throw new RuleWarning(`expected a JSON text of ${text.length} characters as ${name} to be taken, found 413`, {
      status,
      ...sent,
    })
  })
}
