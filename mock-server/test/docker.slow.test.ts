import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = new URL('../docker/', import.meta.url)
const dockerfile = readFileSync(new URL('Dockerfile', folder), 'utf8')
const { services } = parse(readFileSync(new URL('compose.yaml', folder), 'utf8'))
const { mock } = services
const [[mounted, place]] = mock.volumes.map((volume: string) => volume.split(':'))

/** Returns the script of the health check of the image, for a server at another port. */
function healthCheck(port: number): string {
  const [, words = ''] = /HEALTHCHECK[^\\]*\\\n\s*CMD (\[.*\])/.exec(dockerfile) ?? []
  const [command, flag, script] = JSON.parse(words)
  expect([command, flag]).toEqual(['node', '--eval'])
  return script.replace(':4010', `:${port}`)
}

test('the Compose file mounts a world that exists, and publishes the port of the image on this machine only', () => {
  expect(existsSync(new URL(mounted, folder))).toBe(true)
  expect(existsSync(new URL(`${mock.build}/Dockerfile`, folder))).toBe(true)
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
  expect(mock.ports).toEqual([`127.0.0.1:${exposed}:${exposed}`])
  expect(dockerfile).toMatch(/^USER node$/m)
})

test('the command of the Compose file starts the server, and the health check of the image passes when it is ready', async () => {
  const command = mock.command.map((word: string) => (word === place ? fileURLToPath(new URL(mounted, folder)) : word))
  const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
  const env = { ...process.env, WFHOST_MOCK_TOKEN: 'local-only' }
  const server = spawn(process.execPath, ['--conditions=@wfhost/source', cli, ...command, '--port', '0', '--json'], { env })
  try {
    const line = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (data) => resolve(String(data).split('\n')[0] ?? ''))
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    })
    const port = Number(new URL(JSON.parse(line).url).port)
    const check = (): number | null => spawnSync(process.execPath, ['--eval', healthCheck(port)]).status
    await expect.poll(check).toBe(0)
    expect((await fetch(`http://127.0.0.1:${port}/__mock/operations/runs`, { method: 'POST' })).status).toBe(403)
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    expect(check()).toBe(1)
  } finally {
    server.kill()
  }
})
