import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService, runCommandLine } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { loadConfig } from '../../src/config/load-config.ts'
import { checkServer } from '../../src/engine/check-server.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

const baseUrl = 'http://127.0.0.1:1'
const secret = 's3cret-of-the-file'

test.each([
  ['a value of another type', ['allow: runs'], /target.yaml:2: allow: expected an array, found string/],
  [
    'a member that is missing',
    ['fixtures:', '  archived:', '    flowId: old'],
    /target.yaml:4: fixtures.archived.key: expected a string, found nothing; add it/,
  ],
  [
    'a member that none has',
    ['fixtures:', '  typed: { keey: a }'],
    /target.yaml:3: fixtures.typed.keey: unknown name "keey"; did you mean "key"\?/,
  ],
  [
    'members that none has, with lines of their own',
    ['hookz:', '  endedRuns: { url: "http://localhost" }', 'fixtures: {}', 'timeout: 3'],
    /target.yaml:2: hookz: unknown name "hookz"; did you mean "hooks"\?\n.*target.yaml:5: timeout: unknown name "timeout"/,
  ],
  [
    'a variable that is not set',
    ['', `name: "$${'{NO_SUCH}'}"`],
    /target.yaml:3: name: the environment variable NO_SUCH is not set/,
  ],
  [
    'a member of a hook',
    ['hooks:', '  limitRate:', '    url: x', '    method: GETT'],
    /target.yaml:5: hooks.limitRate.method: expected one of GET, POST, PUT, PATCH, DELETE, found "GETT"; did you mean "GET"\?/,
  ],
  [
    'a scheme before a key',
    ['fixtures:', '  archived: { flowId: a, key: "Bearer wk-1" }'],
    /target.yaml:3: fixtures.archived.key: expected the key alone, .*"Bearer " is written before it$/,
  ],
  [
    'a quotation mark that was pasted with a key',
    ['fixtures:', '  archived:', '    flowId: a', '    key: “wk-1”'],
    /target.yaml:5: fixtures.archived.key: no header can carry its character 1, U\+201C; was it pasted/,
  ],
  [
    'a variable without braces',
    ['fixtures:', '  nothingPublished: { key: $EMPTY_KEY }'],
    /target.yaml:3: fixtures.nothingPublished.key: expected a value, found the name of a variable: \$\{NAME\}/,
  ],
  [
    'a variable without braces in a header of a hook',
    ['hooks:', '  endedRuns:', '    url: http://a.test', '    headers: { authorization: Bearer $ADMIN_TOKEN }'],
    /target.yaml:5: hooks.endedRuns.headers.authorization: expected a value, found the name of a variable/,
  ],
  [
    'a variable that YAML takes for a mapping',
    ['fixtures:', '  nothingPublished: { key: $' + '{EMPTY_KEY} }'],
    /target.yaml:3: it is not YAML: .*; within braces or brackets write "\$\{NAME\}", in quotation marks$/,
  ],
  [
    'a placeholder that the hook is not given',
    ['hooks:', '  endedRuns: { url: "http://a.test/{flow_id}" }'],
    /target.yaml:3: hooks.endedRuns.url: expected no placeholder but \{flowId\}, found \{flow_id\}, .*; did you mean "flowId"\?/,
  ],
  [
    'a placeholder deep in the body of a hook',
    ['hooks:', '  limitRate:', '    url: http://a.test', '    body:', '      limits: [{ most: "{request}" }]'],
    /target.yaml:6: hooks.limitRate.body.limits\[0\].most: expected no placeholder but \{requests\} and \{windowMs\}, found \{request\}.*; did you mean "requests"/,
  ],
  [
    'a placeholder where nothing is given',
    ['hooks:', '  creditBalance: { url: "http://a.test", headers: { x-org: "{orgId}" } }'],
    /hooks.creditBalance.headers.x-org: expected no placeholder, found \{orgId\}/,
  ],
  [
    'a placeholder in a command',
    ['hooks:', '  regenerateKey: { command: [node, new-key.mjs, "{flowId}"] }'],
    /hooks.regenerateKey.command\[2\]: a command has no placeholders: flowId is its variable WFHOST_FLOW_ID/,
  ],
  [
    'a body of a GET',
    ['hooks:', '  creditBalance: { url: "http://a.test", method: GET, body: {} }'],
    /target.yaml:3: hooks.creditBalance.body: a GET has no body/,
  ],
  [
    'a key that two fixtures have',
    ['fixtures:', '  nothingPublished: { key: one }', '  otherOrganization:', '    key: one', '    listed: []'],
    /target.yaml:3: fixtures.nothingPublished.key: expected a key of its own, found that of fixtures.otherOrganization/,
  ],
  [
    'a hook without an address',
    ['hooks:', '  creditBalance: { url: "/credits" }'],
    /hooks.creditBalance.url: expected a URL that begins with http/,
  ],
  [
    'a password in the address of a hook',
    ['hooks:', '  creditBalance: { url: "http://me:s3cret@a.test" }'],
    /hooks.creditBalance.url: expected no user and no password in the URL: .*authorization: "Basic …"/,
  ],
])('reports %s with its line and its path', async (_, ...[lines, says]) => {
  const { code, errors } = await runCommandLine(['plan'], { config: [`baseUrl: ${baseUrl}`, ...lines].join('\n') })
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(says) })
})

