import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ServedWorld, serveWorld } from '../proof/contract-server.ts'

/** Serves the contract world until the test has ended. */
export async function openWorld(...mutate: Parameters<typeof serveWorld>): Promise<ServedWorld> {
  const world = await serveWorld(...mutate)
  onTestFinished(world.close)
  return world
}

/** A folder that is there until the test has ended. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
