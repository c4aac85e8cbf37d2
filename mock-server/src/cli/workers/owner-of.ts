import { createHash } from 'node:crypto'
import { worldIdOf } from '../../host/world-id.ts'

/** Which of so many workers has what a path names: the first has the world at `/`, and all that names no world. */
export function ownerOf(path: string, workers: number): number {
  const id = worldIdOf(path) ?? /^\/__mock\/worlds\/([^/]+)/.exec(path)?.[1]
  return id === undefined ? 0 : createHash('sha256').update(id).digest().readUInt32BE() % workers
}
