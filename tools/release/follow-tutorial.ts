import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findWrongOutput, readTutorial } from './read-tutorial.ts'

/** If a command fails, processes that the tutorial started end with it. Otherwise they would keep their ports. */
const endJobs = `set -m
trap 'for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done' EXIT
`

/**
 * Follows a tutorial in an empty folder. Its command blocks are one script. Each TypeScript block becomes a file with the last
 * name before it. Blocks for the clone are skipped, because the tarballs are already beside the folder.
 *
 * Rejects if a command fails, or if it prints another output than the page shows.
 */
export async function followTutorial(page: string, folder: string): Promise<void> {
  const { outputs, script } = readTutorial(readFileSync(page, 'utf8'))
  mkdirSync(join(folder, 'wfhost'), { recursive: true })
  for (const name of ['release', 'examples']) symlinkSync(resolve(name), join(folder, 'wfhost', name))
  writeFileSync(join(folder, 'tutorial.sh'), endJobs + script)

  // Like the machine of a reader, but npm installs cached packages without a request to the registry.
  const env = {
    ...process.env,
    LANG: 'C.UTF-8',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
  }
  // On a busy machine, the end of the process is noticed late, so an ended process must not count as one that hangs.
  const options = { cwd: folder, env, timeout: 900_000, maxBuffer: 1e8 }
  const { stdout } = await promisify(execFile)('bash', ['-eu', 'tutorial.sh'], options)

  const wrong = findWrongOutput(outputs, stdout)
  if (wrong !== undefined) throw new Error(`Cannot follow ${page}: ${wrong}`)
  console.log(`${page}: ${script.split('\n').length} lines followed, ${outputs.length} outputs as on the page`)
}
