import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callCommand, returning, SUCCEEDED } from './call-command.ts'

test('each command that waits for one response shows the wait on its terminal', async () => {
  const fetch = () => setTimeout(1_200).then(returning(SUCCEEDED))
  for (const name of ['WFHOST_API_KEY', 'WFHOST_REGISTRY_KEY']) vi.stubEnv(name, 'a-key-of-the-test')
  for (const name of ['WFHOST_BASE_URL', 'WFHOST_REGISTRY_URL']) vi.stubEnv(name, 'http://localhost')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  for (const line of [['run', 'triage'], ['manifest']]) {
    const { err } = await callCommand(line, { fetch, terminal: 80 })
    expect(err, line.join(' ')).toContain('waiting for the response: 1 s')
  }
})
