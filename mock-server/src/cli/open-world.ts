import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { toPrintable } from '@wfhost/wire/printable'
import type { MockService } from '../core/create-mock-service.ts'
import { createSampleWorld } from '../sample-world.ts'
import type { ProfileChoices } from '../schema/profile.ts'
import type { MockSeed } from '../schema/world.ts'

export async function openWorld(
  file: string | undefined,
): Promise<{ readonly seed: MockSeed; readonly profile: ProfileChoices }> {
  if (file === undefined) return { seed: createSampleWorld(), profile: {} }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'it is not there'
    const where = code === 'ENOENT' ? `; there is nothing at ${resolve(file)}` : ''
    throw new Error(`Cannot read ${file}: ${code}${where}`, { cause })
  })
  // Loaded only if a file is read: YAML and the sandbox are large.
  const { readWorldFileWithFaker } = await import('../world-file/read-world-file.ts')
  return readWorldFileWithFaker(text, file)
}

const settleMs = 30

/** Reloads a service when its world file changes. A mistake in the file is reported, and the service stays as it was. */
export function watchWorld(file: string, service: Pick<MockService, 'reload'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function reload(): Promise<void> {
    try {
      service.reload((await openWorld(file)).seed)
      console.log(`Reloaded ${file}; worlds under /worlds/ get it when they are reset`)
    } catch (error) {
      console.error(toPrintable(`Not reloaded: ${error instanceof Error ? error.message : String(error)}`))
    }
  }

  // The folder rather than the file: editors may replace the file. What serves the world keeps the process alive.
  const watcher = watch(dirname(resolve(file)), { persistent: false }, (_event, name) => {
    if (name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), settleMs)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
