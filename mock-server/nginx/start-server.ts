import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

export interface StartedServer {
  readonly child: ChildProcess
  readonly port: number
}

export async function startServer(): Promise<StartedServer> {
  const child = spawn(process.execPath, ['--conditions=@wfhost/source', cli, '--port', '0', '--json', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, port: Number(new URL(JSON.parse(String(line)).url).port) }
}