test.each([
  ['a key that is there twice', `key: ${secret}\nkey: ${secret}`],
  ['an open quotation mark', `key: "${secret}`],
  ['text behind a text', `key: "a" "${secret}"`],
  ['an open list', `key: [${secret}`],
  ['an anchor that is not there', `key: *${secret}-x y: [`],
])('reports invalid YAML without its content: %s', async (_, config) => {
  const { code, errors } = await runCommandLine(['plan'], { config })
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(/target.yaml:\d+: it is not YAML: \w/) })
  expect(errors).not.toContain(secret)
  expect(errors.split('\n')).toHaveLength(1)
})

test('names a member that is there twice, and not a name that could be a secret', async () => {
  const { errors } = await runCommandLine(['plan'], { config: `baseUrl: ${baseUrl}\nbaseUrl: ${baseUrl}` })
  expect(errors).toMatch(/target\.yaml:2: it is not YAML: the name "baseUrl" is repeated; keep one of them$/)
  const { errors: ofSentence } = await runCommandLine(['plan'], { config: '"Bearer a b": 1\n"Bearer a b": 2' })
  expect(ofSentence).toMatch(/target\.yaml:2: it is not YAML: the name is repeated; keep one of them$/)
})

test('rejects aliases that expand without end, in one sentence', async () => {
  const bomb = Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n === 0 ? secret : `*a${n - 1}, `.repeat(9)}]`).join('\n')
  const { code, errors } = await runCommandLine(['plan'], { config: bomb })
  expect({ code, errors }).toEqual({
    code: 2,
    errors: expect.stringMatching(/target\.yaml: its aliases expand to too many values[^\n]*$/),
  })
})

test('reads a version, a key and a name without quotes as text', async () => {
  const folder = await openFolder()
  const file = join(folder, 'target.yaml')
  await writeFile(
    file,
    `baseUrl: ${baseUrl}
fixtures:
  registry: { key: 0x1F2E3D, listed: [{ toolset: 007, version: 1.10, tool: true }] }
`,
  )
  const { config, secrets } = await loadConfig({ file, environment: {}, flags: {} })
  expect(config.fixtures.registry?.listed).toEqual([{ toolset: '007', version: '1.10', tool: 'true' }])
  expect(secrets).toEqual({ WFHOST_REGISTRY_KEY: '0x1F2E3D' })
})

test('accepts executions without a body, such as a 204', async () => {
  const world = await openWorld((service) => ({
    ...service,
    fetch: async (request) => {
      const response = await service.fetch(request)
      return request.url.endsWith('/execute') && response.ok ? new Response(null, { status: 204 }) : response
    },
  }))
  const fixtures = Object(world.config['fixtures'])
  const { expectedText: _, ...execute } = fixtures.execute
  const config = { ...world.config, fixtures: { ...fixtures, execute } }
  const { output } = await runCommandLine(['run', '--only', 'exe-endpoint,exe-credit'], { config })
  expect(output).toContain('3 passed')
})

test.each([
  [
    'a number where a text belongs',
    { fixtures: { ...contractFixtures, organization: { orgId: 'acme', key: 20240420 } } },
    'fixtures.organization.key: expected a string, found number; write it in quotes',
  ],
  ['a member that none has', { fixtures: { execute: { payload: {}, expectedTex: 'x' } } }, 'did you mean "expectedText"?'],
  ['a selector that is none', { fixtures: { manifest: { toolsets: 'toolsets/*' } } }, 'expected a selector, such as'],
  [
    'a place in the name of a tool set',
    { fixtures: { manifest: { toolsets: '/byName/*#', version: '/version' } } },
    'fixtures.manifest.toolsets: expected the place of objects, found /byName/*#, which selects names; leave # out, and name too',
  ],
  ['a permission that none is', { allow: ['run'] }, 'allow[0]: expected one of runs, executions, '],
  ['an address without a scheme', { baseUrl: 'workflows.test' }, 'baseUrl: expected a URL that begins with http:// or https://'],
])('also refuses %s from JavaScript, without the compiler', async (_, wrong, says) => {
  const server = { name: 'plain', baseUrl: 'http://workflows.test', ...Object(wrong) }
  await expect(checkServer(server)).rejects.toThrow(says)
})

test('gives the fixtures of plain JavaScript the defaults that those of a file have', async () => {
  const { parameters: _, ...echo } = contractFixtures.echo
  const fixtures = JSON.parse(JSON.stringify({ ...contractFixtures, echo }))

  const { report } = await checkService(createMockService(createContractWorld()), { fixtures, only: ['run-arg-type.number'] })

  const message = 'the target declares no fixtures.echo.parameters.number'
  expect(report.checks).toMatchObject([{ verdict: 'blocked', message }])
})
