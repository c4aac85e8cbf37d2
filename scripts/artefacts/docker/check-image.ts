import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Tarball } from '../pack.ts'
import { buildImage, type Image } from './build-image.ts'

const mostBytes = 10_000_000

/**
 * Builds the Dockerfile of a package from its tarballs without an engine, as its first lines say, and runs what comes
 * of it as the user that it names: the server, and the health check while the server is there and when it is gone.
 */
export async function checkImage({ all, folder, tarball }: Checked): Promise<void> {
  const context = join(folder, 'context')
  cpSync(join(tarball.workspace, 'docker'), context, { recursive: true })
  for (const { path } of all) copyFileSync(path, join(context, basename(path)))
  mkdirSync(join(folder, 'image'))
  const image = buildImage({ context, folder: join(folder, 'image') })
  const bytes = image.layers.reduce((sum, layer) => sum + layer, 0)
  if (bytes > mostBytes) throw new Error(`Cannot publish the Dockerfile: it adds ${bytes} bytes, at most ${mostBytes}`)
  if (['root', '0'].includes(image.user)) throw new Error('Cannot publish the Dockerfile: its server would run as root')
  await tryImage(image)
  console.log(`${tarball.manifest.name} as an image: ${(bytes / 1e6).toFixed(1)} MB above its base, runs as ${image.user}`)
}

interface Checked {
  readonly tarball: Tarball
  /** What stands in the folder that it is built from. */
  readonly all: readonly Tarball[]
  readonly folder: string
}

async function tryImage(image: Image): Promise<void> {
  const server = start(image, [...image.entrypoint, ...image.command, '--port', '0', '--json'])
  try {
    const [line] = await once(server.stdout ?? server, 'data')
    const { port } = new URL(JSON.parse(String(line)).url)
    const check = image.health.map((word) => word.replaceAll('4010', port))
    expectExit(spawnSync(...inImage(image, check)).status, { code: 0, of: 'health check beside the server' })
    server.kill('SIGTERM')
    const [code] = await once(server, 'exit')
    expectExit(code, { code: 0, of: 'server after SIGTERM' })
    expectExit(spawnSync(...inImage(image, check)).status, { code: 1, of: 'health check without a server' })
  } finally {
    server.kill('SIGKILL')
  }
}

function start(image: Image, command: readonly string[]): ChildProcess {
  const [file, args, options] = inImage(image, command)
  return spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** A command as the engine would start it: its paths are those of the image, and nothing of this environment is there. */
function inImage({ environment, root, workdir }: Image, command: readonly string[]): [string, string[], SpawnOptions] {
  const bin = join(root, 'usr/local/bin')
  const [file = '', ...args] = command.map((word) => (word.startsWith('/') ? join(root, word) : word))
  // Only root can become another user; whoever else runs this is another one already.
  const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}
  return [join(bin, file), args, { cwd: join(root, workdir), env: { ...environment, PATH: bin }, ...user }]
}

function expectExit(found: unknown, { code, of }: { readonly code: number; readonly of: string }): void {
  if (found !== code) throw new Error(`Cannot publish the Dockerfile: expected exit code ${code} of the ${of}, found ${found}`)
}
