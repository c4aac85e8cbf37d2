import { createHash } from 'node:crypto'
import { worldIdOf } from '../../host/world-id.ts'

/** The index of the worker that has the world in a path. The first has the world at `/`, and all paths without a world. */
export function ownerOf(path: string, workers: number): number {
  const id = worldIdOf(path) ?? /^\/__mock\/worlds\/([^/]+)/.exec(path)?.[1]
  return id === undefined ? 0 : createHash('sha256').update(id).digest().readUInt32BE() % workers
}
