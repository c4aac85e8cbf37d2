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
  ['{ "a": [arguments.subjct & "!"] }', '1', 'steps[0].expression: there is no parameter "subjct"'],
  ['function() { args.subjct }()', '1', 'steps[0].expression: there is no parameter "subjct"'],
  ['($subject := args.subjct; $subject)', '1', 'steps[0].expression: there is no parameter "subjct"'],
  ['steps.classify', '1', 'steps[0].expression: there is no earlier step "classify"'],
  ['1', 'stepz.classify', 'workflows[0].expression: nothing is called "stepz" here; did you mean "steps"?'],
  ['1', '$count(argument.subject)', 'workflows[0].expression: nothing is called "argument" here; did you mean "arguments"?'],
  ['1', 'steps.clasify.team', 'workflows[0].expression: there is no earlier step "clasify"; did you mean "classify"?'],
])('a name in an expression that stands for nothing is found: %s, %s', (...[step, result, message]) => {
  expect(() => readWorldFile(calculating(step, result))).toThrow(`world.yaml:1: workspaces[0].workflows[0]`)
  expect(() => readWorldFile(calculating(step, result))).toThrow(message)
})

test('the names in arguments of tools and in tools are held to what is there, too', () => {
  const steps = `[{ id: s, useTool: { toolSet: t, tool: u, arguments: '{ "a": args.b }' } }]`
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
  'args.*',
  'args.$lookup($, "other")',
  '$lookup(args, "other")',
  'args.(subject & other)',
  'args[other = 1].subject',
  '$map(args.subject, function($word) { $word.length })',
  '($all := { "a": 1 }; $all.a & $.other & $$.other)',
  'args.subject@$word.{ "a": other, "b": $word.length }',
  'args@$given.steps',
  'args.subject^(>other){ other: $sum(price) }',
  'args ~> |other|{ "a": b }, ["c"]|',
  '[{ "a": 1 }].a & [{ "a": 1 }][a = 1].a & { "a": 1 }.a',
  'steps.%.other & now & $now()',
  '$match(args.subject, /other/)[0].match',
])('what is not known from the file is not judged: %s', (expression) => {
  expect(() => readWorldFile(calculating('1', expression))).not.toThrow()
})

test('a fault is for a workflow of the file', () => {
  const file = 'workspaces:\n  - { id: w, workflows: [{ flowId: echo, result: 1 }] }\nfaults:\n  - { kind: hang, flowId: ecko }'
  expect(() => readWorldFile(file)).toThrow('world.yaml:4: faults[0].flowId: there is no workflow "ecko"; did you mean "echo"?')
})
