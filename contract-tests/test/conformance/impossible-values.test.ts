import { describe, expect, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import { contractFixtures } from '../../proof/contract-world.ts'
import { ConfigurationError } from '../../src/config/config-schema.ts'
import { checkServer } from '../../src/engine/check-server.ts'

const baseUrl = 'http://workflows.test'
const { echo, execute, failing, organization, registry, slow, typed, unpublishedOrganization } = contractFixtures
const { executeEnvironment, executeVersion, falsyOutputs, secondWorkflow } = contractFixtures
const entry = { check: 'run-ok', reason: 'r', owner: 'o', expires: '2999-01-01' }
const [mail] = registry.listed

/** Values that cannot be right, with the message about them. */
const settings: readonly (readonly [value: object, message: string])[] = [
  [{ claims: { failedRunStatus: 700 } }, 'claims.failedRunStatus: expected at most 599, found 700'],
  [{ claims: { failedRunStatus: 102 } }, 'claims.failedRunStatus: expected at least 200, found 102'],
  [{ claims: { runIdField: 'runId' } }, 'claims.runIdField: expected a JSON pointer that begins with /, such as /result/team'],
  [{ timeoutMs: 3e9 }, 'timeoutMs: expected at most 2147483647, found 3000000000'],
  [{ timeoutMs: 0 }, 'timeoutMs: expected more than 0, found 0'],
  [{ settleMs: -1 }, 'settleMs: expected at least 0, found -1'],
  [{ settleMs: 3e9 }, 'settleMs: expected at most 2147483647, found 3000000000'],
  [{ requestsPerSecond: 1e-9 }, 'requestsPerSecond: expected at least 0.001, found 1e-9'],
  [{ maxRuns: -1 }, 'maxRuns: expected at least 0, found -1'],
  [{ values: { seed: 1, sets: -1 } }, 'values.sets: expected at least 0, found -1'],
  [{ registryUrl: 'http:///registry' }, 'registryUrl: expected a URL with a host, such as https://api.example.org'],
  [{ registryUrl: 'registry.test' }, 'registryUrl: expected a URL that begins with http:// or https://'],
  [{ product: 'a/b' }, 'product: expected one segment of a path, without slashes, white space, ? and #'],
  [{ product: '..' }, 'product: expected one segment of a path, without slashes, white space, ? and #'],
  [{ name: ' ' }, 'name: expected some text, found white space alone'],
  [{ caFile: '' }, 'caFile: expected some text, found none'],
  [{ areas: [] }, 'areas: expected at least 1, found []'],
  [{ areas: ['keys', 'keys'] }, 'areas[1]: expected each name once, found keys again; remove it'],
  [{ allow: ['runs', 'runs'] }, 'allow[1]: expected each name once, found runs again; remove it'],
  [{ baseline: [entry, entry] }, 'baseline[1].check: expected each check once, found run-ok again; remove one of the entries'],
  [
    { baseline: [{ ...entry, expires: '2027-13-01' }] },
    'baseline[0].expires: expected the last day of the entry, such as 2027-01-31',
  ],
]

/** Fixtures that cannot be right, with the message about them. */
const fixtures: readonly (readonly [value: object, message: string])[] = [
  [{ echo: { ...echo, flowId: '\t' } }, 'echo.flowId: expected some text, found white space alone'],
  [
    { echo: { ...echo, parameters: { string: 'text', array: 'list', object: 'text' } } },
    'echo.parameters.object: expected another parameter than fixtures.echo.parameters.string, found text again; name a parameter of this type, or leave it out',
  ],
  [
    { typed: { ...typed, validArguments: { priority: 1 } } },
    'typed.validArguments: expected a value for subject, the required parameter, found none; add it',
  ],
  [
    { typed: { ...typed, mistyped: { name: 'priority', value: 2 } } },
    'typed.mistyped.value: expected a value of another type than validArguments has for priority, found number, too; give a value of another type',
  ],
  [{ typed: { ...typed, mistyped: { name: 'priority' } } }, 'typed.mistyped.value: expected a value, found nothing; add it'],
  [
    { failing: { ...failing, failedStep: 'look-up' } },
    'failing.failedStep: expected another step than succeededStep, found look-up for both; name the step that fails',
  ],
  [{ slow: { ...slow, durationMs: -1 } }, 'slow.durationMs: expected at least 0, found -1'],
  [{ slow: { ...slow, durationMs: 3e9 } }, 'slow.durationMs: expected at most 2147483647, found 3000000000'],
  [
    { echo, archived: { flowId: 'echo', key: echo.key } },
    'archived.flowId: expected another workflow than fixtures.echo, found echo for both; name the workflow that the description of this fixture requires',
  ],
  [
    { unpublishedFlowId: 'draft', unknownFlowId: 'draft' },
    'unknownFlowId: expected another workflow than fixtures.unpublishedFlowId, found draft for both; name the workflow that the description of this fixture requires',
  ],
  [
    { secondWorkflow, otherWorkspace: secondWorkflow },
    'otherWorkspace.flowId: expected another workflow than fixtures.secondWorkflow, found typed-twin for both; name the workflow that the description of this fixture requires',
  ],
  [
    { echo, secondWorkflow: { flowId: echo.flowId, key: echo.key } },
    'secondWorkflow.flowId: expected another workflow than fixtures.echo, found echo for both; name the workflow that the description of this fixture requires',
  ],
  [
    { slow, failing: { ...failing, flowId: slow.flowId, key: slow.key } },
    'slow.flowId: expected another workflow or other args than fixtures.failing, found the same; name a workflow with the result of this fixture',
  ],
  [
    { falsyOutputs: [falsyOutputs[0], { ...falsyOutputs[0], result: 0 }] },
    'falsyOutputs[1].flowId: expected another workflow or other args than fixtures.falsyOutputs[0], found the same; name a workflow with the result of this fixture',
  ],
  [
    { registry: { ...registry, listed: [mail, mail] } },
    'registry.listed[1].tool: expected each tool of mail once, found send again; remove one entry',
  ],
  [
    { registry: { ...registry, listed: [mail, { toolset: 'mail', version: '2.0.0', tool: 'fetch' }] } },
    'registry.listed[1].version: expected 1.2.0, the version of mail above, found 2.0.0; give the published version in both places',
  ],
  [
    { registry: { ...registry, listed: [{ ...mail, otherVersionTool: 'send' }] } },
    'registry.listed[0].otherVersionTool: expected a tool that only another version has, found send, which is listed, too; name another tool, or leave it out',
  ],
  [
    { otherEnvironment: { ...registry, notListed: ['billing', 'mail'] } },
    'otherEnvironment.notListed[1]: expected a tool set that the manifest must not list, found mail, which fixtures.otherEnvironment.listed has; remove one of them',
  ],
  [
    { registry: { ...registry, notListed: ['billing', 'billing'] } },
    'registry.notListed[1]: expected each name once, found billing again; remove it',
  ],
  [
    { organization: { ...organization, sessionCookie: 'session-acme' } },
    'organization.sessionCookie: expected the name and the value of a cookie; write it as name=value',
  ],
  [
    { organization, unpublishedOrganization: { ...unpublishedOrganization, orgId: 'acme' } },
    'unpublishedOrganization.orgId: expected another organization than fixtures.organization, found acme for both; name one that has published nothing',
  ],
  [
    { unpublishedOrganization: { ...unpublishedOrganization, notListed: ['sketches', 'reports'] } },
    'unpublishedOrganization.notListed[1]: expected a tool set without a tool, found reports, which toolset names; remove it here',
  ],
  [
    { registry, publishableToolset: { toolset: 'weather', version: '3.0.1' } },
    'publishableToolset.version: expected another version than fixtures.registry.listed has, found 3.0.1; name another version of weather',
  ],
  [
    { registry, publishableToolset: { toolset: 'billing', version: '1.0.0' } },
    'publishableToolset.toolset: expected a tool set that fixtures.registry.listed has, found billing; add it there, or name another one',
  ],
  [
    { execute, executeFailing: execute.payload },
    'executeFailing: expected another body than fixtures.execute.payload, found the same; give a body that fails',
  ],
  [
    { executeEnvironment: { ...executeEnvironment, expectedText: { registry: 'one', otherEnvironment: 'one' } } },
    'executeEnvironment.expectedText.otherEnvironment: expected another text than registry has, found the same; let the tool show a value that differs',
  ],
  [
    { executeVersion: { ...executeVersion, expectedText: { registry: '1', otherEnvironment: '1' } } },
    'executeVersion.expectedText.otherEnvironment: expected another text than registry has, found the same; let the tool show a value that differs',
  ],
]

const impossible = [...settings, ...fixtures.map(([value, message]) => [{ fixtures: value }, `fixtures.${message}`] as const)]

test.each(impossible)('refuses %j, which cannot be right', async (value, message) => {
  await expect(checkServer({ baseUrl, ...Object(value) })).rejects.toEqual(new ConfigurationError(`Cannot use ${message}`))

  const { code, errors } = await runCommandLine(['plan'], { config: { baseUrl, ...value } })
  expect({ code, message: errors.replace(/^\S+target\.yaml:\d+: /, '') }).toEqual({ code: 2, message })
})

test('refuses a baseUrl without a host', async () => {
  const { code, errors } = await runCommandLine(['plan', '--base-url', 'https:///api'])
  const message = '--base-url: baseUrl: expected a URL with a host, such as https://api.example.org; give --base-url'
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(message) })
})

