import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** What a tutorial starts and does not come to end, as a command before that failed, ends with it: it would keep its port. */
const endJobs = `set -m
trap 'for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done' EXIT
`

/**
 * Does what a tutorial says, in an empty folder: its blocks of commands are one script, in whose folder each block of
 * TypeScript is a file of the name that stands last before it. What is said for the clone is done already: what
 * it has for others lies beside. Rejects if a command ends badly.
 */
export async function followTutorial(page: string, folder: string): Promise<void> {
  const script = toScript(readFileSync(page, 'utf8'))
  mkdirSync(join(folder, 'wfhost'), { recursive: true })
  for (const name of ['release', 'examples']) symlinkSync(resolve(name), join(folder, 'wfhost', name))
  writeFileSync(join(folder, 'tutorial.sh'), endJobs + script)
  // As on the machine of a reader, but without questions to the registry about what npm has in its cache.
  const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' }
  // Who checks tarballs meanwhile sees the end of it late: what has ended is not to be taken for what hangs.
  const options = { cwd: folder, env, timeout: 900_000, maxBuffer: 1e8 }
  const { stdout } = await promisify(execFile)('bash', ['-eu', 'tutorial.sh'], options)
  console.log(`${page}: ${script.split('\n').length} lines followed${/CONFORMANT/.test(stdout) ? ', CONFORMANT' : ''}`)
}

/** The blocks of a page as one script. */
export function toScript(text: string): string {
  const parts: string[] = []
  let before = ''
  for (const [, prose = '', kind, code = ''] of text.matchAll(/([\s\S]*?)^```(.*)\n([\s\S]*?)^```$/gm)) {
    before += prose
    if (kind === 'sh') parts.push(code)
    if (kind !== 'ts') continue
    const file = [...before.matchAll(/Write to `([\w.-]+)`/g)].at(-1)?.[1]
    if (file === undefined) throw new Error(`Cannot follow the tutorial: it names no file for ${code.slice(0, 60)}`)
    parts.push(`cat > ${file} <<'END_OF_FILE'\n${code}END_OF_FILE\n`)
  }
  return parts.join('\n')
}
