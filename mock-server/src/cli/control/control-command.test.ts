import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test, vi } from 'vitest'
import { freePort } from '../../../../tools/scripts/free-port.ts'
import { at, run as runWorkflow } from '../../../test/call-api.ts'
import { useControlCommand } from '../../../test/use-control-command.ts'

const { control, host, printed, server } = await useControlCommand()

function run(flowId: 'charge-card' | 'echo', args: Readonly<Record<string, unknown>>): Promise<unknown> {
  return runWorkflow(at(server.url), { flowId, key: sampleKeys.workflows[flowId], args })
}

test.each(['clock', 'world', 'credits acme 0', '--world one clock', 'requests --follow'])(
  'ctl %s ends with 6 if the server accepts the connection and never responds',
  async (line) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const { timeout } = AbortSignal
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 20))

    const url = `http://127.0.0.1:${port}`
    const expected = `wfhost-mock: Cannot reach ${url}/__mock: there was no response within 10 s; start the server, or say where it is (ctl: --url or WFHOST_MOCK_URL)`
    expect(await control(`--url ${url} ${line}`)).toEqual([expected])
    expect(process.exitCode).toBe(6)
    expect(limit).toHaveBeenCalledWith(10_000)
    silent.closeAllConnections()
    silent.close()
  },
)

test('publishes, unpublishes, archives and restores, and reports each action', async () => {
  const key = expect.stringMatching(/^wfk_/)
  expect(await control('publish draft')).toEqual(['Published workflow "draft": it can be run with this key', key])
  expect(await control('workflow-key draft')).toEqual([host.service.workflowKey('draft')])
  expect(await control('unpublish draft')).toEqual([expect.stringMatching(/^Unpublished workflow "draft": it keeps its key/)])
  expect(await control('archive draft')).toEqual([expect.stringMatching(/^Archived workflow "draft": .* until it is restored$/)])
  const remedy = 'it is archived; restore it first'
  expect(await control('publish draft')).toEqual([`wfhost-mock: Cannot publish workflow "draft": ${remedy}`])
  expect(process.exitCode).toBe(3)
  const restored = expect.stringMatching(/^Restored workflow "draft"/)
  expect(await control('restore draft')).toEqual([restored, 'unpublished'])
  expect(await control('restore draft')).toEqual(['wfhost-mock: Cannot restore workflow "draft": it is not archived'])
  await control('publish-workflow draft')
  await control('archive-workflow draft')
  expect(await control('archive draft --json')).toEqual(['null'])
  expect(await control('restore-workflow draft')).toEqual([restored, 'published'])
  expect(await control('unpublish nowhere')).toEqual([expect.stringMatching(/^wfhost-mock: Cannot .*nowhere/)])
})

test.each([
  ['unarchive draft', "unknown command 'unarchive' (Did you mean restore?)"],
  ['unfreeze', "unknown command 'unfreeze' (Did you mean follow?)"],
  ['unpublsh draft', "unknown command 'unpublsh' (Did you mean unpublish?)"],
  ['un-publish draft', "unknown command 'un-publish' (Did you mean unpublish?)"],
  ['unfault', "unknown command 'unfault'; wfhost-mock ctl --help shows what it takes"],
  ['deregister', expect.not.stringContaining('register?')],
])('never suggests the opposite of a command: %s', async (line, problem) => {
  const [message] = await control(line)
  expect(message?.replace('wfhost-mock: ', '')).toEqual(problem)
})

test.each([
  'publish nope',
  'unpublish nope',
  'archive nope',
  'restore nope',
  'regenerate nope',
  'key nope',
  'key draft-2',
  'add-workflow nope {"flowId":"x","result":1}',
  'get-run nope',
  'wait-for-run nope',
  'publish-toolset nope mail default 1.2.0',
  'unpublish-toolset nope mail default',
  'create-tool-hosting-key nope main default',
  'set-environment-variables nope default {}',
  'credits nope',
  'credits nope 5',
  'may-connect nope',
  'connect nope default',
  'registries nope',
  'offered-tools nope',
  'remove-registry nope mail',
  'sync-registry nope mail',
  'activate-registry nope mail',
  'deactivate-registry nope mail',
  'edit-registry nope mail {}',
  'remove-fault nope',
  'fault hang --flow-id nope',
  'clock --world nope',
])('reports an object that does not exist, and exits with 3: %s', async (line) => {
  await control('add-workflow support {"flowId":"draft-2","result":1}')
  process.exitCode = undefined
  const [message, ...more] = await control(line)
  expect(message).toMatch(/^wfhost-mock: .*(?:nope|draft-2)/)
  expect(more).toEqual([])
  expect(process.exitCode).toBe(3)
})

