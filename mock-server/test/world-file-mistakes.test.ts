import { readWorldFile, WorldFileError } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'

function workflow(more: string): string {
  return `workspaces:\n  - id: w\n    workflows:\n      - flowId: f\n        key: key-of-f\n        published: true\n${more.replaceAll(/^/gm, '        ')}\n`
}

test('data with the name expression or arguments may be any text', () => {
  const { seed } = readWorldFile(`
organizations:
  - { id: a, environments: [{ name: default, variables: { expression: 'a (', arguments: 'b (' } }] }
faults: [{ kind: status, status: 500, body: { expression: 'c (', useTool: { arguments: 'd (' } } }]
`)
  expect(seed.organizations?.[0]?.environments?.[0]?.variables).toEqual({ expression: 'a (', arguments: 'b (' })
})

test.each([
  ['workspaces: [', 'desk.yaml:1: '],
  ['workspace: []', 'desk.yaml:1: workspace: unknown name "workspace"; did you mean "workspaces"?'],
  [
    'workspaces:\n  - id: w\n    workflows:\n      - flowId: f',
    'desk.yaml:4: workspaces[0].workflows[0]: expected one of result, expression, generated, failure, cases, sequence, found none; add one',
  ],
  [
    workflow('result: 1\nexpression: "1"'),
    'expected one of result, expression, generated, failure, cases, sequence, found result and expression; keep one',
  ],
  [
    workflow('parameters:\n  - { name: a, type: strin }\nresult: 1'),
    'desk.yaml:8: workspaces[0].workflows[0].parameters[0].type: expected one of string, number, boolean, object, array, found "strin"; did you mean "string"?',
  ],
  [workflow("expression: '1 +'"), 'desk.yaml:7: workspaces[0].workflows[0].expression: expected an expression of JavaScript: '],
  [
    workflow("result: 1\nsteps:\n  - { id: s, expression: '1 +' }"),
    'desk.yaml:9: workspaces[0].workflows[0].steps[0].expression: expected an expression of JavaScript: ',
  ],
  [
    workflow("result: 1\nsteps:\n  - { id: s, useTool: { toolset: t, tool: u, arguments: '1 +' } }"),
    'desk.yaml:9: workspaces[0].workflows[0].steps[0].useTool.arguments: expected an expression of JavaScript: ',
  ],
  [
    "organizations: [{ id: a, toolsets: [{ id: t, versions: [{ version: 1.0.0, tools: [{ name: u, expression: '1 +' }] }] }] }]",
    'organizations[0].toolsets[0].versions[0].tools[0].expression: expected an expression of JavaScript: ',
  ],
  ['organizations:\n  - id: a\n    credits: -1', 'desk.yaml:3: organizations[0].credits: expected at least 0, found -1'],
  ['organizations:\n  - name: a', 'desk.yaml:2: organizations[0].id: expected a string, found nothing; add it'],
])('reports a wrong file with the place and a remedy: %j', (text, message) => {
  expect(() => readWorldFile(text, 'desk.yaml')).toThrow(WorldFileError)
  expect(() => readWorldFile(text, 'desk.yaml')).toThrow(message)
})

const organization = 'organizations:\n  - id: acme\n    environments: [{ name: staging }]\n'
const registry =
  'workspaces:\n  - id: w\n    registries: [{ name: Own, apiKey: thk }]\n    workflows:\n      - flowId: f\n        result: 1\n'
const withoutRegistry = registry.replace('[{ name: Own, apiKey: thk }]', '[]')
const crm =
  'organizations:\n  - id: acme\n    environments: [{ name: default }]\n    toolHostingKeys: [{ name: K, environment: default, key: thk }]\n    toolsets: [{ id: crm, versions: [{ version: 1.0.0, tools: [{ name: find, result: 1 }] }] }]\n'

