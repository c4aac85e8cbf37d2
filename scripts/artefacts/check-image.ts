import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Tarball } from './pack.ts'

/**
 * Runs what the Dockerfile of a package runs, with the package as it is installed from its tarball: the command, and the
 * health check beside it. The image itself is not built, which takes an engine.
 */
export async function checkImage({ project, tarball }: { project: string; tarball: Tarball }): Promise<void> {
  const dockerfile = readFileSync(`${tarball.workspace}/docker/Dockerfile`, 'utf8')
  const entry = execForm(dockerfile, /^ENTRYPOINT (\[.*\])$/m)
  const command = execForm(dockerfile, /^CMD (\[.*\])$/m)
  const health = execForm(dockerfile, /^HEALTHCHECK [^[]*CMD (\[.*\])$/m)
  const user = /^USER (\S+)$/m.exec(dockerfile)?.[1]
  if (user === undefined || user === 'root') throw new Error('Cannot publish the Dockerfile: its server would run as root')
  const [, file = '', ...rest] = [...entry, ...command]
  const server = spawn(process.execPath, [file.replace(/^\/app\//, `${project}/`), ...rest, '--port', '0', '--json'])
  try {
    const [line] = await once(server.stdout, 'data')
    const port = new URL(JSON.parse(String(line)).url).port
    const [, ...check] = health.map((word) => word.replaceAll('4010', port))
    execFileSync(process.execPath, check)
    server.kill('SIGTERM')
    const [code] = await once(server, 'exit')
    if (code !== 0) throw new Error(`Cannot publish the Dockerfile: its command ended with ${code} after SIGTERM`)
    if (isHealthy(check)) throw new Error('Cannot publish the Dockerfile: its health check passes without a server')
  } finally {
    server.kill('SIGKILL')
  }
}

function isHealthy(check: readonly string[]): boolean {
  try {
    execFileSync(process.execPath, check, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function execForm(dockerfile: string, pattern: RegExp): string[] {
  const found = pattern.exec(dockerfile.replaceAll('\\\n', ' '))?.[1]
  if (found === undefined) throw new Error(`Cannot publish the Dockerfile: nothing in it is like ${pattern}`)
  return JSON.parse(found)
}
