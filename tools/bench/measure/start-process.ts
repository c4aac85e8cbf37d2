import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'

export interface ServerProcess {
  readonly pid: number
  /** The time from the start of the process to its first response. */
  readonly startMs: number
  /** Resident memory of the process and of the processes that it started, in MB. */
  readonly residentMb: () => number
  readonly stop: () => Promise<void>
}

export interface ProcessOptions {
  readonly args: readonly string[]
  readonly cwd?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/** Starts a Node process and waits for its first response with any status. The process ends with this one at the latest. */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const { args, headers = {}, timeoutMs = 30_000, url } = options
  const cwd = options.cwd === undefined ? {} : { cwd: options.cwd }
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], ...cwd })
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < 50) errors.push(chunk)
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  while (!(await isResponding(url, headers))) {
    const late = performance.now() - began > timeoutMs
    if (!late && child.exitCode === null && child.signalCode === null) continue
    child.kill('SIGKILL')
    throw new Error(`Cannot start ${args.join(' ')}: ${late ? 'no response' : 'it ended'}\n${Buffer.concat(errors).toString()}`)
  }
  const startMs = performance.now() - began
  const pid = child.pid ?? 0
  return { pid, startMs, residentMb: () => residentMb(pid), stop: () => stop(child) }
}

function isResponding(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = request(url, { headers, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(true))
    })
    attempt.once('error', () => setTimeout(resolve, 2, false))
    attempt.end()
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 1500)
  await ended
  clearTimeout(timer)
}

function residentMb(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const pages = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + residentMb(Number(child)), pages)
}
