import {
  createManualClock,
  createMockHost,
  createMockService,
  createSampleWorld,
  type MockSeed,
  type MockService,
  type MockServiceOptions,
  MockStateError,
  type RateLimit,
} from '@wfhost/mock-server'
import { matchers } from '@wfhost/mock-server/matchers'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import { expect, test } from 'vitest'

const echo = { flowId: 'echo', implementation: () => null }

test.each<readonly [unknown, string]>([
  [{ workspace: [] }, 'Cannot create a service: workspace: nothing is called "workspace" here; did you mean "workspaces"?'],
  ['sample', 'Cannot create a service: expected an object, found "sample"'],
  [
    { workspaces: [{ id: 'team', workflows: [echo, { ...echo, publishd: true }] }] },
    'workspaces[0].workflows[1].publishd: nothing is called "publishd" here; did you mean "published"?',
  ],
  [
    { workspaces: [{ id: 'team', workflows: [{ flowId: 'echo' }] }] },
    'workspaces[0].workflows[0].implementation: expected a function, found nothing',
  ],
  [
    { workspaces: [{ id: 'team', workflows: echo }] },
    'Cannot create a service: workspaces[0].workflows: expected an array, found object',
  ],
  [[], 'Cannot create a service: expected an object, found []'],
  [{ workspaces: [{ name: 'Team' }] }, 'workspaces[0].id: expected a string, found nothing'],
  [
    { organizations: [{ id: 'acme', consoleSessions: 'session' }] },
    'organizations[0].consoleSessions: expected an array, found "session"',
  ],
  [
    { organizations: [{ id: 'acme', toolSets: [{ id: 'mail', versions: [{ version: '1', tools: [{ name: 'send' }] }] }] }] },
    'organizations[0].toolSets[0].versions[0].tools[0].implementation: expected a function, found nothing',
  ],
])('the seed %j is refused: %s', (seed, message) => {
  // Callers without types write such seeds.
  expect(() => createMockService(seed as MockSeed)).toThrow(message)
})

test.each<readonly [unknown, string]>([
  [{ clok: 1 }, 'nothing is called "clok" here; did you mean "clock"?'],
  [{ journal: { entry: 5 } }, 'journal.entry: nothing is called "entry" here; use entries, bytes'],
  [
    { profile: { defaultmode: 'async' } },
    'profile.defaultmode: nothing is called "defaultmode" here; did you mean "defaultMode"?',
  ],
  [{ random: 5 }, 'random: expected a function, such as createSeededRandom(1), found 5'],
  [{ clock: 5 }, 'clock: expected functions "now" and "sleep", as createManualClock() has them, found 5'],
  [{ clock: { now: 1 } }, 'clock: expected functions "now" and "sleep", as createManualClock() has them, found object'],
  [{ state: { foo: 1 } }, 'state.workflows: expected an array, found nothing; add it'],
  [{ state: null }, 'state: expected an object, found null'],
  [{ profile: { asyncStatus: 201 } }, 'profile.asyncStatus: expected one of 200, 202, found 201'],
])('the options %j are refused: %s', (options, message) => {
  expect(() => createMockService({}, options as MockServiceOptions)).toThrow(message)
})

test('a profile takes names and amounts beside those that are tested', () => {
  const profile = { runIdField: 'ticket', sessionCookie: 'sid', syncTimeoutMs: 5, rateLimit: { requests: 1, windowMs: 1 } }
  expect(() => createMockService({}, { profile })).not.toThrow()
})

test.each<readonly [unknown, string]>([
  [{ requests: 1, windowMs: 1000, per: 'ip' }, 'per: expected one of key, workflow, organization, found "ip"'],
  [{ requests: 1, window: 1000 }, 'nothing is called "window" here'],
  [{ requests: 1, windowMs: 0 }, 'windowMs: expected more than 0, found 0'],
  [{ requests: Number.NaN, windowMs: 1 }, 'requests: expected a number, found NaN'],
  [{ requests: 1, windowMs: 1, algorithm: 'bucket' }, 'algorithm: expected one of fixed-window, token-bucket, found "bucket"'],
])('the rate limit %j is refused and leaves the one before: %s', (limit, message) => {
  const service = createMockService(createSampleWorld())
  expect(() => service.setRateLimit(limit as RateLimit)).toThrow(message)
  expect(() => createMockService({ rateLimit: limit as RateLimit })).toThrow(message)
})

