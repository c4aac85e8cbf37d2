import { readWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'

/** A workflow with a parameter, a step and a result that are expressions. */
function calculating(step: string, result: string): string {
  const steps = [{ id: 'classify', expression: step }]
  const parameters = [{ name: 'subject', type: 'string' }]
  return JSON.stringify({ workspaces: [{ id: 'w', workflows: [{ flowId: 'f', parameters, steps, expression: result }] }] })
}

test.each<readonly [string, string, string]>([
  ['args.subjct', '1', 'steps[0].expression: there is no parameter "subjct"; did you mean "subject"?'],
  ['{ a: [args.subjct + "!"] }', '1', 'steps[0].expression: there is no parameter "subjct"'],
  ['(() => args.subjct)()', '1', 'steps[0].expression: there is no parameter "subjct"'],
  ['args["subjct"]', '1', 'steps[0].expression: there is no parameter "subjct"'],
  ['steps.classify', '1', 'steps[0].expression: there is no earlier step "classify"'],
  ['1', 'arsg', 'workflows[0].expression: nothing is called "arsg" here; did you mean "args"?'],
  ['1', 'stepz.classify', 'workflows[0].expression: nothing is called "stepz" here; did you mean "steps"?'],
  ['1', 'arg.subject.length', 'workflows[0].expression: nothing is called "arg" here; did you mean "args"?'],
  ['1', '[1].map((n) => n + m)', 'workflows[0].expression: nothing is called "m" here'],
  ['1', 'Math.flor(1.5)', 'workflows[0].expression: Math has no member "flor"; did you mean "floor"?'],
  ['1', 'process.exit()', 'workflows[0].expression: nothing is called "process" here'],
  ['1', 'steps.clasify.team', 'workflows[0].expression: there is no earlier step "clasify"; did you mean "classify"?'],
])('a name in an expression that stands for nothing is found: %s, %s', (...[step, result, message]) => {
  expect(() => readWorldFile(calculating(step, result))).toThrow(`world.yaml:1: workspaces[0].workflows[0]`)
  expect(() => readWorldFile(calculating(step, result))).toThrow(message)
})

test('the names in arguments of tools and in tools are held to what is there, too', () => {
  const steps = `[{ id: s, useTool: { toolSet: t, tool: u, arguments: '{ a: args.b }' } }]`
  expect(() => readWorldFile(`workspaces:\n  - { id: w, workflows: [{ flowId: f, result: 1, steps: ${steps} }] }`)).toThrow(
    'world.yaml:2: workspaces[0].workflows[0].steps[0].useTool.arguments: there is no parameter "b"; add it',
  )
  const versions = "[{ version: 1.0.0, tools: [{ name: find, expression: 'variable.REGION' }] }]"
  expect(() => readWorldFile(`organizations:\n  - { id: acme, toolSets: [{ id: crm, versions: ${versions} }] }`)).toThrow(
    'world.yaml:2: organizations[0].toolSets[0].versions[0].tools[0].expression: nothing is called "variable" here; did you mean "variables"?',
  )
})

test.each([
  'args.subject.anything',
  'Object.keys(args)',
  '{ ...args, other: 1 }.other',
  'args[`su` + `bject`]',
  '(({ other }) => other)({ other: 1 })',
  '(({ a: { b: [c = 1] = [] } = {} }) => c)({})',
  '(() => { let total = 0; for (const item of [1]) total += item; return total })()',
  '(() => { try { return fail("A", "b") } catch (error) { return error.name } })()',
  '(function again(n) { return n > 0 ? again(n - 1) : steps })(2)',
  '(() => { outer: for (;;) break outer; return now })()',
  'class { static other = 1 }.other',
])('what is not known from the file is not judged: %s', (expression) => {
  expect(() => readWorldFile(calculating('1', expression))).not.toThrow()
})

test('a fault is for a workflow of the file', () => {
  const file = 'workspaces:\n  - { id: w, workflows: [{ flowId: echo, result: 1 }] }\nfaults:\n  - { kind: hang, flowId: ecko }'
  expect(() => readWorldFile(file)).toThrow('world.yaml:4: faults[0].flowId: there is no workflow "ecko"; did you mean "echo"?')
})
