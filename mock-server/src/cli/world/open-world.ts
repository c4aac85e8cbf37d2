import { toPrintable } from '@wfhost/internal/printable'
import type { MockService } from '../../core/create-mock-service.ts'
import { createSampleWorld } from '../../sample-world.ts'
import type { Assumptions } from '../../schema/assumptions.ts'
import type { MockSeed } from '../../schema/world.ts'
import { nameOfFile, readTextFile } from '../read-text-file.ts'
import { pollFile } from './watch-file.ts'

export async function openWorld(
  file: string | undefined,
): Promise<{ readonly seed: MockSeed; readonly assumptions: Partial<Assumptions> }> {
  if (file === undefined) return { seed: createSampleWorld(), assumptions: {} }
  const text = await readTextFile(file)
  // Loaded only if a file is read: YAML and the sandbox are large.
  const { readWorldFileWithFaker } = await import('../../world-file/read-world-file.ts')
  return readWorldFileWithFaker(text, nameOfFile(file))
}

interface WorldWatch extends Pick<MockService, 'reload'> {
  /** The version of the file before it was read, as `readFileVersion` returns it. */
  readonly initialVersion: string
}

/** Reloads a service when its world file changes. A mistake in the file is reported, and the service does not change. */
export function watchWorld(file: string, { initialVersion, ...service }: WorldWatch): () => void {
  async function reload(): Promise<void> {
    try {
      service.reload((await openWorld(file)).seed)
      console.log(`Reloaded ${file}; worlds under /worlds/ get it when they are reset`)
    } catch (error) {
      console.error(toPrintable(`Not reloaded: ${error instanceof Error ? error.message : String(error)}`))
    }
  }

  return pollFile(file, { initialVersion, onChange: () => void reload() })
}