test.each<readonly [object, string]>([
  [{ stict: true }, 'stict: nothing is called "stict" here; did you mean "strict"?'],
  [{ over: 'https' }, 'over: expected one of fetch, http, msw, found "https"; did you mean "http"?'],
  [{ seed: createSampleWorld() }, 'seed: expected a function that makes one for each test, found object'],
  [{ clock: createManualClock() }, 'clock: expected a function that makes one for each test, found object'],
  [{ random: 5 }, 'random: expected a function that makes one for each test, found 5'],
])('the options %j of a test world are refused: %s', async (options, message) => {
  await expect(withTestWorld(options, async () => {})).rejects.toThrow(`Cannot open the world of a test: ${message}`)
})

test('variables of an environment are text', () => {
  const variables: object = { REGION: 'eu', LIMIT: 5 }
  const environments = [{ name: 'default', variables }]
  const message = 'LIMIT: expected a string, found 5'
  expect(() => createMockService({ organizations: [{ id: 'acme', environments }] } as MockSeed)).toThrow(
    `organizations[0].environments[0].variables.${message}`,
  )
  const service = createMockService(createSampleWorld())
  const set = { environment: 'default', variables }
  expect(() => Reflect.apply(service.setEnvironmentVariables, undefined, ['acme', set])).toThrow(
    `Cannot set the variables of environment profile "default": ${message}`,
  )
})

test.each<
  readonly ['addOrganization' | 'addWorkspace' | 'addWorkflow' | 'addToolSet' | 'addToolSetVersion', readonly unknown[], string]
>([
  [
    'addOrganization',
    [{ id: 'more', toolset: [] }],
    'Cannot add an organization: toolset: nothing is called "toolset" here; did you mean "toolSets"?',
  ],
  [
    'addWorkspace',
    [{ id: 'more', workflow: [] }],
    'Cannot add a workspace: workflow: nothing is called "workflow" here; did you mean "workflows"?',
  ],
  [
    'addWorkflow',
    ['support', { flowId: 'x' }],
    'Cannot add a workflow to workspace "support": implementation: expected a function',
  ],
  [
    'addToolSet',
    ['acme', { id: 'x', versions: [{ version: '1', tool: [] }] }],
    'versions[0].tool: nothing is called "tool" here',
  ],
  ['addToolSetVersion', ['acme', { toolSet: 'mail', version: '9', tools: [{ name: 'x' }] }], 'tools[0].implementation: expected'],
])('%s refuses %j: %s', (...[operation, given, message]) => {
  const service = createMockService(createSampleWorld())
  expect(() => Reflect.apply(service[operation], undefined, given)).toThrow(message)
})

test.each<readonly [keyof MockService, readonly unknown[]]>([
  ['publishWorkflow', ['nowhere']],
  ['awaitRun', ['run_0']],
  ['setCredits', ['acme', -1]],
  ['setRateLimit', [{ requests: -1, windowMs: 1 }]],
  ['addFault', [{ kind: 'hangs' }]],
  ['advanceClock', [-1]],
  ['received', [{ flow: 'echo' }]],
  ['waitForRequest', [{ flow: 'echo' }]],
  ['waitForRequest', [{}, { timeoutMs: -1 }]],
  ['verify', [{ exept: [] }]],
  ['verify', [{ except: {} }]],
  ['received', [{ path: 5 }]],
  ['received', [{ operation: 'run' }]],
  ['received', [{ headers: 'x' }]],
  ['received', [{ status: '200' }]],
])('%s throws a MockStateError for what it does not take', async (operation, given) => {
  const service = createMockService(createSampleWorld())
  const call = async (): Promise<unknown> => Reflect.apply(Object(service[operation]), undefined, given)
  await expect(call()).rejects.toBeInstanceOf(MockStateError)
})

test.each([
  ['createManualClock', () => createManualClock(Number.NaN)],
  ['createMockHost', () => Reflect.apply(createMockHost, undefined, [{}])],
  ['toHaveReceived', () => Reflect.apply(matchers.toHaveReceived, undefined, [{}, {}])],
])('%s throws a MockStateError for what it does not take', (_name, call) => {
  expect(call).toThrow(MockStateError)
})
