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
  const { body: pipedBody, words } = parseCommand(command)
  const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true })
  const argument = values.data ?? values['data-binary'] ?? values['data-raw']
  const body = argument === '@-' ? pipedBody : argument
  const response = await fetch(positionals.join(' '), {
    method: values.request ?? (body === undefined ? 'GET' : 'POST'),
    headers: values.header.map((line): [string, string] => [line.split(':', 1).join(), line.replace(/^[^:]*:\s*/, '')]),
    body: body === undefined ? null : Buffer.from(body, 'latin1'),
  })
  const head = [`HTTP/1.1 ${response.status} ${response.statusText}`, ...Array.from(response.headers, (pair) => pair.join(': '))]
  return `${values.include ? `${head.join('\r\n')}\r\n\r\n` : ''}${await response.text()}`
}

/** Lets a shell parse a command. Each byte of a word or of the body that is piped to curl becomes one character. */
function parseCommand(command: string): { readonly words: readonly string[]; readonly body: string } {
  const printWords = `curl() { printf '%s\\0' "$#" "$@"; case "$*" in *'--data-binary @-'*) cat;; esac; }`
  const output = execFileSync('sh', ['-c', `${printWords}; ${command}`], { encoding: 'latin1' })
  const [wordCount, ...parts] = output.split('\0')
  const words = parts.splice(0, Number(wordCount))
  const body = parts.join('\0')

  // parseArgs refuses a separate value that begins with a hyphen.
  const place = words.indexOf('--data-raw')
  if (place !== -1) words.splice(place, 2, `--data-raw=${words[place + 1]}`)
  return { words, body }
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
