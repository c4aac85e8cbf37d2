// Runs the example of nginx with three servers and many clients that use worlds through it. Needs nginx.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMockControl, sampleKeys } from '@wfhost/mock-server'
import { freePort } from '../../tools/scripts/free-port.ts'

const worlds = 60
const example = new URL('../../examples/nginx/nginx.conf', import.meta.url)
const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

if (spawnSync('nginx', ['-v']).error !== undefined) {
  console.error('Cannot try the example: nginx is not installed (Debian: apt-get install nginx-light)')
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
const servers = await Promise.all(Array.from({ length: 3 }, () => startServer()))
const port = await freePort()
const nginx = await startNginx(servers.map((server) => server.port))
const failures: string[] = []
try {
  await waitFor(`http://127.0.0.1:${port}/__mock/health`)
  await Promise.all(Array.from({ length: worlds }, (_, index) => useWorld(index)))
  const counts = await Promise.all(servers.map((server) => worldsOf(server.port)))
  if (counts.reduce((sum, count) => sum + count, 0) !== worlds) failures.push(`${worlds} worlds became ${counts.join(' + ')}`)
  if (counts.some((count) => count === 0)) failures.push(`the worlds were not spread: ${counts.join(', ')}`)
  console.log(`nginx: ${worlds} worlds on 3 servers: ${counts.join(', ')}`)
} finally {
  nginx.kill('SIGTERM')
  for (const { child } of servers) child.kill('SIGTERM')
  await rm(folder, { recursive: true })
}
for (const failure of failures) console.error(`Failed: ${failure}`)
const checks = worlds + 2
console.log(`${checks - failures.length} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Acts as a client: chooses its world, sets its state, runs a workflow there, and sees nothing of the others. */
async function useWorld(index: number): Promise<void> {
  const base = `http://127.0.0.1:${port}`
  try {
    const world = await createMockControl(base).createWorld(`team-${index}`)
    if (world.url !== `${base}/worlds/team-${index}`) throw new Error(`the world is at ${world.url}`)
    await world.setCredits('acme', index)
    const response = await fetch(`${world.url}/api/v2/external/flows/echo/published-run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' },
      body: JSON.stringify({ args: [{ name: 'text', value: `world ${index}` }] }),
    })
    const received = await world.journal({ args: { text: `world ${index}` } })
    const credits = await world.creditBalance('acme')
    const found = `${response.status}, ${received.length} received, ${credits} credits`
    if (found !== `200, 1 received, ${index} credits`) throw new Error(found)
  } catch (error) {
    failures.push(`world ${index}: ${error instanceof Error ? error.message : error}`)
  }
}

async function startServer(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = spawn(process.execPath, ['--conditions=@wfhost/source', cli, '--port', '0', '--json', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, port: Number(new URL(JSON.parse(String(line)).url).port) }
}

/** The unchanged example, except for its ports. */
async function startNginx(ports: readonly number[]): Promise<ChildProcess> {
  const places = new Map([[4010, port], ...ports.map((own, index) => [4011 + index, own] as const)])
  const text = await readFile(example, 'utf8')
  const config = text.replace(/127\.0\.0\.1:(401\d)/g, (_, written) => `127.0.0.1:${places.get(Number(written))}`)
  const file = join(folder, 'nginx.conf')
  await writeFile(file, config)
  return spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function worldsOf(ownPort: number): Promise<number> {
  return (await createMockControl(`http://127.0.0.1:${ownPort}`).listWorlds()).length
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Cannot reach ${url}: no response came within 5 s`)
}
