import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockControl, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createReplay } from '@wfhost/mock-server/guard'
import { listen } from '@wfhost/mock-server/http'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createRecording } from '../src/guard/record.ts'
import { endCommands, type ServingCommand, serveCommand, startCommand, startCommandWithin, urlOf } from './start-command.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'record-'))

afterEach(endCommands)
afterAll(() => rm(folder, { recursive: true }))

function recordIn(file: string, upstream: string): Promise<ServingCommand> {
  return serveCommand('record', '--upstream', upstream, '--output', file)
}

/** The result for a user of both clients. */
async function use(url: string): Promise<unknown[]> {
  const workflows = createWorkflowClient({
    baseUrl: url,
    apiKey: { ...sampleKeys.workflows, draft: sampleKeys.workflows.echo },
    maxRetries: 0,
  })
  const registry = createRegistryClient({ baseUrl: url, apiKey: sampleKeys.defaultEnvironment, maxRetries: 0 })
  return [
    await workflows.run('echo', { text: 'a', number: 1 }),
    await workflows.run('echo', { text: 'b' }),
    await workflows.run('charge-card', { amount: 5 }),
    await workflows.run('draft', {}).catch((error: Error) => error.message),
    await registry.execute({ toolset: 'mail', tool: 'count' }),
  ]
}

test('replays a recording without the server after the recorder was killed, and the recording has no key', async () => {
  const upstream = await listen(createMockService(createSampleWorld()))
  const file = join(folder, 'recorded.har')
  const recorder = await recordIn(file, upstream.url)
  const seen = await use(recorder.reports.url)
  recorder.child.kill('SIGKILL')
  await recorder.ended
  await upstream.close()
  const text = await readFile(file, 'utf8')
  for (const key of [sampleKeys.workflows.echo, sampleKeys.defaultEnvironment]) expect(text).not.toContain(key)
  const replayed = await serveCommand('replay', file)
  expect(await use(replayed.reports.url)).toEqual(seen)
  const workflows = createWorkflowClient({ baseUrl: replayed.reports.url, apiKey: 'any', maxRetries: 0 })
  expect(await workflows.run('echo', { number: 1, text: 'a' })).toEqual(seen[0])
  await expect(workflows.run('echo', { text: 'c' })).rejects.toThrow(
    'is not in the recording: of 2 recorded there, none has this body and such a key',
  )
  await expect(createMockControl(replayed.reports.url).runs()).rejects.toThrow(
    'There is no control surface: a replay, and a guard of another server, have none',
  )
})

test('a recorder reports its exchanges and their differences from the API document, and keeps earlier exchanges', async () => {
  const upstream = await listen(async () => Response.json({ message: 'slow down' }, { status: 429 }))
  const file = join(folder, 'differing.har')
  const recorder = await recordIn(file, upstream.url)
  await fetch(`${recorder.reports.url}/v1/public/wfhost/manifest`, { headers: { authorization: 'Bearer any' } })
  recorder.child.kill('SIGTERM')
  await recorder.ended
  await upstream.close()
  expect(recorder.err()).toContain('header Retry-After: expected seconds or an HTTP-date, found nothing')
  expect(recorder.err()).toContain(`Recorded 1 exchanges in ${file}, of which 1 differ from the document`)
  const { ended, printed } = startCommand('record', '--port', '0', '--upstream', upstream.url, '--output', file)
  expect(await ended).toEqual([2, null])
  expect(printed()).toBe(`wfhost-mock: Cannot record in ${file}: it exists already; name another file, or delete it\n`)
})

test('a recorder never advises to delete a device', async () => {
  const { ended, printed } = startCommand('record', '--port', '0', '--upstream', 'http://localhost', '--output', '/dev/null')
  expect(await ended).toEqual([2, null])
  expect(printed()).toBe('wfhost-mock: Cannot record in /dev/null: it is not a file; name a file that does not exist\n')
})

test('replays a recording with an incomplete last line up to that line', async () => {
  const file = join(folder, 'cut.har')
  const recording = createRecording(file, 'http://localhost')
  const service = createMockService(createSampleWorld())
  for (const path of ['manifest', 'other']) await service.fetch(`http://localhost/v1/public/wfhost/${path}`)
  for (const entry of service.journal()) recording.add(entry)
  recording.close()
  const replay = createReplay((await readFile(file, 'utf8')).slice(0, -40))
  const statuses = ['manifest', 'other'].map(async (path) =>
    replay.fetch(new Request(`http://localhost/v1/public/wfhost/${path}`)),
  )
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 404])
})

test('a recorder with a full disk still forwards requests, reports the loss, and exits with 1', async () => {
  const server = await listen(createMockService(createSampleWorld()))
  onTestFinished(() => server.close())
  const file = join(folder, 'full.har')
  const recorder = startCommandWithin(24, 'record', '--upstream', server.url, '--output', file, '--port', '0')
  const baseUrl = await urlOf(recorder)
  const client = createWorkflowClient({ baseUrl, apiKey: sampleKeys.workflows, maxRetries: 0 })
  const statuses: string[] = []
  for (let run = 0; run < 9; run += 1) statuses.push((await client.run('echo', { text: 'x'.repeat(1500) })).status)
  expect(new Set(statuses)).toEqual(new Set(['success']))
  recorder.child.kill('SIGINT')
  expect(await recorder.ended).toEqual([1, null])
  const { length } = JSON.parse(await readFile(file, 'utf8')).log.entries
  expect(recorder.err()).toBe(
    [
      `wfhost-mock: Cannot record in ${file}: file too large`,
      `Recorded ${length} exchanges in ${file}, of which 0 differ from the document`,
      `wfhost-mock: The recording is not whole: ${9 - length} more could not be written\n`,
    ].join('\n'),
  )
  expect(length).toBeGreaterThan(0)
})

test('a replay lists missing entries at its start, and refuses a file that is not a recording', async () => {
  const file = join(folder, 'lacking.har')
  const request = { method: 'POST', url: 'https://workflows.example/other', headers: [] }
  const response = { status: 0, headers: [], content: {} }
  await writeFile(file, JSON.stringify({ log: { entries: [{ request, response }] } }))
  const { err } = startCommand('replay', file, '--port', '0')
  await expect
    .poll(err, { timeout: 20_000 })
    .toBe(`Entries of ${file} that are left out:\n  1 × there was no response: POST https://workflows.example/other\n`)
  await writeFile(file, 'workspaces: []')
  const { ended, printed } = startCommand('replay', file)
  expect(await ended).toEqual([2, null])
  expect(printed()).toBe(
    'wfhost-mock: Cannot read the recording: expected an HTTP Archive, as record and /__mock/journal.har write it; it is not JSON\n',
  )
})
