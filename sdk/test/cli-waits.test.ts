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
    expect(err, line.join(' ')).toMatch(/waiting for the response: \d s/)
  }
})

test('a command begins with its version on a terminal, except for a program that reads its JSON', async () => {
  for (const [name, value] of Object.entries({ WFHOST_API_KEY: 'a-key-of-the-test', WFHOST_BASE_URL: 'http://localhost' })) {
    vi.stubEnv(name, value)
  }
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { err } = await callCommand(['run', 'triage'], { terminal: 80 })
  expect(err).toMatch(/^wfhost\/client \d+\.\d+\.\d+ {2}run triage\n$/)
  for (const flag of ['--json', '--dry-run']) expect((await callCommand(['run', 'triage', flag], { terminal: 80 })).err).toBe('')
  expect((await callCommand(['run', 'triage'])).err).toBe('')
})
