import { expect, test } from 'vitest'
import { readManifests } from './read-manifests.ts'

const registries = [
  { name: 'Slow', manifestUrl: 'https://slow.example/manifest', apiKey: 'a' },
  { name: 'Wrong', apiKey: 'b' },
]

test('reports a registry that does not respond, and reads the others meanwhile', async () => {
  let respond = (): void => {}
  const reports: string[] = []
  const pendingRegistries = new Set<string>()
  const sync = async (_: string, name: string): Promise<[]> => {
    if (name === 'Wrong') throw new Error('Cannot synchronize registry "Wrong": the registry responded with 401')
    await new Promise<void>((resolve) => {
      respond = resolve
    })
    return []
  }
  const reading = { pendingRegistries, report: (line: string) => void reports.push(line), warnAfterMs: 0 }
  const read = readManifests({ registries: { sync } }, { workspaces: [{ id: 'desk', registries }] }, reading)
  await expect
    .poll(() => reports)
    .toEqual([
      'Cannot synchronize registry "Wrong": the registry responded with 401',
      'Waiting for the manifest of registry "Slow" of workspace "desk" at https://slow.example/manifest; the server is not ready until it has been read',
    ])
  expect([...pendingRegistries]).toEqual(['registry "Slow" of workspace "desk"'])
  respond()
  await read
  expect([...pendingRegistries]).toEqual([])
})

test('stops waiting for a registry whose report fails', async () => {
  const pendingRegistries = new Set<string>()
  const reports: string[] = []
  const sync = async (): Promise<[]> => {
    throw new Error('no connection')
  }
  const report = (line: string): void => {
    reports.push(line)
    throw new Error('the terminal is closed')
  }
  const reading = { pendingRegistries, report, warnAfterMs: 0 }

  const workspaces = [{ id: 'desk', registries: [{ name: 'Wrong', apiKey: 'b' }] }]
  const read = readManifests({ registries: { sync } }, { workspaces }, reading)
  await expect(read).rejects.toThrow('the terminal is closed')
  expect([...pendingRegistries]).toEqual([])

  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(reports).toEqual(['no connection'])
})