test.each([
  [
    { creditBalance: { url: 'http:///credits' } },
    'hooks.creditBalance.url: expected a URL with a host, such as https://api.example.org',
  ],
  [
    { creditBalance: { url: 'http://a.test', pick: 'credits' } },
    'hooks.creditBalance.pick: expected a JSON pointer that begins with /, such as /result/team',
  ],
  [
    { publishWorkflow: { url: 'http://a.test/{flowId}' }, unpublishWorkflow: { url: 'http://a.test/{flowId}' } },
    'hooks.unpublishWorkflow: expected another request or command than publishWorkflow has, found the same; give one that takes the publication back',
  ],
])('refuses the hooks %j, which cannot be right', async (hooks, message) => {
  const { code, errors } = await runCommandLine(['plan'], { config: { baseUrl, hooks } })
  expect({ code, message: errors.replace(/^\S+target\.yaml:\d+: /, '') }).toEqual({ code: 2, message })
})

test('accepts a workflow whose args decide its result, and a workflow that is in no two states', async () => {
  const flow = { flowId: 'any', key: 'one-key' }
  const config = {
    baseUrl,
    allow: ['runs'],
    fixtures: {
      slow: { ...flow, args: { wait: true }, durationMs: 300, result: 'late' },
      failing: { ...flow, args: { fail: true }, succeededStep: 'one', failedStep: 'two' },
      // Two entries with one result check two steps of the same run.
      falsyOutputs: [
        { ...flow, args: { result: 0 }, result: 0 },
        { ...flow, args: { result: null }, result: null, step: 'first' },
        { ...flow, args: { result: null }, result: null, step: 'second' },
      ],
      // Another organization may have a profile with the text of the other environment.
      executeEnvironment: {
        ...executeEnvironment,
        expectedText: { registry: 'production', otherEnvironment: 'staging', otherOrganization: 'staging' },
      },
      unpublishedFlowId: 'draft',
      publishableFlowId: 'draft',
    },
  }
  expect((await runCommandLine(['plan', '--only', 'run-error'], { config })).errors).toBe('')
})

