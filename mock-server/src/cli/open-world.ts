import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Profile } from '../core/profile.ts'
import type { MockSeed } from '../core/seed.ts'
import { createSampleWorld } from '../sample-world.ts'

/** Reads a world from its file, or returns the sample world. */
export async function openWorld(
  file: string | undefined,
): Promise<{ readonly seed: MockSeed; readonly profile: Partial<Profile> }> {
  if (file === undefined) return { seed: createSampleWorld(), profile: {} }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'it is not there'
    const place = code === 'ENOENT' ? `; there is nothing at ${resolve(file)}` : ''
    throw new Error(`Cannot read ${file}: ${code}${place}`, { cause })
  })
  // Loaded only if a file is read: YAML and JSONata are large.
  const { readWorldFile } = await import('../world-file/read-world-file.ts')
  return readWorldFile(text, file)
}