test.each([
  [
    `${organization}    toolHostingKeys:\n      - { name: A, environment: Staging }`,
    'world.yaml:5: organizations[0].toolHostingKeys[0].environment: there is no environment "Staging"; did you mean "staging"?',
  ],
  [
    `${organization}    toolHostingKeys:\n      - { name: A, environment: staging, key: k }\n      - { name: B, environment: staging, key: k }`,
    'world.yaml:6: organizations[0].toolHostingKeys[1].key: this key is taken by organizations[0].toolHostingKeys[0].key; choose another',
  ],
  [
    'workspaces:\n  - id: w\n    workflows:\n      - { flowId: f, result: 1 }\n      - { flowId: f, result: 2 }',
    'world.yaml:5: workspaces[0].workflows[1].flowId: "f" is taken by workspaces[0].workflows[0].flowId; choose another',
  ],
  [
    'workspaces:\n  - id: w\n    registries:\n      - { name: A, apiKey: k, manifestUrl: here }',
    'world.yaml:4: workspaces[0].registries[0].manifestUrl: expected an http or https URL without credentials, found "here"',
  ],
  [
    `${organization}    toolsets:\n      - id: crm\n        versions: [{ version: 1.0.0, tools: [] }]\n        published:\n          staging: 2.0.0`,
    'world.yaml:8: organizations[0].toolsets[0].published.staging: there is no version "2.0.0"; did you mean "1.0.0"?',
  ],
  ['assumptions:\n  asyncStatus: 201', 'world.yaml:2: assumptions.asyncStatus: expected one of 200, 202, found 201'],
  [
    'faults:\n  - { kind: hang, nth: 1, count: 2 }\n  - { kind: hang, status: 500 }',
    'world.yaml:2: faults[0].count: nth selects a single request; leave out count or nth\nworld.yaml:3: faults[1].status: unknown name "status"; use kind, ',
  ],
  [
    registry,
    'world.yaml:3: workspaces[0].registries[0].apiKey: no organization has this tool-hosting key; add it to toolHostingKeys, or give the manifestUrl if the registry is another server',
  ],
  [
    crm + registry.replace('thk', 'real-secret'),
    'world.yaml:8: workspaces[0].registries[0].apiKey: no organization has this tool-hosting key; add it to toolHostingKeys, or give the manifestUrl if the registry is another server',
  ],
  [
    'workspaces:\n  - id: w\n    workflows:\n      - { flowId: f, key: secret, result: 1 }\n      - { flowId: g, key: secret, result: 2 }',
    'world.yaml:5: workspaces[0].workflows[1].key: this key is taken by workspaces[0].workflows[0].key; choose another',
  ],
  [
    `${crm}${registry}        steps:\n          - { id: s, useTool: { toolset: crmm, tool: find } }`,
    'world.yaml:13: workspaces[0].workflows[0].steps[0].useTool.toolset: there is no tool set "crmm"; did you mean "crm"?',
  ],
  [
    `${crm}${registry}        steps:\n          - { id: s, useTool: { toolset: crm, tool: fnd } }`,
    'useTool.tool: there is no tool of tool set "crm" called "fnd"; did you mean "find"?',
  ],
  [
    `${crm}${registry}        steps:\n          - { id: s, useTool: { toolset: crm, tool: find, registry: Owm } }`,
    'useTool.registry: there is no registry "Owm"; did you mean "Own"?',
  ],
  [
    `${crm}${withoutRegistry}        steps:\n          - { id: s, useTool: { toolset: crmm, tool: find } }`,
    'useTool.toolset: there is no tool set "crmm"; did you mean "crm"?',
  ],
])('reports a contradiction with its place and a remedy: %j', (text, message) => {
  expect(() => readWorldFile(text)).toThrow(message)
})

test('does not check the tools of other servers and of registries that are added later', () => {
  const steps = '        steps:\n          - { id: s, useTool: { toolset: any, tool: any } }'
  const elsewhere = registry.replace('apiKey: thk', 'apiKey: thk, manifestUrl: "https://elsewhere.example/manifest"')
  const named = steps.replace('tool: any', 'tool: any, registry: Other')
  for (const text of [elsewhere + steps, withoutRegistry + steps, crm + withoutRegistry + named])
    expect(readWorldFile(text).seed.workspaces).toHaveLength(1)
})

