import { readFileSync } from 'node:fs'
import { createManualClock, createMockControl, createMockHost, createMockService, type MockService } from '@wfhost/mock-server'
import { createWorldSchema, readWorldFile, WorldFileError } from '@wfhost/mock-server/world-file'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withSteps } from '../../scripts/run-bodies.ts'
import { at, execute, manifest, run } from './call-api.ts'

const supportDesk = readFileSync(new URL('../examples/worlds/support-desk.yaml', import.meta.url), 'utf8')

function service(text: string): MockService {
  return createMockService(readWorldFile(text).seed)
}

function workflow(more: string): string {
  return `workspaces:\n  - id: w\n    workflows:\n      - flowId: f\n        key: key-of-f\n        published: true\n${more.replaceAll(/^/gm, '        ')}\n`
}

test('the support desk runs: steps, tools through the registry, a failing step, environments', async () => {
  const desk = service(supportDesk)
  await desk.syncRegistry('desk', 'Acme')
  const args = { subject: 'My invoice', email: 'ada@acme.example' }
  expect((await run(desk, { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args })).body).toMatchObject({
    status: 'success',
    result: { team: 'billing', plan: 'gold', sent: true },
    ...withSteps({
      classify: { result: 'billing' },
      customer: { result: { region: 'eu' } },
      reply: { result: { from: 'desk@acme.example' } },
    }),
  })
  expect(desk.creditBalance('acme')).toBe(498)
  expect((await run(desk, { flowId: 'close-ticket', key: 'wfk_close_ticket' })).body).toMatchObject({
    status: 'failed',
    error: { name: 'TicketLocked', traceback: expect.stringContaining('at step close') },
  })
  expect((await manifest(desk, { key: 'thk_desk_staging' })).body).toMatchObject({
    toolsets: [{ id: 'mail', version: '1.1.0' }, { id: 'customers' }],
  })
  const payload = { toolset: 'mail', tool: 'bounce' }
  expect((await execute(desk, { key: 'thk_desk_staging', payload })).body).toMatchObject({
    status: 'failed',
    error: { name: 'MailboxFull' },
  })
})

test('delays are measured by the clock of the service', async () => {
  const clock = createManualClock(0)
  const slow = createMockService(
    readWorldFile(workflow('steps:\n  - { id: wait, delayMs: 60000, result: 1 }\ndelayMs: 60000\nresult: 2')).seed,
    { clock },
  )
  const answer = run(slow, { flowId: 'f', key: 'key-of-f' })
  await clock.advance(120_000)
  expect((await answer).body).toMatchObject({ result: 2, ...withSteps({ wait: { result: 1 } }) })
})

test('a profile in the file is the profile of the world', () => {
  expect(readWorldFile('profile: { defaultMode: async }').profile).toEqual({ defaultMode: 'async' })
})

test('what is called expression or arguments and is data may be any text', () => {
  const { seed } = readWorldFile(`
organizations:
  - { id: a, environments: [{ name: default, variables: { expression: 'a (', arguments: 'b (' } }] }
faults: [{ kind: status, status: 500, body: { expression: 'c (', useTool: { arguments: 'd (' } } }]
`)
  expect(seed.organizations?.[0]?.environments?.[0]?.variables).toEqual({ expression: 'a (', arguments: 'b (' })
})

test.each([
  ['workspaces: [', 'desk.yaml:1: '],
  ['workspace: []', 'desk.yaml:1: workspace: nothing is called "workspace" here; did you mean "workspaces"?'],
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
    workflow("result: 1\nsteps:\n  - { id: s, useTool: { toolSet: t, tool: u, arguments: '1 +' } }"),
    'desk.yaml:9: workspaces[0].workflows[0].steps[0].useTool.arguments: expected an expression of JavaScript: ',
  ],
  [
    "organizations: [{ id: a, toolSets: [{ id: t, versions: [{ version: 1.0.0, tools: [{ name: u, expression: '1 +' }] }] }] }]",
    'organizations[0].toolSets[0].versions[0].tools[0].expression: expected an expression of JavaScript: ',
  ],
  ['organizations:\n  - id: a\n    credits: -1', 'desk.yaml:3: organizations[0].credits: expected at least 0, found -1'],
  ['organizations:\n  - name: a', 'desk.yaml:2: organizations[0].id: expected a string, found nothing; add it'],
])('a file that is wrong says where and what to do: %j', (text, message) => {
  expect(() => readWorldFile(text, 'desk.yaml')).toThrow(WorldFileError)
  expect(() => readWorldFile(text, 'desk.yaml')).toThrow(message)
})

