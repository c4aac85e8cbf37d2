import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

const host = createMockHost(createSampleWorld)
const server = await listen(host)
const printed: string[] = []

afterAll(() => server.close())

beforeEach(() => {
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line) => void printed.push(String(line)))
  vi.stubEnv('WFHOST_MOCK_URL', server.url)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

/** What the command prints. */
async function control(line: string): Promise<string[]> {
  printed.length = 0
  await runCommand(['ctl', ...line.split(' ')])
  return [...printed]
}

function run(flowId: 'charge-card' | 'echo', args: object): Promise<Response> {
  return fetch(`${server.url}/api/v2/external/flows/${flowId}/published-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sampleKeys.workflows[flowId]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ args: Object.entries(args).map(([name, value]) => ({ name, value })) }),
  })
}

test('publishes, archives, and gives keys, by short names and by those of the operations', async () => {
  expect(await control('publish draft')).toEqual([expect.stringMatching(/^wfk_/)])
  expect(await control('workflow-key draft')).toEqual([host.service.workflowKey('draft')])
  expect(await control('archive draft')).toEqual([])
  expect(await control('publish draft')).toEqual(['wfhost-mock: Cannot publish workflow "draft": it is archived'])
  expect(process.exitCode).toBe(1)
})

test('takes numbers, JSON and text as an operation wants them, and options by name', async () => {
  expect(await control('set-credits acme 7')).toEqual([])
  expect(await control('credits acme')).toEqual(['7'])
  await control('set-environment-variables acme default {"TOKEN":"1"}')
  await control('set-rate-limit null')
  const [id] = await control('fault status --status 503 --flow-id echo --count 1')
  expect(await control('faults --json')).toEqual([
    JSON.stringify([{ id, fault: { kind: 'status', status: 503, flowId: 'echo', count: 1 }, matched: 0 }]),
  ])
  expect(await control('set-credits acme x')).toEqual([
    'wfhost-mock: Cannot call setCredits: credits: expected a number, found "x"',
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
  await own.close({ graceMs: 1 })
  expect((await following).at(-1)).toBe(`wfhost-mock: Cannot follow ${own.url} any longer: it has closed the connection`)
})

test('creates a world, moves its clock, removes it, and says where there is none', async () => {
  expect(await control('create-world mine')).toEqual([JSON.stringify({ id: 'mine', baseUrl: `${server.url}/worlds/mine` })])
  expect(await control('worlds')).toEqual([JSON.stringify({ id: 'mine', baseUrl: `${server.url}/worlds/mine` })])
  await control('--world mine freeze')
  const [before] = await control('clock --world mine --json')
  await control('--world mine advance 60000')
  expect(await control('--world mine clock')).toEqual([
    JSON.stringify({ now: JSON.parse(before ?? '').now + 60_000, frozen: true }),
  ])
  expect(await control('clock')).toEqual([expect.stringContaining('"frozen":false')])
  expect(await control('remove-world mine')).toEqual([])
  expect(await control('--world mine runs')).toEqual(['wfhost-mock: There is no world "mine"; wfhost-mock ctl worlds lists them'])
})

test('names the nearest command, the arguments of each, and a server that is not there', async () => {
  expect(await control('pubish draft')).toEqual(["wfhost-mock: unknown command 'pubish' (Did you mean publish?)"])
  for (const [line, problem] of [
    ['archive', "missing required argument 'flowId'; wfhost-mock ctl archive-workflow"],
    ['credits acme 5', "too many arguments for 'credit-balance'. Expected 1 argument but got 2; wfhost-mock ctl credit-balance"],
    ['clock --advance 5', "unknown option '--advance'; wfhost-mock ctl read-clock"],
    ['nothing', "unknown command 'nothing'; wfhost-mock ctl"],
  ] as const) {
    expect(await control(line)).toEqual([`wfhost-mock: ${problem} --help shows what it takes`])
  }
  expect((await control('fault --help')).join()).toMatch(/<kind>.*one of status, .*--retry-after-seconds <value>/s)
  expect(await control('runs --url http://127.0.0.1:9')).toEqual([
    expect.stringMatching(/^wfhost-mock: Cannot reach http:\/\/127\.0\.0\.1:9\/__mock: /),
  ])
})