test.each([
  ['advance -- -5000', 'Cannot run ctl advance: <duration>: expected at least 0, found -5000'],
  ...['soon', '1d', '5_s'].map((text) => [
    `advance ${text}`,
    `Cannot use ${text} as duration: expected a duration such as 500ms`,
  ]),
  ['set-credits acme -- -1', 'Cannot run ctl set-credits: <credits>: expected at least 0, found -1'],
  ['fault status --status 99', 'Cannot run ctl fault: --status: expected at least 200, found 99'],
  [
    'fault status --status 429 --retry-after-seconds x',
    'Cannot run ctl fault: --retry-after-seconds: expected a number, found "x"',
  ],
  ['fault run-failed --operation executeTool', 'Cannot run ctl fault: --operation: only runs can fail; leave out operation, '],
])('explains a mistake in the words of the command, and exits with 2: %s', async (line, problem) => {
  expect(await control(line)).toEqual([expect.stringContaining(`wfhost-mock: ${problem}`)])
  expect(process.exitCode).toBe(2)
})

test('reads numbers, JSON and text as the operation requires them, and options by name', async () => {
  expect(await control('credits acme 7')).toEqual([])
  expect(await control('credits acme')).toEqual(['7'])
  expect(await control('set-credits acme 8')).toEqual([])
  expect(await control('credit-balance acme')).toEqual(['8'])
  await control('set-environment-variables acme default {"TOKEN":"1"}')
  await control('set-rate-limit null')
  const [id] = await control('fault status --status 503 --flow-id echo --count 1')
  expect(await control('faults --json')).toEqual([
    JSON.stringify([{ id, fault: { kind: 'status', status: 503, flowId: 'echo', count: 1 }, matched: 0 }]),
  ])
  expect(await control('credits acme x')).toEqual([
    'wfhost-mock: Cannot run ctl credits: <credits>: expected a number, found "x"',
  ])
})

test('shows runs and requests in a line each, and follows those to come', async () => {
  host.service.clearFaults()
  host.service.clearJournal()
  await run('charge-card', { amount: 5 })
  expect(await control('runs')).toEqual([
    expect.stringMatching(/^run_\w+ charge-card sync failed: CardDeclined: The card was declined for 5$/),
  ])
  const line = /^\d+\. \d\d:\d\d:\d\d 200 POST .*charge-card.* in \d+ ms: failed at step charge with CardDeclined: /
  expect(await control('requests')).toEqual([expect.stringMatching(line)])
  const own = await listen(host)
  const following = control(`requests --follow --url ${own.url}`)
  await expect.poll(() => printed).toEqual([expect.stringMatching(line)])
  await run('echo', { text: 'a' })
  await expect.poll(() => printed).toEqual([expect.anything(), expect.stringMatching(/ 200 POST .*echo.* in \d+ ms$/)])
  await own.close({ gracePeriod: 1 })
  expect((await following).at(-1)).toBe(`wfhost-mock: Cannot follow ${own.url} any longer: it has closed the connection`)
})

test('shows runs without the keys of the world, also if a workflow returns or throws one', async () => {
  const key = sampleKeys.workflows.echo
  const name = '[key of workflow echo]'
  await run('echo', { data: { [key]: [`with ${key}`] } })
  host.service.publish({ flowId: 'leak' }, (_args, { step }) => step('call', () => Promise.reject(new Error(`refused ${key}`))))
  await runWorkflow(at(server.url), { flowId: 'leak', key: host.service.workflowKey('leak') ?? '', args: {} })
  const runId = host.service.runs().at(-1)?.runId ?? ''
  for (const line of ['runs', 'runs --json', `get-run ${runId}`, `wait-for-run ${runId}`, `wait-for-run ${runId} --json`]) {
    const output = (await control(line)).join('\n')
    expect(output).not.toContain(key)
    expect(output).toContain(`refused ${name}`)
  }
  expect((await control('runs --json')).join()).toContain(`{"${name}":["with ${name}"]}`)
  // In process, a test gets the result that the client received.
  expect(JSON.stringify(host.service.runs())).toContain(key)
})

test('creates a world, moves its clock and removes it, and reports an unknown world', async () => {
  expect(await control('world create mine')).toEqual([JSON.stringify({ id: 'mine', url: `${server.url}/worlds/mine` })])
  expect(await control('world')).toEqual([JSON.stringify({ id: 'mine', url: `${server.url}/worlds/mine` })])
  await control('--world mine freeze')
  const [before] = await control('clock --world mine --json')
  await control('--world mine advance 60s')
  expect(await control('--world mine clock')).toEqual([
    JSON.stringify({ now: JSON.parse(before ?? '').now + 60_000, frozen: true }),
  ])
  expect(await control('clock')).toEqual([expect.stringContaining('"frozen":false')])
  expect(await control('--world mine reset')).toEqual([])
  expect(await control('--world mine clock')).toEqual([expect.stringContaining('"frozen":false')])
  await control(`freeze --url ${server.url}/worlds/mine/`)
  expect(await control(`--url ${server.url}/worlds/mine clock`)).toEqual([expect.stringContaining('"frozen":true')])
  expect(await control(`reset --url ${server.url}/worlds/mine`)).toEqual([])
  expect(await control(`--world mine clock --url ${server.url}/__mock/`)).toEqual([expect.stringContaining('"frozen":false')])
  expect(await control('world remove mine')).toEqual([])
  await control('world create mine')
  expect(await control('world remove mine --json')).toEqual(['null'])
  expect(await control('--world mine runs')).toEqual(['wfhost-mock: There is no world "mine"; wfhost-mock ctl world lists them'])
})