const organization = 'organizations:\n  - id: acme\n    environments: [{ name: staging }]\n'
const registry =
  'workspaces:\n  - id: w\n    registries: [{ name: Own, apiKey: thk }]\n    workflows:\n      - flowId: f\n        result: 1\n'
const withoutRegistry = registry.replace('[{ name: Own, apiKey: thk }]', '[]')
const crm =
  'organizations:\n  - id: acme\n    environments: [{ name: default }]\n    toolHostingKeys: [{ name: K, environment: default, key: thk }]\n    toolSets: [{ id: crm, versions: [{ version: 1.0.0, tools: [{ name: find, result: 1 }] }] }]\n'

test.each([
  [
    `${organization}    toolHostingKeys:\n      - { name: A, environment: Staging }`,
    'world.yaml:5: organizations[0].toolHostingKeys[0].environment: there is no environment "Staging"; did you mean "staging"?',
  ],
  [
    `${organization}    toolHostingKeys:\n      - { name: A, environment: staging, key: k }\n      - { name: B, environment: staging, key: k }`,
    'world.yaml:6: organizations[0].toolHostingKeys[1].key: "k" is taken by organizations[0].toolHostingKeys[0].key; choose another',
  ],
  [
    'workspaces:\n  - id: w\n    workflows:\n      - { flowId: f, result: 1 }\n      - { flowId: f, result: 2 }',
    'world.yaml:5: workspaces[0].workflows[1].flowId: "f" is taken by workspaces[0].workflows[0].flowId; choose another',
  ],
  [
    'workspaces:\n  - id: w\n    registries:\n      - { name: A, apiKey: k, manifestUrl: here }',
    'world.yaml:4: workspaces[0].registries[0].manifestUrl: expected a URL of a manifest, found "here"',
  ],
  [
    `${organization}    toolSets:\n      - id: crm\n        versions: [{ version: 1.0.0, tools: [] }]\n        published:\n          staging: 2.0.0`,
    'world.yaml:8: organizations[0].toolSets[0].published.staging: there is no version "2.0.0"; did you mean "1.0.0"?',
  ],
  ['profile:\n  asyncStatus: 201', 'world.yaml:2: profile.asyncStatus: expected one of 200, 202, found 201'],
  [
    'faults:\n  - { kind: hang, nth: 1, count: 2 }\n  - { kind: hang, status: 500 }',
    'world.yaml:2: faults[0].count: nth selects a single request; leave out count or nth\nworld.yaml:3: faults[1].status: nothing is called "status" here; use kind, ',
  ],
  [registry, 'world.yaml:3: workspaces[0].registries[0].apiKey: there is no tool-hosting key "thk"; add it'],
  [
    `${crm}${registry}        steps:\n          - { id: s, useTool: { toolSet: crmm, tool: find } }`,
    'world.yaml:13: workspaces[0].workflows[0].steps[0].useTool.toolSet: there is no tool set "crmm"; did you mean "crm"?',
  ],
  [
    `${crm}${registry}        steps:\n          - { id: s, useTool: { toolSet: crm, tool: fnd } }`,
    'useTool.tool: there is no tool of tool set "crm" called "fnd"; did you mean "find"?',
  ],
  [
    `${crm}${registry}        steps:\n          - { id: s, useTool: { toolSet: crm, tool: find, registry: Owm } }`,
    'useTool.registry: there is no registry "Owm"; did you mean "Own"?',
  ],
  [
    `${crm}${withoutRegistry}        steps:\n          - { id: s, useTool: { toolSet: crmm, tool: find } }`,
    'useTool.toolSet: there is no tool set "crmm"; did you mean "crm"?',
  ],
])('what contradicts itself has a place and a remedy, too: %j', (text, message) => {
  expect(() => readWorldFile(text)).toThrow(message)
})

