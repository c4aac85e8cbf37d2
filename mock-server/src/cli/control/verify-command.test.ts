import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '../run-command.ts'

const server = await listen(createMockHost(createSampleWorld))
const printed: string[] = []

afterAll(() => server.close())

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)))
  vi.stubEnv('WFHOST_MOCK_URL', server.url)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

async function control(line: string): Promise<string[]> {
  printed.length = 0
  await runCommandLine(['ctl', ...line.split(' ')], (text) => printed.push(text))
  return [...printed]
}

test('lists every unexpected request, and each fault that matched none without the keys of the world', async () => {
  const key = sampleKeys.workflows.echo
  await fetch(`${server.url}/v1/typo`)
  await control(`fault status --status 503 --key ${key} --body {"message":"${key}"}`)
  await control('fault hang --key wfk_of_another_server')

  const lines = (await control('verify --every-fault-matched')).join('\n').split('\n')
  expect(lines.slice(0, 2)).toEqual([
    'wfhost-mock: Unexpected requests (1):',
    expect.stringMatching(/^ {2}\d+\. GET \/v1\/typo: the document has no such operation$/),
  ])
  expect(lines).toContain('Faults that matched no request (2):')
  const [json = ''] = await control('verify --every-fault-matched --json')
  expect(JSON.parse(json).error.message).toContain('GET /v1/typo: the document has no such operation')

  for (const printed of [lines.join('\n'), json, ...(await control('faults')), ...(await control('faults --json'))]) {
    expect(printed).not.toMatch(new RegExp(`${key}|wfk_of_another_server`))
  }
  expect((await control('faults')).join('\n')).toContain('"key":"[key of workflow echo]"')
  await control('clear-faults')
  await control('clear-journal')
})