test('exits with 1 if a registry cannot be read, and names the file of a wrong world', async () => {
  host.service.registries.add('support', { name: 'gone', apiKey: 'key', manifestUrl: 'http://127.0.0.1:9/' })
  expect(await control('sync-registries')).toEqual([expect.stringContaining('Cannot synchronize registry')])
  expect(process.exitCode).toBe(1)
  const file = join(mkdtempSync(join(tmpdir(), 'ctl-')), 'mine.yaml')
  writeFileSync(file, '\nworkspace: []')
  expect(await control(`reload ${file}`)).toEqual([expect.stringContaining(`${file}:2: workspace: unknown name`)])
})

test('names the nearest command, the arguments of each, and a server that is not there', async () => {
  expect(await control('pubish draft')).toEqual(["wfhost-mock: unknown command 'pubish' (Did you mean publish?)"])
  for (const [line, problem] of [
    ['archive', "missing required argument 'flowId'; wfhost-mock ctl archive"],
    ['credits acme 5 6', "too many arguments for 'credits'. Expected 2 arguments but got 3; wfhost-mock ctl credits"],
    ['clock --advance 5', "unknown option '--advance'; wfhost-mock ctl clock"],
    ['nothing', "unknown command 'nothing'; wfhost-mock ctl"],
  ] as const) {
    expect(await control(line)).toEqual([`wfhost-mock: ${problem} --help shows what it takes`])
  }
  expect(await control(`--url ${server.url} archive`)).toEqual(await control('archive'))
  expect((await control('fault --help')).join()).toMatch(
    /<kind>.*one of the kinds below.*--retry-after-seconds <value>.*\nKinds:\n {2}status +The response has the given status/s,
  )
  expect((await control('set-rate-limit --help')).join()).toMatch(/JSON: \{requests,\s+windowMs/)
  expect(await control('runs --url http://127.0.0.1:9')).toEqual([
    expect.stringMatching(/^wfhost-mock: Cannot reach http:\/\/127\.0\.0\.1:9\/__mock: /),
  ])
})

test.each([
  ['an address where nothing listens', `runs --url http://127.0.0.1:${await freePort()}`, 6],
  ['a URL that is not http', 'runs --url file:///tmp', 2],
  ['the URL of a world that does not exist', `runs --url ${server.url}/worlds/nope`, 3],
  ['an invalid id of a world', 'world create a/b', 2],
  ['a URL with a password', 'runs --url http://me:secret@127.0.0.1:9', 2],
])('a failure has the exit code of its kind: %s', async (_, line, code) => {
  const printedLines = await control(line)
  expect(printedLines).toEqual([expect.stringMatching(/^wfhost-mock: /)])
  expect(printedLines.join()).not.toContain('secret')
  expect(process.exitCode).toBe(code)
})

test.each([
  [404, '{"message":"Workflow not found"}'],
  [200, '{}'],
  [200, '<p>Hello'],
])('reports that a server is another program if it responds with %i and %s', async (status, body) => {
  const other = await listen({ fetch: async () => new Response(body, { status }) })
  const [publishing] = await control(`publish draft --url ${other.url}`)
  const [following] = await control(`requests --follow --url ${other.url}`)
  await other.close()
  const problem = `wfhost-mock: Cannot use ${other.url}/__mock: the server there is not wfhost-mock; POST`
  expect(publishing).toBe(`${problem} /operations/publishWorkflow got ${status}`)
  expect(following).toBe(`${problem} /operations/readClock got ${status}`)
})

test('escapes characters that change the direction of a line in every output of a name', async () => {
  const flowId = 'pay\u202eeye\u200f\u061c'
  const escaped = 'pay\\u202eeye\\u200f\\u061c'
  host.service.publish({ flowId }, () => {
    throw Object.assign(new Error('b\u2066ad'), { name: 'Er\u202dror' })
  })
  await runWorkflow(at(server.url), { flowId, key: host.service.workflowKey(flowId) ?? '', args: {} })
  for (const line of ['runs', 'runs --json', 'requests', 'requests --json', `archive ${flowId}`, `restore no${flowId}`]) {
    const message = (await control(line)).join('\n')
    expect(message).not.toMatch(/\p{Bidi_Control}/u)
    expect(message.replaceAll('\\\\', '\\')).toContain(line.startsWith('requests') ? 'b\\u2066ad' : escaped)
  }
})

test('the help lists each operation once, under headings', async () => {
  const help = (await control('--help')).join('\n')
  const headings = [...help.matchAll(/^([A-Z][^:\n]+):$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(expect.arrayContaining(['Workflows and keys', 'Faults and the rate limit', 'Worlds']))
  expect(headings).not.toContain('Other commands')
  const commands = [...help.matchAll(/^ {2}([a-z][\w-]*) {2,}\S/gm)].map(([, command]) => command)
  expect(commands.length).toBeGreaterThan(40)
  expect(new Set(commands).size).toBe(commands.length)
})