test('the tools of another server, and those of registries to come, are not judged', () => {
  const steps = '        steps:\n          - { id: s, useTool: { toolSet: any, tool: any } }'
  const elsewhere = registry.replace('apiKey: thk', 'apiKey: thk, manifestUrl: "https://elsewhere.example/manifest"')
  const named = steps.replace('tool: any', 'tool: any, registry: Other')
  for (const text of [elsewhere + steps, withoutRegistry + steps, crm + withoutRegistry + named])
    expect(readWorldFile(text).seed.workspaces).toHaveLength(1)
})

test('the problems are there as data', () => {
  expect(() => readWorldFile('a: 1', 'x.yaml')).toThrow(
    expect.objectContaining({
      problems: [{ line: 1, path: 'a', message: expect.stringContaining('nothing is called "a" here') }],
    }),
  )
})

test('tools, steps and workflows see what they are given as args', async () => {
  const given = '{ one: args.n }'
  const parameters = '[{ name: n, type: number }]'
  const text = `${crm.replace('result: 1', `parameters: ${parameters}, expression: '${given}'`)}    credits: 9
workspaces:
  - id: w
    workflows:
      - { flowId: f, key: key-of-f, published: true, parameters: ${parameters}, expression: '${given}', steps: [{ id: s, expression: '${given}' }] }
`
  const world = service(text)
  world.publishToolSet('acme', { toolSet: 'crm', environment: 'default', version: '1.0.0' })
  const seen = { one: 7 }
  expect((await run(world, { flowId: 'f', key: 'key-of-f', args: { n: 7 } })).body).toMatchObject({
    result: seen,
    ...withSteps({ s: { result: seen } }),
  })
  const payload = { toolset: 'crm', tool: 'find', arguments: { n: 7 } }
  expect((await execute(world, { key: 'thk', payload })).body).toMatchObject({ result: seen })
})

test('faults of the file apply to requests from the start', async () => {
  const failing = service(`${workflow('result: 1')}faults: [{ kind: status, status: 503, nth: 2 }]`)
  const statuses = [await run(failing, { flowId: 'f', key: 'key-of-f' }), await run(failing, { flowId: 'f', key: 'key-of-f' })]
  expect(statuses.map(({ status }) => status)).toEqual([200, 503])
  expect(() => readWorldFile('faults: [{ kind: hangs }]')).toThrow('expected one of status, ')
  expect(() => service('faults: [{ kind: latency }]')).toThrow('faults[0].latency: expected an object, found nothing; add it')
})

test('a world of a host begins with the registries of its file synchronized, and they are its own', async () => {
  const host = createMockHost(() => readWorldFile(supportDesk).seed)
  const world = await createMockControl('http://localhost', { fetch: host.fetch }).createWorld('own')
  expect(await world.registries({ workspaceId: 'desk' })).toMatchObject([
    { manifestUrl: 'http://localhost/worlds/own/v1/public/wfhost/manifest', toolSets: [{ id: 'mail' }, {}, {}] },
  ])
  const call = { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args: { subject: 'x', email: 'y' } }
  const { body } = await run(at(world.baseUrl, host.fetch), call)
  expect(body).toMatchObject({ status: 'success', result: { sent: true } })
  expect([await world.creditBalance({ orgId: 'acme' }), host.service.creditBalance('acme')]).toEqual([498, 500])
})

test('every problem has a line of its own', () => {
  expect(() => readWorldFile('a: 1\nb: 2', 'x.yaml')).toThrow(/^x\.yaml:1: a: .*\nx\.yaml:2: b: /)
})

