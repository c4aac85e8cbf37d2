import { spawnSync } from 'node:child_process'

/** Holds the folder, and so what `peers.d.ts` says in `npm run check`, to the types of the peers that are installed. */
export function compileWithPeers(folder: string): void {
  const { status, stdout } = spawnSync('tsc', ['--project', folder, '--pretty', 'false'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Cannot compile bench/ with its peers:\n${stdout}`)
}