test('the problems are available as data', () => {
  expect(() => readWorldFile('a: 1', 'x.yaml')).toThrow(
    expect.objectContaining({
      problems: [{ line: 1, path: 'a', message: expect.stringContaining('unknown name "a"') }],
    }),
  )
})

test.each([
  ['# not written yet\n', 1, 'the file is empty; an empty world is {}'],
  [Buffer.from('\ufeffworkspaces: []', 'utf16le').toString(), 1, 'it is in another encoding; save it in UTF-8'],
  [`workspaces: []\n# ${Buffer.from('M\u00fcller', 'latin1')}`, 2, 'it is in another encoding; save it in UTF-8'],
  ['workspaces: []\nworkspaces: []', 2, 'the name "workspaces" is repeated; keep one of them'],
  ['workspaces: []\n"workspaces" : []', 2, 'the name "workspaces" is repeated; keep one of them'],
  ['a b: []\na b: []', 2, 'the name is repeated; keep one of them'],
  ['workspaces: a: 1', 1, 'what follows the second colon of this line needs quotes, or a line of its own'],
  [
    workflow('expression: { a: args.amount }'),
    7,
    'workspaces[0].workflows[0].expression: expected an expression as text, found an object; write it in quotes',
  ],
  [
    workflow('steps: [{ id: a, result: 1 }, { id: a, result: 2 }]'),
    7,
    'workspaces[0].workflows[0].steps[1].id: "a" is taken by workspaces[0].workflows[0].steps[0].id; choose another',
  ],
  ['organizations: [{ id: 1.0 }]', 1, 'organizations[0].id: expected a string, found 1; write it in quotes'],
  ['workspaces:\n  *nope', 2, 'unknown anchor &nope'],
  ['a: 1\nworkspaces: &self\n  - *self', 3, '*self is inside the value that it refers to'],
  ['workspaces: []\n---\nworkspaces: []', 2, 'a world is one document; remove what begins with this ---'],
  [
    workflow('result:\n  - 12345678901234567890'),
    8,
    '12345678901234567890 has more digits than a number can hold; make it a string',
  ],
])('reports YAML values that are not data with their line: %j', (text, line, message) => {
  expect(() => readWorldFile(text, 'x.yaml')).toThrow(`x.yaml:${line}: ${message}`)
})

test('limits aliases of aliases', () => {
  const bomb = `a: &a0 [1]\n${Array.from({ length: 9 }, (_, at) => `b${at}: &a${at + 1} [${`*a${at},`.repeat(9)}]`).join('\n')}`
  expect(() => readWorldFile(bomb, 'x.yaml')).toThrow(
    /^x\.yaml:1: Excessive alias count .*; write the values of the aliases out$/,
  )
})