test.each([
  ['# not written yet\n', 1, 'nothing is here; an empty world is {}'],
  ['workspaces: []\nworkspaces: []', 2, 'this name stands here for the second time; keep one of them'],
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
  ['workspaces:\n  *nope', 2, 'nothing is called &nope above'],
  ['a: 1\nworkspaces: &self\n  - *self', 3, '*self stands in what it stands for'],
  ['workspaces: []\n---\nworkspaces: []', 2, 'a world is one document; remove what begins with this ---'],
  [
    workflow('result:\n  - 12345678901234567890'),
    8,
    '12345678901234567890 has more digits than a number can hold; make it a string',
  ],
])('what YAML says and data cannot be is found with its line: %j', (text, line, message) => {
  expect(() => readWorldFile(text, 'x.yaml')).toThrow(`x.yaml:${line}: ${message}`)
})

test('aliases stand for what they name, also as merge keys, and not for ever more', async () => {
  const shared = workflow('<<: &more { result: same }\nparameters: []').concat(
    '      - { flowId: g, key: key-of-g, <<: *more }\n',
  )
  expect((await run(service(`${shared.trimEnd()}`), { flowId: 'f', key: 'key-of-f' })).body).toMatchObject({ result: 'same' })
  const bomb = `a: &a0 [1]\n${Array.from({ length: 9 }, (_, at) => `b${at}: &a${at + 1} [${`*a${at},`.repeat(9)}]`).join('\n')}`
  expect(() => readWorldFile(bomb, 'x.yaml')).toThrow(
    /^x\.yaml:1: Excessive alias count .*; write out what the aliases stand for$/,
  )
})

test('JSON is read too, and names of Object are names', async () => {
  const seed = {
    workspaces: [
      { id: '__proto__', workflows: [{ flowId: 'constructor', key: 'key-of-c', published: true, result: { __proto: 1 } }] },
    ],
  }
  const world = service(JSON.stringify(seed))
  expect((await run(world, { flowId: 'constructor', key: 'key-of-c' })).body).toMatchObject({ status: 'success' })
})

test('the published schema says the same to an editor', () => {
  const validate = new Ajv2020({ strict: false }).compile(createWorldSchema())
  expect(validate(parse(supportDesk))).toBe(true)
  for (const text of ['workspace: []', 'organizations: [{ name: a }]', 'workspaces: [{ id: w, workflows: [{ flowId: f }] }]']) {
    expect(validate(parse(text))).toBe(false)
  }
})

test('every mistake is reported at once, whatever else is wrong', () => {
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
      - { flowId: b, expression: 'Strng("x")', steps: [{ id: s, useTool: { toolSet: t, tool: u } }] }
      - { flowId: b, expression: '[1].map((n) => n + m)' }
`
  const problems = [
    '4: organizations[0].credits: expected a whole number, found 1.5',
    '5: organizations[0].toolHostingKeys[0].key: expected a key of visible ASCII characters without spaces, as a header can carry it, found "k k"',
    '5: organizations[0].toolHostingKeys[0].environment: there is no environment "defualt"; did you mean "default"?',
    '10: workspaces[0].workflows[0].flowId: expected a flowId that a URL keeps, found ".."',
    '10: workspaces[0].workflows[0].result: expected JSON, found Infinity',
    '11: workspaces[0].workflows[1].key: expected a key of visible ASCII characters without spaces, as a header can carry it, found "kéy"',
    '11: workspaces[0].workflows[1].steps[0].result.deep[0]: expected JSON, found Infinity',
    '11: workspaces[0].workflows[1].expression: expected some text, found none',
    '12: workspaces[0].workflows[2].expression: nothing is called "Strng" here; did you mean "String"?',
    '12: workspaces[0].workflows[2].steps[0].useTool: the workspace has no registries, so no tool; add them, or write "registries: []" if they are added while the world runs',
    '13: workspaces[0].workflows[3].expression: nothing is called "m" here',
    '13: workspaces[0].workflows[3].flowId: "b" is taken by workspaces[0].workflows[2].flowId; choose another',
  ]
  expect(() => readWorldFile(file)).toThrow(
    expect.objectContaining({ message: problems.map((problem) => `world.yaml:${problem}`).join('\n') }),
  )
})
