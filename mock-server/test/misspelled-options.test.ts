import {
  createManualClock,
  createMockHost,
  createMockService,
  createSampleWorld,
  type MockService,
  MockStateError,
} from '@wfhost/mock-server'
import { matchers } from '@wfhost/mock-server/matchers'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import { openServiceFromWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'

const echo = { flowId: 'echo', implementation: () => null }

// Callers without types make such calls.
function seed(given: unknown): unknown {
  return Reflect.apply(createMockService, undefined, [given])
}

function options(given: object): unknown {
  return Reflect.apply(createMockService, undefined, [{}, given])
}

function call(operation: keyof MockService, ...given: readonly unknown[]): unknown {
  return Reflect.apply(Object(createMockService(createSampleWorld())[operation]), undefined, given)
}

test.each<readonly [() => unknown, string]>([
  [() => seed({ workspace: [] }), 'Cannot create a service: workspace: unknown name "workspace"; did you mean "workspaces"?'],
  [() => seed('sample'), 'Cannot create a service: expected an object, found "sample"'],
  [() => seed([]), 'Cannot create a service: expected an object, found []'],
  [
    () => seed({ workspaces: [{ id: 'team', workflows: [echo, { ...echo, publishd: true }] }] }),
    'workspaces[0].workflows[1].publishd: unknown name "publishd"; did you mean "published"?',
  ],
  [
    () => seed({ workspaces: [{ id: 'team', workflows: [{ flowId: 'echo' }] }] }),
    'workspaces[0].workflows[0].implementation: expected a function, found nothing',
  ],
  [
    () => seed({ workspaces: [{ id: 'team', workflows: echo }] }),
    'Cannot create a service: workspaces[0].workflows: expected an array, found object',
  ],
  [() => seed({ workspaces: [{ name: 'Team' }] }), 'workspaces[0].id: expected a string, found nothing'],
  [() => options({ clok: 1 }), 'unknown name "clok"; did you mean "clock"?'],
  [() => options({ journal: { entry: 5 } }), 'journal.entry: unknown name "entry"; use entries'],
  [() => options({ assumptions: { defaultmode: 'async' } }), 'assumptions.defaultmode: unknown name "defaultmode"; did you mean'],
  [() => options({ assumptions: { asyncStatus: 201 } }), 'assumptions.asyncStatus: expected one of 200, 202, found 201'],
  ...['a/b', '', '.', '..', 'a b', 'a?b', 'a#b', 'a%2Fb', 'é', '@', 'a\n'].flatMap((product): [() => unknown, string][] => [
    [() => options({ product }), 'Cannot create a service: product: expected one segment of a path, of letters, digits and '],
    [
      () => openHost({ product }),
      `product: expected one segment of a path, of letters, digits and -_.!~*'(), such as acme-flows`,
    ],
    [() => openServiceFromWorldFile('{}', { product }), 'product: expected one segment of a path'],
  ]),
  [() => options({ product: 5 }), 'product: expected a string, found 5'],
  [() => seed({ product: 'tools' }), 'Cannot create a service: product: unknown name "product"'],
  [() => seed({ organizations: [{ id: '..' }] }), 'organizations[0].id: expected an id that a URL keeps, found ".."'],
  [() => options({ random: 5 }), 'random: expected a function, such as createSeededRandom(1), found 5'],
  [
    () => options({ clock: { now: 1 } }),
    'clock: expected functions "now" and "sleep", as createManualClock() has them, found object',
  ],
  [() => options({ state: { foo: 1 } }), 'state.workflows: expected an array, found nothing; add it'],
  [
    () => call('setRateLimit', { requests: 1, windowMs: 1, per: 'ip' }),
    'per: expected one of key, workflow, organization, found "ip"',
  ],
  [() => call('setRateLimit', { requests: 1, windowMs: 0 }), 'windowMs: expected more than 0, found 0'],
  [() => call('setRateLimit', { requests: Number.NaN, windowMs: 1 }), 'requests: expected a number, found NaN'],
  [() => seed({ rateLimit: { requests: 1, window: 1000 } }), 'rateLimit.window: unknown name "window"'],
  [
    () => seed({ organizations: [{ id: 'acme', environments: [{ name: 'default', variables: { LIMIT: 5 } }] }] }),
    'organizations[0].environments[0].variables.LIMIT: expected a string, found 5',
  ],
  [
    () => call('setEnvironmentVariables', 'acme', { environment: 'default', variables: { LIMIT: 5 } }),
    'Cannot set the variables of environment profile "default": LIMIT: expected a string, found 5',
  ],
  [
    () => call('add', { organizations: [{ id: 'more', toolset: [] }] }),
    'Cannot add to the service: organizations[0].toolset: unknown name "toolset"',
  ],
  [
    () => call('add', { workspaces: [{ id: 'more', workflow: [] }] }),
    'Cannot add to the service: workspaces[0].workflow: unknown name "workflow"',
  ],
  [
    () => call('addWorkflow', 'support', { flowId: 'x' }),
    'Cannot add a workflow to workspace "support": implementation: expected a function',
  ],
  [
    () => call('add', { organizations: [{ id: 'acme', toolsets: [{ id: 'x', versions: [{ version: '1', tool: [] }] }] }] }),
    'versions[0].tool: unknown name "tool"',
  ],
  [
    () =>
      call('add', {
        organizations: [{ id: 'acme', toolsets: [{ id: 'mail', versions: [{ version: '9', tools: [{ name: 'x' }] }] }] }],
      }),
    'tools[0].implementation: expected',
  ],
  [
    () => call('setEnvironmentVariables', 'acme', { environment: 'default', variables: {}, variable: {} }),
    'variable: unknown name "variable"',
  ],
  [
    () =>
      createMockService(createSampleWorld()).registries.add(
        'support',
        Object({ name: 'x', manifestUrl: 'http://x', apiKey: 'k', apikey: 'k' }),
      ),
    'Cannot add a registry: apikey: unknown name "apikey"; did you mean "apiKey"?',
  ],
  [() => createMockService().clock.advance(-1), 'Cannot advance the clock: expected a number of milliseconds from 0'],
  [() => call('journal', { flow: 'echo' }), 'Cannot match requests: flow: unknown name "flow"'],
  [() => call('journal', { path: 5 }), 'path: expected a string or a RegExp, found 5'],
  [() => call('journal', { operation: 'run' }), 'operation: expected one of runPublishedWorkflow, '],
  [() => call('journal', { headers: 'x' }), 'headers: expected an object, found "x"'],
  [() => call('journal', { status: '200' }), 'status: expected a number, found "200"'],
  [() => call('waitForRequest', { flow: 'echo' }), 'Cannot match requests: flow: unknown name "flow"'],
  [() => call('waitForRequest', {}, { timeout: -1 }), 'Cannot wait for a request: timeout: expected at least 0, found -1'],
  [() => call('waitForRequest', {}, { timeout: Number.POSITIVE_INFINITY }), 'timeout: expected a number, found Infinity'],
  [() => call('waitForRequest', {}, { timeoutMs: 5 }), 'timeoutMs: unknown name "timeoutMs"; did you mean "timeout"?'],
  [() => call('verify', { exept: [] }), 'Cannot verify: exept: unknown name "exept"; did you mean "except"?'],
  [() => call('verify', { except: {} }), 'Cannot verify: except: expected an array, found {}'],
  [() => createManualClock(Number.NaN), 'Cannot make a clock: expected a start in milliseconds since the epoch'],
  [() => Reflect.apply(createMockHost, undefined, [{}]), 'Cannot create a host: expected a function that creates a seed'],
  [() => Reflect.apply(matchers.toHaveReceived, undefined, [{}, {}]), 'Cannot look for requests: expected a service'],
  [() => openWorld({ stict: true }), 'stict: unknown name "stict"; did you mean "strict"?'],
  [() => openWorld({ strict: 'yes' }), 'strict: expected true, false or the options of verify, found "yes"'],
  [() => openWorld({ strict: [] }), 'strict: expected true, false or the options of verify, found []'],
  [() => openWorld({ strict: { exept: [] } }), 'strict.exept: unknown name "exept"; did you mean "except"?'],
  [() => openWorld({ strict: { except: {} } }), 'strict.except: expected an array, found {}'],
  [() => openHost({ control: true }), 'Cannot create a host: control: expected false or {token}, found true'],
  [() => openHost({ control: { tokn: 'x' } }), 'Cannot create a host: control.tokn: unknown name "tokn"; did you mean "token"?'],
  [() => openHost({ control: { token: '' } }), 'Cannot create a host: control.token: expected some text, found none'],
  [() => call('waitForRequest', {}, { signal: 5 }), 'Cannot wait for a request: signal: expected an AbortSignal, found 5'],
  [() => call('addFault', { kind: 'run-failed', operation: {} }), 'instead of {}'],
  [() => openWorld({ transport: 'https' }), 'transport: expected one of fetch, http, msw, found "https"; did you mean "http"?'],
  [() => openWorld({ seed: createSampleWorld() }), 'seed: expected a function that makes one for each test, found object'],
  [() => openWorld({ clock: createManualClock() }), 'clock: expected a function that makes one for each test, found object'],
  [() => openWorld({ random: 5 }), 'random: expected a function that makes one for each test, found 5'],
])('refuses %s: %s', async (attempt, message) => {
  const thrown: unknown = await Promise.resolve()
    .then(attempt)
    .catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(MockStateError)
  expect(Object(thrown).message).toContain(message)
})

function openHost(given: object): unknown {
  return createMockHost(createSampleWorld, given)
}

function openWorld(given: object): Promise<unknown> {
  return withTestWorld(given, async () => {})
}

test('a refused rate limit does not change the previous one', () => {
  const service = createMockService(createSampleWorld())
  expect(() => service.setRateLimit({ requests: 1, windowMs: 0 })).toThrow(MockStateError)
  expect(service.state().rateLimit.limit).toBeUndefined()
})

test('assumptions accept other names and amounts than the tested ones', () => {
  const assumptions = { runIdField: 'ticket', sessionCookie: 'sid', syncTimeoutMs: 5, rateLimit: { requests: 1, windowMs: 1 } }
  expect(() => createMockService({}, { assumptions })).not.toThrow()
})
