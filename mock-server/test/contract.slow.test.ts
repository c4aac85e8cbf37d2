import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockControl, sampleKeys } from '@wfhost/mock-server'
import { expect, test, vi } from 'vitest'
import { serveCommand, startCommand } from './start-command.ts'

async function run(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v2/external/flows/echo/published-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' },
    body: JSON.stringify({ args: [{ name: 'text', value: url }], mode: 'sync' }),
  })
  return response.status
}

test('wfhost-mock writes the contract of its own world and of the worlds that it creates', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'contract-')), 'wfhost-contract.har')
  const { reports } = await serveCommand('--contract', file)
  const world = await createMockControl(reports.url).createWorld()
  expect(await run(reports.url)).toBe(200)
  expect(await run(world.url)).toBe(200)

  const entries = async (): Promise<readonly unknown[]> => JSON.parse(await readFile(file, 'utf8')).log.entries
  await vi.waitFor(async () => expect(await entries()).toHaveLength(2))
  expect(await readFile(file, 'utf8')).not.toContain(sampleKeys.workflows.echo)
})

test('wfhost-mock refuses a contract of another server, which has no world', async () => {
  const { ended, err } = startCommand('guard', '--upstream', 'http://127.0.0.1:9', '--contract', 'wfhost-contract.har')
  expect(await ended).toEqual([2, null])
  expect(err()).toContain('Cannot use --contract with --upstream')
})

test.each(['/nonexistent/contract.har', '/dev/full', import.meta.filename])(
  'refuses the contract %s before it listens',
  async (file) => {
    const { ended, err, out } = startCommand('--port', '0', '--contract', file)
    expect(await ended).toEqual([2, null])
    expect(err()).toContain(file)
    expect(err()).toMatch(/Cannot (write the contract|add to) .*\. Name /)
    expect(out()).toBe('')
  },
)

test('ends with 1 and the reason if the contract could not be written later', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'contract-')), 'gone')
  await mkdir(folder)
  const { child, ended, err, reports } = await serveCommand('--quiet', '--contract', join(folder, 'wfhost-contract.har'))
  await rm(folder, { recursive: true })
  expect(await run(reports.url)).toBe(200)

  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(err()).toContain(`Cannot write the contract ${folder}`)
})
