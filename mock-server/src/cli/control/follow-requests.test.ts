import { createMockControl, createMockHost, createSampleWorld } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test, vi } from 'vitest'
import { runCommandLine } from '../run-command.ts'

test('ends with an error when the world that it follows is removed', async () => {
  await using server = await listen(createMockHost(createSampleWorld))
  const world = await createMockControl(server.url).createWorld('short-lived')
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const printed: string[] = []

  const command = ['ctl', 'requests', '--follow', '--world', world.id, '--url', server.url]
  const following = runCommandLine(command, (line) => printed.push(line))
  await fetch(`${world.url}/v1/public/wfhost/manifest`)
  await expect.poll(() => printed).toEqual([expect.stringContaining('401 GET')])
  await world.remove()
  await following

  const reason = 'the server has ended the events, for example because the world was removed'
  expect(errors).toHaveBeenCalledWith(`wfhost-mock: Cannot follow ${server.url} any longer: ${reason}`)
  expect(process.exitCode).toBe(1)
  process.exitCode = undefined
})