describe('a value that no list of names has', () => {
  const namedChoices = [
    ['allow', { allow: ['everything'] }, /^allow\[0\]: expected one of runs, executions, .*, found "everything"$/],
    ['areas', { areas: ['key'] }, /^areas\[0\]: expected one of run-sync, .*, found "key"; did you mean "keys"\?$/],
    ['defaultMode', { claims: { defaultMode: 'sink' } }, /^claims\.defaultMode: expected one of sync, async, found "sink"/],
    [
      'organizationFallback',
      { claims: { organizationFallback: 1 } },
      /^claims\.organizationFallback: expected one of toolset, organization, found 1$/,
    ],
    [
      'sessionProfile',
      { claims: { sessionProfile: 'default' } },
      /^claims\.sessionProfile: expected one of registry, otherEnvironment, found "default"$/,
    ],
  ] as const

  test.each(namedChoices)('is named in the message about %s', async (_, value, message) => {
    const { errors } = await runCommandLine(['plan'], { config: { baseUrl, ...value } })
    expect(errors.replace(/^\S+target\.yaml:\d+: /, '')).toMatch(message)
    await expect(checkServer({ baseUrl, ...Object(value) })).rejects.toThrow(
      new RegExp(message.source.replace('^', '^Cannot use ')),
    )
  })

  test.each([
    ['--allow', 'everything', '--allow: allow[0]: expected one of runs, executions, '],
    ['--areas', 'everything', '--areas: areas[0]: expected one of run-sync, run-async, '],
  ])('is named in the message about %s', async (option, value, message) => {
    const { code, errors } = await runCommandLine(['plan', '--base-url', baseUrl, option, value])
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(message) })
    expect(errors).toMatch(/, found "everything"$/)
  })

  test('has the name of a variable instead of its value, which may be a key', async () => {
    const config = { baseUrl, allow: ['$' + '{ECHO_KEY}'] }
    const { errors } = await runCommandLine(['plan'], { config, environment: { ECHO_KEY: 'wk-secret' } })
    expect(errors).toMatch(/, found "\$ECHO_KEY"$/)
  })

  test('has the name of a fixture instead of its key', async () => {
    const wrong = { baseUrl, fixtures: { nothingPublished: { key: 'wk-secret' } }, allow: ['wk-secret'] }
    const check = checkServer({ ...wrong, allow: Object(wrong.allow) })
    await expect(check).rejects.toThrow(/, found "\$WFHOST_NOTHING_PUBLISHED_KEY"$/)
    const { errors } = await runCommandLine(['plan'], { config: wrong })
    expect(errors).toMatch(/, found "\$WFHOST_NOTHING_PUBLISHED_KEY"$/)
  })
})

