import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The sources of the view that the pictures of the inspector show. */
const patterns = [
  'internal/src/design/*.ts',
  'mock-server/inspector/inspector.tsx',
  'mock-server/inspector/parts/*.tsx',
  'mock-server/inspector/styles/*',
  'mock-server/inspector/views/{requests,request-details,why,next-steps}.tsx',
]

/** The record of the sources from which the pictures were taken. */
export const pictureRecord = new URL('inspector-pictures.json', import.meta.url)

/** Returns a digest of each source of the inspector's pictures, by its path. */
export function digestPictureSources(): Readonly<Record<string, string>> {
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const digests = files.toSorted().map((file) => {
    const digest = createHash('sha256')
      .update(readFileSync(`${root}${file}`))
      .digest('hex')
    return [file.replaceAll('\\', '/'), digest.slice(0, 16)]
  })
  return Object.fromEntries(digests)
}
