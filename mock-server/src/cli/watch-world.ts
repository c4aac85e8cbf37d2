import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { MockService } from '../core/create-mock-service.ts'
import { openWorld } from './open-world.ts'

const settleMs = 30

/** Reloads a service when its world file changes. A mistake in the file is reported, and the service stays as it was. */
export function watchWorld(file: string, service: Pick<MockService, 'reload'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function reload(): Promise<void> {
    try {
      service.reload((await openWorld(file)).seed)
      console.log(`Reloaded ${file}`)
    } catch (error) {
      console.error(`Not reloaded: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  // The folder rather than the file: editors may replace the file.
  const watcher = watch(dirname(resolve(file)), (_event, name) => {
    if (name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), settleMs)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