test('the JSON Schema refuses the values that a JSON Schema can refuse', async () => {
  const { output } = await runCommandLine(['schema'])
  const { claims, fixtures, ...properties } = JSON.parse(output).properties
  expect(claims.properties.failedRunStatus).toMatchObject({ minimum: 200, maximum: 599 })
  expect(properties.areas).toMatchObject({ minItems: 1, uniqueItems: true })
  expect(properties.allow).toMatchObject({ uniqueItems: true })
  expect(properties.timeoutMs).toMatchObject({ exclusiveMinimum: 0, maximum: 2_147_483_647 })
  expect(fixtures.properties.registry.properties.notListed).toMatchObject({ uniqueItems: true })

  expectPattern(properties.name, { accepts: ['staging'], refuses: ['', ' '] })
  expectPattern(properties.product, { accepts: ['wfhost'], refuses: ['', 'a/b', '..', 'a b'] })
  expectPattern(properties.baseUrl, {
    accepts: [baseUrl, 'https://a.test/v1'],
    refuses: ['a.test', 'https:///v1', 'http:a.test'],
  })
  expectPattern(claims.properties.runIdField, { accepts: ['/runId'], refuses: ['runId'] })
  expectPattern(fixtures.properties.organization.properties.sessionCookie, { accepts: ['session=1'], refuses: ['session'] })
})

interface Texts {
  readonly accepts: readonly string[]
  readonly refuses: readonly string[]
}

interface TextSchema {
  readonly pattern?: string
  readonly allOf?: readonly TextSchema[]
}

/** Expects that a schema accepts and refuses texts. A variable of the environment is accepted everywhere. */
function expectPattern(schema: TextSchema, { accepts, refuses }: Texts): void {
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? [])
  const matches = (text: string) => patterns.every((pattern) => new RegExp(pattern).test(text))
  expect(accepts.filter((text) => !matches(text))).toEqual([])
  expect(refuses.filter(matches)).toEqual([])
  expect(matches('$' + '{NAME}')).toBe(true)
}