test('reports all mistakes of a file together', () => {
  const file = `
organizations:
  - id: acme
    credits: 1.5
    toolHostingKeys: [{ name: K, environment: defualt, key: k k }]
    environments: [{ name: default }]
workspaces:
  - id: w
    workflows:
      - { flowId: .., result: 1e400 }
      - { flowId: a, key: kéy, expression: '', steps: [{ id: s, result: { deep: [1e400] } }] }
      - { flowId: b, expression: 'Strng("x")', steps: [{ id: s, useTool: { toolset: t, tool: u } }] }
      - { flowId: b, expression: '[1].map((n) => n + m)' }
`
  const problems = [
    '4: organizations[0].credits: expected a whole number, found 1.5',
    '5: organizations[0].toolHostingKeys[0].key: expected a key of visible ASCII characters without spaces, as a header can carry it; its character 2 is U+0020',
    '5: organizations[0].toolHostingKeys[0].environment: there is no environment "defualt"; did you mean "default"?',
    '10: workspaces[0].workflows[0].flowId: expected a flowId that a URL keeps, found ".."',
    '10: workspaces[0].workflows[0].result: expected JSON, found Infinity',
    '11: workspaces[0].workflows[1].key: expected a key of visible ASCII characters without spaces, as a header can carry it; its character 2 is U+00E9',
    '11: workspaces[0].workflows[1].steps[0].result.deep[0]: expected JSON, found Infinity',
    '11: workspaces[0].workflows[1].expression: expected some text, found none',
    '12: workspaces[0].workflows[2].expression: unknown name "Strng"; did you mean "String"?',
    '12: workspaces[0].workflows[2].steps[0].useTool: the workspace has no registries, so no tool; add them, or write "registries: []" if they are added while the world runs',
    '13: workspaces[0].workflows[3].expression: unknown name "m"',
    '13: workspaces[0].workflows[3].flowId: "b" is taken by workspaces[0].workflows[2].flowId; choose another',
  ]
  expect(() => readWorldFile(file)).toThrow(
    expect.objectContaining({ message: problems.map((problem) => `world.yaml:${problem}`).join('\n') }),
  )
})

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
  ['1', 'arsg', 'workflows[0].expression: unknown name "arsg"; did you mean "args"?'],
  ['1', 'stepz.classify', 'workflows[0].expression: unknown name "stepz"; did you mean "steps"?'],
  ['1', 'arg.subject.length', 'workflows[0].expression: unknown name "arg"; did you mean "args"?'],
  ['1', 'args[nmae]', 'workflows[0].expression: unknown name "nmae"'],
  ['1', '[1].map((n) => n + m)', 'workflows[0].expression: unknown name "m"'],
  ['1', 'Math.flor(1.5)', 'workflows[0].expression: Math has no member "flor"; did you mean "floor"?'],
  ['1', 'process.exit()', 'workflows[0].expression: unknown name "process"'],
  ['1', 'steps.clasify.team', 'workflows[0].expression: there is no earlier step "clasify"; did you mean "classify"?'],
])('reports an unknown name in an expression: %s, %s', (...[step, result, message]) => {
  expect(() => readWorldFile(calculating(step, result))).toThrow(`world.yaml:1: workspaces[0].workflows[0]`)
  expect(() => readWorldFile(calculating(step, result))).toThrow(message)
})

test('reports unknown names in the arguments of tools and in tools', () => {
  const steps = `[{ id: s, useTool: { toolset: t, tool: u, arguments: '{ a: args.b }' } }]`
  expect(() => readWorldFile(`workspaces:\n  - { id: w, workflows: [{ flowId: f, result: 1, steps: ${steps} }] }`)).toThrow(
    'world.yaml:2: workspaces[0].workflows[0].steps[0].useTool.arguments: there is no parameter "b"; add it',
  )
  const versions = "[{ version: 1.0.0, tools: [{ name: find, expression: 'variable.REGION' }] }]"
  expect(() => readWorldFile(`organizations:\n  - { id: acme, toolsets: [{ id: crm, versions: ${versions} }] }`)).toThrow(
    'world.yaml:2: organizations[0].toolsets[0].versions[0].tools[0].expression: unknown name "variable"; did you mean "variables"?',
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
])('does not check names that the file does not define: %s', (expression) => {
  expect(() => readWorldFile(calculating('1', expression))).not.toThrow()
})

test('refuses a fault for a workflow that the file does not have', () => {
  const file = 'workspaces:\n  - { id: w, workflows: [{ flowId: echo, result: 1 }] }\nfaults:\n  - { kind: hang, flowId: ecko }'
  expect(() => readWorldFile(file)).toThrow('world.yaml:4: faults[0].flowId: there is no workflow "ecko"; did you mean "echo"?')
})

test('suggests a name once if two entries have it', () => {
  const workflow = '{ flowId: echo, result: 1 }'
  const file = `workspaces:\n  - { id: w, workflows: [${workflow}, ${workflow}] }\nfaults: [{ kind: hang, flowId: nowhere }]`
  expect(() => readWorldFile(file)).toThrow(/there is no workflow "nowhere"; use echo$/m)
})
