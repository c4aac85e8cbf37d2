import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { count } from './count.ts'

/** Whether this machine has curl. The tests need only Node and npm, and `.ci/run` installs curl. */
export const hasCurl = spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0

/**
 * Runs a printed curl command in a shell, and returns its output. Without curl, a shell parses the command and fetch sends it.
 */
export async function sendCurl(command: string): Promise<string> {
  if (hasCurl) return (await promisify(execFile)('sh', ['-c', command])).stdout
  count({ 'curl is not installed': { 'commands sent by fetch': 1 } })
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' })
  const { positionals, values } = parseArgs({ args: words.split('\0').slice(0, -1), options, allowPositionals: true })
  const body = values.data ?? values['data-binary'] ?? values['data-raw']
  const response = await fetch(positionals.join(' '), {
    method: values.request ?? (body === undefined ? 'GET' : 'POST'),
    headers: values.header.map((line): [string, string] => [line.split(':', 1).join(), line.replace(/^[^:]*:\s*/, '')]),
    body: body === undefined ? null : new TextEncoder().encode(body),
  })
  const head = [`HTTP/1.1 ${response.status} ${response.statusText}`, ...Array.from(response.headers, (pair) => pair.join(': '))]
  return `${values.include ? `${head.join('\r\n')}\r\n\r\n` : ''}${await response.text()}`
}

const options = {
  request: { type: 'string', short: 'X' },
  header: { type: 'string', short: 'H', multiple: true, default: [] as string[] },
  data: { type: 'string', short: 'd' },
  'data-binary': { type: 'string' },
  'data-raw': { type: 'string' },
  include: { type: 'boolean', short: 'i' },
  silent: { type: 'boolean', short: 's' },
  'show-error': { type: 'boolean', short: 'S' },
} as const
