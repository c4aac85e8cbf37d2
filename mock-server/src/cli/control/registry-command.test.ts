import { createMockHost, createSampleWorld } from '@wfhost/mock-server'
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

test('adds the registry of the server itself, or the one at a URL', async () => {
  await control('world create registries')
  expect(await control('--world registries add-registry support Own key')).toEqual([])
  expect(await control('--world registries add-registry support Other key --manifest-url http://127.0.0.1:9/')).toEqual([])
  const registries = (await control('--world registries registries support')).join('\n')
  expect(registries).toContain(`${server.url}/worlds/registries/v1/public/wfhost/manifest`)
  expect(registries).toContain('http://127.0.0.1:9/')
  await control('world remove registries')
})
